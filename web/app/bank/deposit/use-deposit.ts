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

type Body = { amount: number; receipt: string; method: 'bank' | 'crypto'; currency?: string }

/** What a wire and a crypto deposit have in common: an amount, 'I have made Payment', a receipt, and sending it once. */
export function useDeposit() {
  const [amount, setAmount] = useState('')
  const [paid, setPaid] = useState(false)
  const [made, setMade] = useState<Transaction>()
  const receipt = useUpload('image or pdf')
  const submission = useIdempotentSubmission(
    (body: Body, idempotencyKey) => call<typeof deposit>('POST', '/deposit', { body, idempotencyKey }),
    {
      onDone: (transaction) => {
        setMade(transaction)
        showToast({ message: 'Deposit made successfully' })
        void reloadTransactions()
        void reloadReceipts()
      },
      onRefused: (error) => showError(error),
    },
  )
  const cents = parseAmountCents(amount)

  function submit(way: { method: 'bank' } | { method: 'crypto'; currency: string }) {
    if (cents === null) return
    if (receipt.upload.state !== 'done') {
      showToast({ message: refusals.receipt_required.message, error: true })
      return
    }
    submission.submit({ amount: centsToDollars(cents), receipt: receipt.upload.imageUrl, ...way })
  }
  return { amount, setAmount, cents, paid, pay: () => setPaid(true), receipt, submission, submit, made }
}
export type DepositState = ReturnType<typeof useDeposit>
