import type { RiskFlag } from '#contract/payments/risk-flags.ts'
import type { Reader } from '../platform/db/connection.ts'
import { type LimitColumns, toLimits } from './limits-store.ts'
import type { Account, Method, Transaction, TransactionStatus, TransactionType } from './types.ts'

export type AccountRow = LimitColumns & {
  id: string
  owner_id: string
  /** Null: of a member of staff without an account. */
  number: string | null
  balance: bigint
  held: bigint
  posting_number: bigint
  posting_head: Buffer
  event_number: bigint
  audit_number: bigint
  audit_head: Buffer
  pin_hash: Buffer | null
  pin_attempts: number
  code_hash: Buffer | null
  code_expires_at: Date | null
  code_attempts: number
  opened_at: Date
  closed_at: Date | null
  credentials_changed_at: Date | null
}

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  ownerId: row.owner_id,
  number: row.number ?? '',
  balanceCents: row.balance,
  heldCents: row.held,
  postingNumber: row.posting_number,
  postingHead: row.posting_head,
  eventNumber: row.event_number,
  auditNumber: row.audit_number,
  auditHead: row.audit_head,
  pinHash: row.pin_hash,
  pinAttempts: row.pin_attempts,
  codeHash: row.code_hash,
  codeExpiresAt: row.code_expires_at,
  codeAttempts: row.code_attempts,
  openedAt: row.opened_at,
  closedAt: row.closed_at,
  credentialsChangedAt: row.credentials_changed_at,
  limits: toLimits(row),
})

export type TransactionRow = {
  id: string
  account_id: string
  owner_id: string
  type: TransactionType
  amount: bigint
  status: TransactionStatus
  method: Method
  reference: string
  message: string | null
  value_at: Date
  submitted_at: Date
  booked_at: Date | null
  decided_at: Date | null
  decided_by: string | null
  proposed_by: string | null
  proposed_at: Date | null
  doubt_confirmed: boolean | null
  reason: string
  note: string
  receipt_id: string | null
  party_name: string
  party_account: string
  party_bank: string
  party_iban: string
  party_swift: string
  party_id: string | null
  origin_id: string | null
  flags: string
  reverses_id: string | null
  reversal_id: string | null
  reversal_status: TransactionStatus | null
  reversal_is_return: boolean | null
  reversal_decided_at: Date | null
  is_return: boolean
  currency: string
  rate: string | null
  amount_due: string | null
}

/** The columns of a transaction, for every query that reads one. */
export const transactionColumns = (sql: Reader) => sql`
  t.id, t.account_id, t.type, t.amount, t.status, t.method, t.reference, t.message, t.value_at, t.submitted_at, t.booked_at,
  t.decided_at, t.decided_by, t.proposed_by, t.proposed_at, t.doubt_confirmed, t.reason, t.note, t.receipt_id, t.party_name, t.party_account, t.party_bank,
  t.party_iban, t.party_swift, t.party_id, t.origin_id, t.currency, t.rate, t.amount_due, t.flags, t.reverses_id, t.is_return,
  (select o.owner_id from accounts o where o.id = t.account_id) as owner_id,
  (select r.id from transactions r where r.reverses_id = t.id and r.status <> 'Declined' limit 1) as reversal_id,
  (select r.status from transactions r where r.reverses_id = t.id and r.status <> 'Declined' limit 1) as reversal_status,
  (select r.is_return from transactions r where r.reverses_id = t.id and r.status <> 'Declined' limit 1) as reversal_is_return,
  (select r.decided_at from transactions r where r.reverses_id = t.id and r.status <> 'Declined' limit 1) as reversal_decided_at`

export const toTransaction = (row: TransactionRow): Transaction => ({
  id: row.id,
  accountId: row.account_id,
  ownerId: row.owner_id,
  type: row.type,
  amountCents: row.amount,
  status: row.status,
  method: row.method,
  reference: row.reference,
  message: row.message ?? '',
  valueAt: row.value_at,
  submittedAt: row.submitted_at,
  bookedAt: row.booked_at,
  decidedAt: row.decided_at,
  decidedBy: row.decided_by,
  proposedBy: row.proposed_by,
  proposedAt: row.proposed_at,
  doubtConfirmed: row.doubt_confirmed,
  reason: row.reason,
  note: row.note,
  receiptId: row.receipt_id,
  counterparty:
    row.party_account || row.party_name
      ? {
          name: row.party_name,
          accountNumber: row.party_account,
          bankName: row.party_bank,
          iban: row.party_iban,
          swiftCode: row.party_swift,
          id: row.party_id,
        }
      : null,
  originId: row.origin_id,
  flags: row.flags ? (row.flags.split(' ') as RiskFlag[]) : [],
  reverses: row.reverses_id,
  reversal:
    row.reversal_id && row.reversal_status
      ? {
          id: row.reversal_id,
          status: row.reversal_status,
          isReturn: row.reversal_is_return ?? false,
          decidedAt: row.reversal_decided_at,
        }
      : null,
  isReturn: row.is_return,
  currency: row.currency,
  rate: row.rate,
  amountDue: row.amount_due,
})
