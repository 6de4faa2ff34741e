import { useQuery } from '@tanstack/react-query'
import { bellQuery, unanswered } from '../../shared/live/bell-query.ts'

/** How many wait behind an administrator's entry. The bell says it in words, so this is for the eyes alone. */
export function EntryCount({ to }: { to: string }) {
  const { data: office } = useQuery({ ...bellQuery, select: (bell) => bell.office })
  const counts: Record<string, number> = {
    '/dashboard/all-transactions': office?.transactions ?? 0,
    '/dashboard/support': unanswered(office),
  }
  const count = counts[to] ?? 0
  if (count === 0) return null
  return (
    <span
      aria-hidden="true"
      // Drawn, not written: the text of the entry stays its name.
      data-count={count > 99 ? '99+' : count}
      className="figures ml-auto rounded-full bg-ink/8 px-2 py-0.5 text-xs font-semibold after:content-[attr(data-count)]"
    />
  )
}
