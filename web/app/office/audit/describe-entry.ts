import { formatMoney, toAmount } from '#contract/money.ts'
import type { AuditEntry } from '#contract/office/audit.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t, translateText } from '../../shared/i18n/i18n.ts'
import { formatDateTime, formatDay } from '../parts/format-date.ts'
import { translateField } from './field-names.ts'

/** Labels of the audit log's action names. */
export const ACTION_LABELS: Record<string, TextId> = {
  'account.funded': msg('Funded account'),
  'account.debited': msg('Debited account'),
  'account.secured': msg('Secured own account after a log-in of someone else'),
  'account.fund_proposed': msg('Proposed funding'),
  'account.debit_proposed': msg('Proposed debit'),
  'transaction.approved': msg('Approved transaction'),
  'transaction.declined': msg('Declined transaction'),
  'transaction.proposed': msg('Proposed approval'),
  'transactions.exported': msg('Exported transactions'),
  'transaction.reversed': msg('Reversed transaction'),
  'transaction.reversal_proposed': msg('Proposed reversal'),
  'transaction.returned': msg('Returned transfer'),
  'transaction.return_proposed': msg('Proposed return'),
  'payment_run.created': msg('Made a payment run'),
  'payment_run.downloaded': msg('Downloaded a payment file'),
  'payment_run.sent': msg('Sent a payment run'),
  'payment_run.cancelled': msg('Cancelled a payment run'),
  'payment_run.reported': msg('Imported statuses of payments'),
  'person.created': msg('Created a person'),
  'person.updated': msg('Edited profile'),
  'staff.left': msg('Ended the access of staff'),
  'verification.submitted': msg('Submitted documents at the desk'),
  'person.role_changed': msg('Changed role'),
  'role.confirmed': msg('Confirmed a role'),
  'person.status_changed': msg('Changed status'),
  'person.erased': msg('Erased customer'),
  'erasure.identity_opened': msg('Read the identity of an erased customer'),
  'code.set': msg('Set transaction code'),
  'code.described': msg('Changed code description'),
  'code.cleared': msg('Cleared transaction code'),
  'limit.set': msg('Set daily limit'),
  'pin.reset': msg('Reset PIN||past'),
  'api_key.created': msg('Made an API key'),
  'api_key.revoked': msg('Revoked an API key'),
  'factors.reset': msg('Removed second factors'),
  'sessions.ended': msg('Ended all sessions'),
  'verification.document_viewed': msg('Looked at a document'),
  'name_change.approved': msg('Approved a new name or date of birth'),
  'name_change.rejected': msg('Rejected a new name or date of birth'),
  'verification.approved': msg('Approved verification'),
  'verification.rejected': msg('Rejected verification'),
  'note.added': msg('Wrote a note'),
  'tag.added': msg('Added a tag'),
  'tag.removed': msg('Removed a tag'),
  'filter.saved': msg('Saved filters||past'),
  'filter.changed': msg('Changed saved filters'),
  'filter.deleted': msg('Deleted saved filters'),
  'conversation.assigned': msg('Assigned conversation'),
  'conversation.solved': msg('Solved conversation'),
  'conversation.reopened': msg('Reopened conversation'),
  'settings.updated': msg('Changed settings'),
  'bank_statement.imported': msg('Imported a bank statement'),
  'outside_account.added': msg('Added an outside account'),
  'gl_account.added': msg('Added an account to the chart'),
  'gl_account.renamed': msg('Renamed an account of the chart'),
  'gl_account.closed': msg('Closed an account of the chart'),
  'gl_account.reopened': msg('Reopened an account of the chart'),
  'journal_entry.booked': msg('Booked a journal entry'),
  'bank_line.booked': msg('Booked a statement line'),
  'bank_line.match_proposed': msg('Proposed booking a statement line'),
  'bank_line.ignored': msg('Ignored a statement line'),
  'bank_line.returned': msg('Returned a payment to its sender'),
  'bank_line.return_proposed': msg('Proposed returning a payment'),
  'bank_line.undone': msg('Undid a statement line'),
  'bank_line.undo_proposed': msg('Proposed undoing a statement line'),
  'books.closed': msg('Closed the books'),
  'books.reopened': msg('Reopened the books'),
  'closing.downloaded': msg('Downloaded a document of a closing'),
  'people.exported': msg('Exported people'),
  'report.trial_balance': msg('Downloaded a trial balance'),
  'report.balance_sheet': msg('Downloaded a balance sheet'),
  'report.profit_and_loss': msg('Downloaded profit and loss'),
  'report.journal': msg('Exported the journal'),
  'report.customers': msg('Exported new customers'),
  'report.dormant': msg('Exported dormant accounts'),
  'report.largest': msg('Exported the largest balances'),
  'csv_mapping.saved': msg('Changed columns of bank files'),
  'bank_statement.undone': msg('Undid an import of a bank statement'),
  'statement_number.remembered': msg('Said which account a number in bank files means'),
  'statement_number.forgotten': msg('Forgot which account a number in bank files means'),
  'webhook.added': msg('Added a webhook'),
  'webhook.paused': msg('Paused a webhook'),
  'webhook.resumed': msg('Resumed a webhook'),
  'webhook.deleted': msg('Deleted a webhook'),
  'webhook.resent': msg('Sent a webhook event again'),
  'proposal.made': msg('Proposed a change'),
  'proposal.confirmed': msg('Confirmed a proposal'),
  'proposal.rejected': msg('Rejected a proposal'),
  'proposal.expired': msg('Proposal expired'),
}

