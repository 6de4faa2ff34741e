import { imageUrlOf } from '#contract/customers/image-url.ts'
import { toAmount } from '#contract/money.ts'
import type { Transaction as TransactionAnswer } from '#contract/payments/transactions.ts'
import type { Call } from '../http/route.ts'
import { mainAccountId } from '../ledger/account.ts'
import type { Outcome, Transaction } from '../ledger/types.ts'
import { Refusal } from '../platform/runtime/refusal.ts'

/** Maps the ledger's outcome to a response: the transaction, or a refusal with the current state. */
export function answerOutcome(
  { reply }: Pick<Call, 'reply'>,
  outcome: Outcome,
  current?: Record<string, unknown>,
): TransactionAnswer {
  if (outcome.replayed) reply.header('idempotency-replayed', 'true')
  if (!outcome.ok) throw new Refusal(outcome.code, { current })
  return toTransactionAnswer(outcome.transaction)
}

/** Field by field: the ledger's other columns (who decided, notes) can't leak. */
export const toTransactionAnswer = (transaction: Transaction): TransactionAnswer => ({
  _id: transaction.id,
  ...savingsAccountOf(transaction),
  type: transaction.type,
  amount: toAmount(transaction.amountCents),
  status: transaction.status,
  createdAt: transaction.valueAt.toISOString(),
  bookedAt: transaction.bookedAt?.toISOString() ?? null,
  updatedAt: updatedAt(transaction).toISOString(),
  method: transaction.method,
  reference: transaction.reference,
  message: transaction.message,
  reason: transaction.reason,
  receipt: transaction.receiptId && imageUrlOf(transaction.receiptId),
  counterparty: counterpartyOf(transaction),
  crypto: quoteOf(transaction),
  ...linksOf(transaction),
})

/** A first approval that a second person has to confirm does not count: customers see nothing of it. */
function updatedAt({ submittedAt, bookedAt, decidedAt, reversal }: Transaction): Date {
  const times = [submittedAt, bookedAt, decidedAt, reversal?.decidedAt].map((time) => time?.getTime() ?? 0)
  return new Date(Math.max(...times))
}

/** A return is a reversal in the books, and something else for those who read it. */
function linksOf({ reverses, isReturn, reversal }: Transaction) {
  const by = reversal?.status === 'Completed' ? reversal : null
  return {
    reverses: isReturn ? null : reverses,
    reversedBy: by && !by.isReturn ? by.id : null,
    returns: isReturn ? reverses : null,
    returnedBy: by?.isReturn ? by.id : null,
  }
}

/** Without one, everything on the wire means the main account. */
const savingsAccountOf = ({ accountId, ownerId }: Transaction): { accountId?: string } =>
  accountId === mainAccountId(ownerId) ? {} : { accountId }

function counterpartyOf({ counterparty: party }: Transaction): TransactionAnswer['counterparty'] {
  if (!party) return null
  const { name, accountNumber, bankName, iban, swiftCode } = party
  return { accountName: name, accountNumber, bankName, iban, swiftCode }
}

function quoteOf({ currency, rate, amountDue }: Transaction): TransactionAnswer['crypto'] {
  return rate === null || amountDue === null ? null : { currency, rate, amountDue }
}
