import type { PaymentRunPreview } from '#contract/external-money/payment-runs.ts'
import { toAmount } from '#contract/money.ts'
import { referenceOf } from '#contract/payments/reference.ts'
import { verbatim } from '#contract/text.ts'
import type { Deps } from '../../http/deps.ts'
import { previewDue } from '../../ledger/make-payment-run.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { toAccountResponse } from './paying-account.ts'
import { basisOf, chooseRun, type RunChoice } from './plan-run.ts'
import { insertPreview } from './previews-store.ts'
import { toPaymentResponse } from './run-response.ts'

/** What a run would contain now, and the customers whose payments that shows. */
export async function previewRun(
  deps: Pick<Deps, 'sql' | 'config' | 'ledger'>,
  at: Date,
  choice: RunChoice,
): Promise<{ preview: PaymentRunPreview; ownerIds: string[] }> {
  const { sql } = deps
  const basis = basisOf(deps, at)
  const { account, executeOn } = await chooseRun(sql, choice, basis)
  const { payments, totalCents, digest, withheld } = await previewDue(sql, basis.initiator)
  const id = newIdAt(at)
  const { name, number, externalAccountId } = account.debtor
  const expiresAt = await insertPreview(sql, id, {
    outside_account_id: externalAccountId,
    debtor_name: name,
    debtor_number: number,
    execute_on: executeOn,
    digest,
  })
  const preview = {
    _id: id,
    account: toAccountResponse(account),
    executeOn,
    count: payments.length,
    total: toAmount(totalCents),
    payments: payments.map((row) =>
      toPaymentResponse({ ...row, returned_by: null, status: null, status_reason: null, status_at: null }),
    ),
    withheld: withheld.map((row) => ({
      transactionId: row.transaction_id,
      lineId: row.line_id,
      reference: verbatim(row.reference ?? referenceOf(row.line_id ?? '')),
      amount: toAmount(row.amount),
      accountName: verbatim(row.party_name),
      reason: row.reason,
    })),
    expiresAt: expiresAt.toISOString(),
  }
  return { preview, ownerIds: [...payments, ...withheld].flatMap(({ owner_id }) => owner_id ?? []) }
}