export function actionLabel(action: string): Text {
  const label = ACTION_LABELS[action]
  return label ? t(label) : verbatim(action)
}

export type FieldChange = { field: Text; before: Text | null; after: Text | null }

/** Shown elsewhere in the row, or of use to programs only. */
const HIDDEN_FIELDS = [
  'transactionId',
  'documentId',
  'noteId',
  'filterId',
  'ownerId',
  'runId',
  'lineId',
  'statementId',
  'outsideAccountId',
  'proposalId',
  'checklist',
  'webhookId',
  'deliveryId',
  'proposedBy',
  'reverses',
  'assignedTo',
  'apiKeyId',
  'entryId',
  'reversesId',
  'hash',
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
function formatExpiry(iso: string): Text {
  const lastMoment = new Date(Date.parse(iso) - 1).toISOString()
  const isMidnight = formatDateTime(iso).endsWith(' 00:00')
  return isMidnight ? t('end of {day}', { day: formatDay(lastMoment) }) : formatDateTime(iso)
}

function formatValue(field: string, value: unknown): Text | null {
  if (value === undefined) return null
  if (field === 'expireDate' && typeof value === 'string' && ISO_TIME.test(value)) return formatExpiry(value)
  if (/(At|Date)$/.test(field) && typeof value === 'string' && ISO_TIME.test(value)) return formatDateTime(value)
  if (isCents(field, value)) return formatMoney(toAmount(BigInt(String(value))))
  if (value === null || value === '') return t('empty')
  if (['role', 'status', 'type'].includes(field)) return translateText(String(value))
  return verbatim(typeof value === 'object' ? JSON.stringify(value) : String(value))
}

/** 'balanceCents' → 'balance', 'codeDescription' → 'code description' */
const fieldLabel = (field: string) => translateField(wordsOf(field))

const wordsOf = (field: string) =>
  field
    .replace(/Cents$/, '')
    .replace(/(By|To)Name$/, '$1')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace('whats app', 'WhatsApp')
    .replace('cash app', 'Cash App')

/** 'balance: $12.50; note: Welcome', without empty fields. */
export const describeFields = (fields: AuditEntry['before']): Text =>
  joinTexts(
    '; ',
    ...Object.entries(fields)
      .filter(([field, value]) => !HIDDEN_FIELDS.includes(field) && !isEmpty(value))
      .map(([field, value]) => joinTexts(': ', fieldLabel(field), formatValue(field, value))),
  )

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
