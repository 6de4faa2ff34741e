import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#contract/money.ts'
import { verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { overviewQuery } from '../overview/overview-query.ts'

/** Null: nothing needs a second person. */
export const useLimitAmount = () => useQuery(overviewQuery).data?.fourEyesAbove ?? null

/** Whether anything needs a second member of staff. */
export const useFourEyes = () => useLimitAmount() !== null

/**
 * Above the limit one member of staff proposes and another confirms. What they decided alone in the last 24 hours counts too
 * where the server says so.
 */
export function useNeedsSecondAdmin(amount: number, decidedAloneAmount = 0): boolean {
  const limitAmount = useLimitAmount()
  return limitAmount !== null && amount + decidedAloneAmount > limitAmount
}

export function FourEyesNotice({ isHeld = false, decidedAlone = 0 }: { isHeld?: boolean; decidedAlone?: number }) {
  const limitAmount = useLimitAmount()
  return (
    <p className="rounded-2xl bg-warning-soft px-4 py-3">
      {limitAmount
        ? t('More than {amount} in 24 hours needs a second member of staff.', { amount: formatMoney(limitAmount) })
        : t('This needs a second member of staff.')}
      {verbatim(' ')}
      {decidedAlone > 0 &&
        t('{amount} of what you decided alone counts towards it.', { amount: formatMoney(decidedAlone) })}
      {decidedAlone > 0 && verbatim(' ')}
      {isHeld ? t('Until then the amount is only held.') : t('Until then no money moves.')}
    </p>
  )
}
