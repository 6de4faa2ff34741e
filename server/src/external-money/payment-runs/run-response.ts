import type { PaymentRun, RunPayment } from '#contract/external-money/payment-runs.ts'
import { toAmount } from '#contract/money.ts'
import type { PaymentRow, RunRow } from './store.ts'

export const toRunResponse = (row: RunRow): PaymentRun => ({
  _id: row.id,
  number: Number(row.number),
  count: row.count,
  total: toAmount(row.total),
  createdAt: row.created_at.toISOString(),
  createdBy: { _id: row.created_by, fullName: row.created_by_name },
  state: row.cancelled_at ? 'cancelled' : row.sent_at ? 'sent' : 'open',
  sentAt: row.sent_at?.toISOString() ?? null,
  sentBy: row.sent_by === null ? null : { _id: row.sent_by, fullName: row.sent_by_name ?? '' },
  paidFrom: { name: row.debtor_name, number: row.debtor_number },
  account: { _id: row.account_id, name: row.account_name, number: row.debtor_number },
  executeOn: row.execute_on,
  downloadedAt: row.downloaded_at?.toISOString() ?? null,
  cancelledAt: row.cancelled_at?.toISOString() ?? null,
  cancelledBy: row.cancelled_by === null ? null : { _id: row.cancelled_by, fullName: row.cancelled_by_name ?? '' },
})

type ShownPayment = Omit<PaymentRow, 'place' | 'owner_id' | 'payer_name' | 'remittance'>

export const toPaymentResponse = (row: ShownPayment): RunPayment => ({
  transactionId: row.transaction_id,
  reference: row.end_to_end_id,
  amount: toAmount(row.amount),
  accountName: row.party_name,
  accountNumber: row.party_account,
  bankName: row.party_bank,
  iban: row.party_iban,
  swiftCode: row.party_swift,
  returnedBy: row.returned_by,
  status: row.status,
  statusReason: row.status_reason || null,
  statusAt: row.status_at?.toISOString() ?? null,
})
