import { useQuery } from '@tanstack/react-query'
import { formatDollars } from '#contract/money.ts'
import { overviewQuery } from './overview/overview-query.ts'

/** Shown before the decision: above the limit one administrator proposes and another approves. */
export function FourEyesNotice({ amountDollars, isHeld = false }: { amountDollars: number; isHeld?: boolean }) {
  const limitDollars = useQuery(overviewQuery).data?.fourEyesAbove ?? null
  if (limitDollars === null || amountDollars <= limitDollars) return null
  return (
    <p className="rounded-2xl bg-warning-soft px-4 py-3">
      Above {formatDollars(limitDollars)} a second administrator must confirm. Nothing is posted until then
      {isHeld && '; the amount is held'}.
    </p>
  )
}
