import type { AuditEntry } from '#contract/audit.ts'
import { formatMoney, toAmount } from '#contract/money.ts'
import { formatDateTime, formatDay } from '../format-date.ts'

/** Labels of the audit log's action names. */
export const ACTION_LABELS: Record<string, string> = {
  'account.funded': 'Funded account',
  'account.debited': 'Debited account',
  'account.fund_proposed': 'Proposed funding',
  'account.debit_proposed': 'Proposed debit',
  'transaction.approved': 'Approved transaction',
  'transaction.declined': 'Declined transaction',
  'transaction.proposed': 'Proposed approval',
  'transactions.exported': 'Exported transactions',
  'transaction.reversed': 'Reversed transaction',
  'transaction.reversal_proposed': 'Proposed reversal',
  'transaction.returned': 'Returned transfer',
  'transaction.return_proposed': 'Proposed return',
  'payment_run.created': 'Made a payment run',
  'payment_run.downloaded': 'Downloaded a payment file',
  'payment_run.sent': 'Sent a payment run',
  'person.updated': 'Edited profile',
  'person.role_changed': 'Changed role',
  'person.status_changed': 'Changed status',
  'code.set': 'Set transaction code',
  'code.described': 'Changed code description',
  'code.cleared': 'Cleared transaction code',
  'limit.set': 'Set daily limit',
  'pin.reset': 'Reset PIN',
  'factors.reset': 'Removed second factors',
  'sessions.ended': 'Ended all sessions',
  'verification.document_viewed': 'Looked at a document',
  'verification.approved': 'Approved verification',
  'verification.rejected': 'Rejected verification',
  'note.added': 'Wrote a note',
  'conversation.assigned': 'Assigned conversation',
  'conversation.solved': 'Solved conversation',
  'conversation.reopened': 'Reopened conversation',
  'settings.updated': 'Changed settings',
  'bank_statement.imported': 'Imported a bank statement',
  'outside_account.added': 'Added an outside account',
  'bank_line.booked': 'Booked a statement line',
  'bank_line.match_proposed': 'Proposed booking a statement line',
  'bank_line.ignored': 'Ignored a statement line',
  'bank_line.returned': 'Returned a payment to its sender',
  'bank_line.return_proposed': 'Proposed returning a payment',
  'bank_line.undone': 'Undid a statement line',
  'csv_mapping.saved': 'Changed columns of bank files',
  'proposal.made': 'Proposed a change',
  'proposal.confirmed': 'Confirmed a proposal',
  'proposal.rejected': 'Rejected a proposal',
  'proposal.expired': 'Proposal expired',
}

export const actionLabel = (action: string) => ACTION_LABELS[action] ?? action

export type FieldChange = { field: string; before: string | null; after: string | null }

/** Shown elsewhere in the row, or of use to programs only. */
const HIDDEN_FIELDS = [
  'transactionId',
  'documentId',
  'noteId',
  'runId',
  'lineId',
  'statementId',
  'outsideAccountId',
  'proposalId',
  'proposedBy',
  'reverses',
  'assignedTo',
]
const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** The id of the transaction that an entry is about, if any. */
export const transactionIdOf = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string | null => {
  const id = before.transactionId ?? after.transactionId
  return typeof id === 'string' ? id : null
}

const isCents = (field: string, value: unknown) => field.endsWith('Cents') && /^-?\d{1,18}$/.test(String(value))

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** An expiry is the first moment after its last day: midnight is shown as the end of the day before. */
function formatExpiry(iso: string): string {
  const lastMoment = new Date(Date.parse(iso) - 1).toISOString()
  const isMidnight = formatDateTime(iso).endsWith(' 00:00')
  return isMidnight ? `end of ${formatDay(lastMoment)}` : formatDateTime(iso)
}

function formatValue(field: string, value: unknown): string | null {
  if (value === undefined) return null
  if (field === 'expireDate' && typeof value === 'string' && ISO_TIME.test(value)) return formatExpiry(value)
  if (/(At|Date)$/.test(field) && typeof value === 'string' && ISO_TIME.test(value)) return formatDateTime(value)
  if (isCents(field, value)) return formatMoney(toAmount(BigInt(String(value))))
  if (value === null || value === '') return 'empty'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** 'balanceCents' → 'balance', 'codeDescription' → 'code description' */
const fieldLabel = (field: string) =>
  field
    .replace(/Cents$/, '')
    .replace(/(By|To)Name$/, '$1')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace('whats app', 'WhatsApp')
    .replace('cash app', 'Cash App')

/** 'balance: $12.50; note: Welcome', without empty fields. */
export const describeFields = (fields: AuditEntry['before']): string =>
  Object.entries(fields)
    .filter(([field, value]) => !HIDDEN_FIELDS.includes(field) && !isEmpty(value))
    .map(([field, value]) => `${fieldLabel(field)}: ${formatValue(field, value)}`)
    .join('; ')

/** The changed fields. A field equal on both sides has only its `after`; a field empty on both sides is left out. */
export function fieldChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !HIDDEN_FIELDS.includes(field))
    .filter((field) => !(isEmpty(before[field]) && isEmpty(after[field])))
  const changes = fields.map((field) => {
    const [oldText, newText] = [formatValue(field, before[field]), formatValue(field, after[field])]
    return { field: fieldLabel(field), before: oldText === newText ? null : oldText, after: newText ?? null }
  })
  // Changed values first: they are what a reader looks for.
  const isChanged = ({ before, after }: FieldChange) => before !== null && after !== null
  return [...changes.filter(isChanged), ...changes.filter((change) => !isChanged(change))]
}
