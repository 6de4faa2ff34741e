import { useQuery } from '@tanstack/react-query'
import { bankNamesOf, foldBankName } from '#contract/account-numbers.ts'
import type { PayeeCheck } from '#contract/payments/payees.ts'
import type { TransferPreview } from '#contract/payments/transfers.ts'
import type { Text } from '#contract/text.ts'
import { errorMessage } from '../../shared/api/api-error.ts'
import { isFinal } from '../../shared/api/use-idempotent-submission.ts'
import { institution } from '../../shared/institution.ts'
import { nameCheck } from './name-check.tsx'
import { scheduleOf } from './schedule.ts'
import { transferPreview } from './transfer-preview.ts'
import type { TransferForm } from './transfer-values.ts'

export type PaymentReview = {
  pending: boolean
  /** Absent for a scheduled payment, and when the bank could not be asked. */
  preview?: TransferPreview | undefined
  check?: PayeeCheck['result'] | undefined
  /** The holder of the account, where the name is close to it. */
  holder?: Text | undefined
  /** The account is in this bank, though another bank was entered. */
  isHereInstead: boolean
  /** The bank would refuse the payment, and this is why. */
  refusal?: Text | undefined
}

const isThisBank = (bankName: string) => bankNamesOf(institution).includes(foldBankName(bankName))

/** What the bank says about a payment before it is approved. Only the check of the payee can name a holder with a close name. */
export function usePaymentReview(form: TransferForm): PaymentReview {
  const scheduled = scheduleOf(form) !== null
  const preview = useQuery({ ...transferPreview(form), enabled: !scheduled })
  const checked = useQuery({ ...nameCheck(form), enabled: scheduled || preview.data?.check === 'close' })
  const check = preview.data?.check ?? checked.data?.result
  const isHere = check === 'match' || check === 'close' || check === 'no_match'
  return {
    pending: preview.isLoading || checked.isLoading,
    preview: preview.data,
    check,
    holder: checked.data?.name,
    isHereInstead: isHere && !isThisBank(form.bankName),
    refusal: isFinal(preview.error) ? errorMessage(preview.error) : undefined,
  }
}
