import { type FormEvent, useState } from 'react'
import { toAmount } from '#contract/money.ts'
import type { deposit } from '#contract/payments/deposits.ts'
import type { Transaction } from '#contract/payments/transactions.ts'
import { refusals } from '#contract/refusals.ts'
import { call } from '../../shared/api/call.ts'
import { useIdempotentSubmission } from '../../shared/api/use-idempotent-submission.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { dismissErrors, showToast } from '../../shared/ui/feedback/toasts.ts'
import { ambiguityText, isAmbiguous, parseAmountCents } from '../../shared/ui/forms/parse-amount.ts'
import { reloadTransactions } from '../transactions/transaction-queries.ts'
import { useUpload } from '../upload/use-upload.ts'
import { reloadReceipts } from './receipts.tsx'

type DepositBody = {
  accountId?: string
  amount: number
  receipt: string
  method: 'bank' | 'crypto'
  currency?: string
}

type MethodFields = { method: 'bank' } | { method: 'crypto'; currency: string }

/** State of a wire or crypto deposit: the amount, 'I have made Payment', the receipt and the submission. */
export function useDeposit() {
  const [amountText, setAmountText] = useState('')
  /** The savings account that gets the money; empty for the main account. */
  const [accountId, setAccountId] = useState('')
  const [paymentMade, setPaymentMade] = useState(false)
  const [submitted, setSubmitted] = useState<Transaction>()
  const receipt = useUpload('image or pdf')
  const submission = useIdempotentSubmission(
    (body: DepositBody, idempotencyKey) => call<typeof deposit>('POST', '/deposit', { body, idempotencyKey }),
    {
      onDone: (transaction) => {
        setSubmitted(transaction)
        dismissErrors()
        showToast({ message: t('Deposit made successfully') })
        void reloadTransactions()
        void reloadReceipts()
      },
      onRefused: (error) => showError(error),
    },
  )
  const amountCents = parseAmountCents(amountText)

  /** The form's submit: first 'I have made Payment', then, with the receipt, the deposit itself. */
  function next(event: FormEvent, method: MethodFields) {
    event.preventDefault()
    if (amountCents === null || receipt.upload.state === 'sending' || submission.sending) return
    if (paymentMade) submit(method)
    else setPaymentMade(true)
  }

  function submit(method: MethodFields) {
    if (amountCents === null) return
    if (receipt.upload.state !== 'done') {
      showToast({ message: t(refusals.receipt_required.message), error: true })
      return
    }
    submission.submit({
      amount: toAmount(amountCents),
      receipt: receipt.upload.imageUrl,
      ...(accountId ? { accountId } : {}),
      ...method,
    })
  }
  return {
    accountId,
    setAccountId,
    amountText,
    amountHint: isAmbiguous(amountText) ? ambiguityText() : undefined,
    setAmountText,
    amountCents,
    paymentMade,
    next,
    receipt,
    submission,
    submitted,
  }
}
export type DepositState = ReturnType<typeof useDeposit>
