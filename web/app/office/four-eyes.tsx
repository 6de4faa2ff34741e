import { useQuery } from '@tanstack/react-query'
import { formatDollars } from '#contract/money.ts'
import { overviewQuery } from './overview/overview-query.ts'

const useLimitDollars = () => useQuery(overviewQuery).data?.fourEyesAbove ?? null

/** Above the limit one member of staff proposes and another confirms. The server also counts the last 24 hours. */
export function useNeedsSecondAdmin(amountDollars: number): boolean {
  const limitDollars = useLimitDollars()
  return limitDollars !== null && amountDollars > limitDollars
}

export function FourEyesNotice({ isHeld = false }: { isHeld?: boolean }) {
  const limitDollars = useLimitDollars()
  return (
    <p className="rounded-2xl bg-warning-soft px-4 py-3">
      {limitDollars ? `More than ${formatDollars(limitDollars)} in 24 hours` : 'This'} needs a second member of staff.
      Until then{isHeld ? ' the amount is only held.' : ' no money moves.'}
    </p>
  )
}
