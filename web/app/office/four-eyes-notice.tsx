import { useQuery } from '@tanstack/react-query'
import { formatDollars } from '#contract/money.ts'
import { overviewQuery } from './overview/overview-query.ts'

/** Said before it is asked for: above the limit one administrator proposes, and another one confirms. */
export function FourEyesNotice({ dollars, held = false }: { dollars: number; held?: boolean }) {
  const limit = useQuery(overviewQuery).data?.fourEyesAbove ?? null
  if (limit === null || dollars <= limit) return null
  return (
    <p className="rounded-2xl bg-warning-soft px-4 py-3">
      Above {formatDollars(limit)} a second administrator must confirm. Nothing is posted until then
      {held && '; the amount is held'}.
    </p>
  )
}
