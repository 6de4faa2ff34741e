import { useState } from 'react'
import type { deposit } from '#contract/deposits.ts'
import { centsToDollars } from '#contract/money.ts'
import { refusals } from '#contract/refusals.ts'
import type { Transaction } from '#contract/transactions.ts'
import { call } from '../../shared/api/call.ts'
import { useIdempotentSubmission } from '../../shared/api/use-idempotent-submission.ts'
import { showError } from '../../shared/show-error.ts'
import { parseAmountCents } from '../../shared/ui/parse-amount.ts'
import { showToast } from '../../shared/ui/toasts.ts'
import { reloadTransactions } from '../transactions/transaction-queries.ts'
import { useUpload } from '../upload/use-upload.ts'
import { reloadReceipts } from './receipts.tsx'

type DepositBody = { amount: number; receipt: string; method: 'bank' | 'crypto'; currency?: string }

/** State of a wire or crypto deposit: the amount, 'I have made Payment', the receipt and the submission. */
export function useDeposit() {
  const [amountText, setAmountText] = useState('')
  const [paymentMade, setPaymentMade] = useState(false)
  const [submitted, setSubmitted] = useState<Transaction>()
  const receipt = useUpload('image or pdf')
  const submission = useIdempotentSubmission(
    (body: DepositBody, idempotencyKey) => call<typeof deposit>('POST', '/deposit', { body, idempotencyKey }),
    {
      onDone: (transaction) => {
        setSubmitted(transaction)
        showToast({ message: 'Deposit made successfully' })
        void reloadTransactions()
        void reloadReceipts()
      },
      onRefused: (error) => showError(error),
    },
  )
  const amountCents = parseAmountCents(amountText)

  function submit(method: { method: 'bank' } | { method: 'crypto'; currency: string }) {
    if (amountCents === null) return
    if (receipt.upload.state !== 'done') {
      showToast({ message: refusals.receipt_required.message, error: true })
      return
    }
    submission.submit({ amount: centsToDollars(amountCents), receipt: receipt.upload.imageUrl, ...method })
  }
  return {
    amountText,
    setAmountText,
    amountCents,
    paymentMade,
    confirmPayment: () => setPaymentMade(true),
    receipt,
    submission,
    submit,
    submitted,
  }
}
export type DepositState = ReturnType<typeof useDeposit>
