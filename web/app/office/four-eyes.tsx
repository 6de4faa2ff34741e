import { useQuery } from '@tanstack/react-query'
import { formatDollars } from '#contract/money.ts'
import { overviewQuery } from './overview/overview-query.ts'

const useLimitDollars = () => useQuery(overviewQuery).data?.fourEyesAbove ?? null

/**
 * Above the limit one member of staff proposes and another confirms. What they moved alone on the account in the last 24
 * hours counts too.
 */
export function useNeedsSecondAdmin(amountDollars: number, decidedAloneDollars = 0): boolean {
  const limitDollars = useLimitDollars()
  return limitDollars !== null && amountDollars + decidedAloneDollars > limitDollars
}

export function FourEyesNotice({ isHeld = false, decidedAlone = 0 }: { isHeld?: boolean; decidedAlone?: number }) {
  const limitDollars = useLimitDollars()
  return (
    <p className="rounded-2xl bg-warning-soft px-4 py-3">
      {limitDollars ? `More than ${formatDollars(limitDollars)} in 24 hours` : 'This'} needs a second member of staff.
      {decidedAlone > 0 && ` You already moved ${formatDollars(decidedAlone)} on this account.`} Until then
      {isHeld ? ' the amount is only held.' : ' no money moves.'}
    </p>
  )
}
