import { useQuery } from '@tanstack/react-query'
import { formatMoney, toAmount } from '#contract/money.ts'
import { refusals } from '#contract/refusals.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { useAmountsHidden } from '../../shared/amounts/use-amounts-hidden.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { checkAmount, parseAmountCents } from '../../shared/ui/forms/parse-amount.ts'
import type { Payer } from '../accounts/use-payer.ts'
import { limitsQuery } from '../limits-query.ts'
import type { TransferForm } from './transfer-values.ts'

const INVALID_AMOUNT_TEXT = msg('Enter a valid withdrawal amount.')

/** Null: not paid today. */
type Available = { balance: number; left: number | null } | null

/** What can be sent today; loads the daily limit. */
export function useAvailable({ balance }: Payer, when: TransferForm['when']): Available {
  const { data: limits } = useQuery(limitsQuery)
  return when === 'today' ? { balance, left: limits?.left ?? null } : null
}

/** True when the amount can be sent. The server decides again, with the balance of that moment. */
export function amountError(text: string, available: Available): true | Text {
  const amountCents = parseAmountCents(text)
  if (amountCents === null) return checkAmount(text, t(INVALID_AMOUNT_TEXT))
  if (!available) return true
  const { balance, left } = available
  const amount = toAmount(amountCents)
  if (amount > balance) return t(refusals.insufficient_balance.message)
  if (left === null || amount <= left) return true
  return joinTexts(' ', t(refusals.limit_exceeded.message), t('{amount} is left.', { amount: formatMoney(left) }))
}

/** The balance, or less when the daily limit leaves less. */
export function MostToSend({ available }: { available: Available }) {
  const hidden = useAmountsHidden()
  if (!available) return t('It is paid if there is enough money on the day.')
  const { balance, left } = available
  if (left !== null && left < balance)
    return (
      <span className="figures">{t('Your daily limit leaves {left} to send today.', { left: formatMoney(left) })}</span>
    )
  return (
    <span className="figures">
      {hidden
        ? t('You can send up to your available balance.')
        : t('You can send up to {amount}.', { amount: formatMoney(balance) })}
    </span>
  )
}
