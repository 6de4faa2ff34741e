import type { UnclearedDeposit as DepositAnswer } from '#contract/external-money/bank-statements.ts'
import { toAmount } from '#contract/money.ts'
import { verbatim } from '#contract/text.ts'
import type { UnclearedDeposit } from '../ledger/uncleared-deposits.ts'

/** A deposit that staff are asked about, because it may be the same money. */
export const toDepositAnswer = ({
  id,
  reference,
  amountCents,
  status,
  submittedAt,
}: UnclearedDeposit): DepositAnswer => ({
  transactionId: id,
  reference: verbatim(reference),
  amount: toAmount(amountCents),
  status,
  submittedAt: submittedAt.toISOString(),
})
