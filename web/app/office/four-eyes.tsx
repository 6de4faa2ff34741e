import { useQuery } from '@tanstack/react-query'
import { formatDollars } from '#contract/money.ts'
import { overviewQuery } from './overview/overview-query.ts'

export const PROPOSED_TEXT = 'Proposed. A second administrator must approve it.'

const useLimitDollars = () => useQuery(overviewQuery).data?.fourEyesAbove ?? null

/** Above the four-eyes limit one administrator proposes and another approves. */
export function useNeedsSecondAdmin(amountDollars: number): boolean {
  const limitDollars = useLimitDollars()
  return limitDollars !== null && amountDollars > limitDollars
}

export function FourEyesNotice({ isHeld = false }: { isHeld?: boolean }) {
  const limitDollars = useLimitDollars()
  return (
    <p className="rounded-2xl bg-warning-soft px-4 py-3">
      Amounts above {formatDollars(limitDollars ?? 0)} need approval from a second administrator. Until then
      {isHeld ? ' the amount is only held.' : ' no money moves.'}
    </p>
  )
}
