import { useQuery } from '@tanstack/react-query'
import { bellQuery, unanswered } from '../../shared/live/bell-query.ts'

/** Pending items of an admin menu entry. Hidden from screen readers, which get the count from the bell. */
export function EntryCount({ to }: { to: string }) {
  const { data: office } = useQuery({ ...bellQuery, select: (bell) => bell.office })
  const counts: Record<string, number> = {
    '/dashboard/all-transactions': office?.transactions ?? 0,
    '/dashboard/verifications': office?.verifications ?? 0,
    '/dashboard/proposals': office?.proposals ?? 0,
    '/dashboard/outside': office?.lines ?? 0,
    '/dashboard/support': unanswered(office),
  }
  const count = counts[to] ?? 0
  if (count === 0) return null
  return (
    <span
      aria-hidden="true"
      // Generated content, so that the link's text stays the entry's name.
      data-count={count > 99 ? '99+' : count}
      className="figures ms-auto rounded-full bg-ink/8 px-2 py-0.5 text-xs font-semibold after:content-[attr(data-count)]"
    />
  )
}
