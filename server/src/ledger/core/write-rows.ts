import { isBellKind, isMailKind, isPushKind } from '#contract/notifications/notification-kinds.ts'
import { isPublishedKind } from '#contract/notifications/webhook-events.ts'
import { touchSessions } from '../../access/touch-sessions.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { parameterRows } from '../../platform/db/parameter-rows.ts'
import { requireAccount } from '../account.ts'
import { insertKeyTransfers } from '../api-keys-store.ts'
import { endPayRequestPayments, insertPayRequestPayments } from '../pay-requests-store.ts'
import {
  insertRuns,
  insertScheduledPayments,
  updateRuns,
  updateScheduledPayments,
} from '../scheduled-payments-store.ts'
import type { Account, State, Transaction } from '../types.ts'
import type { AuditRow, Journal, MonthRow, NotificationRow, PostingRow, StoredOutcomeRow } from './apply.ts'

/**
 * Writes a batch: one statement for new rows and accounts, one for changed transactions, and one for reduced months, because not
 * every PostgreSQL-compatible engine lets a statement write to a table twice. The first, which most batches consist of, leaves with
 * the COMMIT behind it: it has no result to check.
 */
export async function writeRows(tx: Tx, state: State, journal: Journal): Promise<void> {
  const months = [...journal.months.values()]
  const reduced = months.filter(isReduced)
  const added = months.filter((month) => !isReduced(month))
  const declined = [...journal.decided.values()].filter(isDeclinedTransfer)
  const parts = [
    journal.opened.size > 0 && insertTransactions(tx, journal),
    journal.changedAccounts.size > 0 && updateAccounts(tx, state, journal),
    journal.postings.length > 0 && insertPostings(tx, journal),
    added.length > 0 && addToMonths(tx, added),
    journal.notifications.length > 0 && insertOutbox(tx, journal),
    journal.auditEntries.length > 0 && insertAuditEntries(tx, journal),
    journal.storedOutcomes.length > 0 && insertStoredOutcomes(tx, journal),
    journal.usedAuthorisations.length > 0 && useAuthorisations(tx, journal),
    journal.keyTransfers.length > 0 && insertKeyTransfers(tx, journal.keyTransfers),
    journal.payRequestPayments.length > 0 && insertPayRequestPayments(tx, requestsPaid(journal)),
    journal.sessionTouches.size > 0 &&
      tx`sessions_touched as (${touchSessions(tx, [...journal.sessionTouches.values()])})`,
  ].filter((part) => part !== false)
  await Promise.all([
    // Before the authorisation that refers to it.
    journal.openedScheduledPayments.size > 0 &&
      insertScheduledPayments(tx, [...journal.openedScheduledPayments.values()]),
    journal.decided.size > 0 && decideTransactions(tx, journal),
    reduced.length > 0 && reduceMonths(tx, reduced),
    // This comes before the next payment of the same request.
    declined.length > 0 && endPayRequestPayments(tx, declined),
  ])
  if (parts.length > 0) tx.send`with ${parts.reduce((all, part) => tx`${all}, ${part}`)} select 1`
  // Runs refer to transactions, which have to be there.
  await Promise.all([
    journal.changedScheduledPayments.size > 0 &&
      updateScheduledPayments(tx, [...journal.changedScheduledPayments.values()]),
    journal.openedRuns.size > 0 && insertRuns(tx, [...journal.openedRuns.values()]),
    journal.changedRuns.size > 0 && updateRuns(tx, [...journal.changedRuns.values()]),
  ])
}

const isDeclinedTransfer = ({ type, status }: Transaction) => type === 'Transfer' && status === 'Declined'

/** A transfer can be declined by the batch that submits it. */
const requestsPaid = ({ payRequestPayments, opened }: Journal) =>
  payRequestPayments.map((payment) => {
    const transaction = opened.get(payment.transactionId)
    return { ...payment, endedAt: transaction?.status === 'Declined' ? transaction.decidedAt : null }
  })

const openedRows = parameterRows<Transaction>([
  ['uuid', (t) => t.id],
  ['uuid', (t) => t.accountId],
  ['text', (t) => t.type],
  ['bigint', (t) => t.amountCents],
  ['text', (t) => t.status],
  ['text', (t) => t.method],
  ['text', (t) => t.reference],
  ['timestamptz', (t) => t.valueAt],
  ['timestamptz', (t) => t.submittedAt],
  ['timestamptz', (t) => t.bookedAt],
  ['timestamptz', (t) => t.decidedAt],
  ['uuid', (t) => t.decidedBy],
  ['uuid', (t) => t.proposedBy],
  ['timestamptz', (t) => t.proposedAt],
  ['text', (t) => t.reason],
  ['text', (t) => t.note],
  ['uuid', (t) => t.receiptId],
  ['text', (t) => t.counterparty?.name ?? ''],
  ['text', (t) => t.counterparty?.accountNumber ?? ''],
  ['text', (t) => t.counterparty?.bankName ?? ''],
  ['text', (t) => t.counterparty?.iban ?? ''],
  ['text', (t) => t.counterparty?.swiftCode ?? ''],
  ['uuid', (t) => t.counterparty?.id ?? null],
  ['uuid', (t) => t.originId],
  ['text', (t) => t.currency],
  ['numeric', (t) => t.rate],
  ['numeric', (t) => t.amountDue],
  ['uuid', (t) => t.reverses],
  ['text', (t) => t.flags.join(' ')],
  ['boolean', (t) => String(t.isReturn)],
  ['text', (t) => t.message || null],
])

function insertTransactions(tx: Tx, journal: Journal) {
  const opened = [...journal.opened.values()]
  return tx`
    opened as (
    insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at,
      decided_at, decided_by, proposed_by, proposed_at, reason, note, receipt_id, party_name, party_account, party_bank,
      party_iban, party_swift, party_id, origin_id, currency, rate, amount_due, reverses_id, flags, is_return,
      message)
    select * from ${openedRows(tx, opened)} as r)`
}

const decidedRows = parameterRows<Transaction>([
  ['uuid', (t) => t.id],
  ['text', (t) => t.status],
  ['timestamptz', (t) => t.bookedAt],
  ['timestamptz', (t) => t.decidedAt],
  ['uuid', (t) => t.decidedBy],
  ['text', (t) => t.reason],
  ['uuid', (t) => t.proposedBy],
  ['timestamptz', (t) => t.proposedAt],
  ['boolean', (t) => (t.doubtConfirmed === null ? null : String(t.doubtConfirmed))],
])

/**
 * The predicate enforces that a status changes once, away from Pending, and that the proposer stays when another member of
 * staff confirms or declines it. Only a lapsed first approval is replaced, by a later one, or removed when one person is
 * enough to approve a customer's own transaction. The expression on the status leaves the primary key as the only usable
 * index: a plan from an empty table would otherwise scan all pending transactions.
 */
async function decideTransactions(tx: Tx, journal: Journal) {
  const decided = [...journal.decided.values()]
  const result = await tx`
    update transactions t
    set status = d.status, booked_at = d.booked_at, decided_at = d.decided_at, decided_by = d.decided_by, reason = d.reason,
        proposed_by = d.proposed_by, proposed_at = d.proposed_at, doubt_confirmed = d.doubt_confirmed
    from ${decidedRows(tx, decided)} as d (id, status, booked_at, decided_at, decided_by, reason, proposed_by, proposed_at, doubt_confirmed)
    where t.id = d.id and t.status || '' = 'Pending'
      and (t.proposed_by is null or (t.proposed_by = d.proposed_by and d.status <> 'Pending')
           or (d.status = 'Pending' and d.proposed_at > t.proposed_at)
           or (d.status = 'Completed' and d.proposed_by is null and t.method <> 'adjustment' and t.reverses_id is null))`
  if (result.count !== decided.length) throw new Error('A transaction was decided without the lock of its account')
}

const accountRows = parameterRows<Account>([
  ['uuid', (a) => a.id],
  ['bigint', (a) => a.balanceCents],
  ['bigint', (a) => a.heldCents],
  ['bigint', (a) => a.postingNumber],
  ['bytea', (a) => a.postingHead],
  ['bigint', (a) => a.eventNumber],
  ['bigint', (a) => a.auditNumber],
  ['bytea', (a) => a.auditHead],
  ['int', (a) => a.pinAttempts],
  ['int', (a) => a.codeAttempts],
])

function updateAccounts(tx: Tx, state: State, { changedAccounts: touched }: Journal) {
  const accounts = [...touched].map((id) => requireAccount(state, id))
  return tx`
    updated as (
    update accounts a
    set balance = u.balance, held = u.held, posting_number = u.posting_number, posting_head = u.posting_head,
        event_number = u.event_number, audit_number = u.audit_number, audit_head = u.audit_head,
        pin_attempts = u.pin_attempts, code_attempts = u.code_attempts
    from ${accountRows(tx, accounts)} as u (id, balance, held, posting_number, posting_head, event_number, audit_number, audit_head, pin_attempts,
            code_attempts)
    where a.id = u.id)`
}

const postingRows = parameterRows<PostingRow>([
  ['uuid', (p) => p.accountId],
  ['bigint', (p) => p.number],
  ['uuid', (p) => p.entryId],
  ['uuid', (p) => p.transactionId],
  ['text', (p) => p.contra],
  ['bigint', (p) => p.amountCents],
  ['bigint', (p) => p.balanceAfterCents],
  ['timestamptz', (p) => p.valueAt],
  ['timestamptz', (p) => p.bookedAt],
  ['bytea', (p) => p.hash],
])

function insertPostings(tx: Tx, { postings }: Journal) {
  return tx`
    posted as (
    insert into postings (account_id, number, entry_id, transaction_id, contra, amount, balance_after, value_at, booked_at,
      hash)
    select * from ${postingRows(tx, postings)} as r)`
}

const monthRows = parameterRows<MonthRow>([
  ['uuid', (m) => m.accountId],
  ['date', (m) => m.month],
  ['bigint', (m) => m.depositsCents],
  ['bigint', (m) => m.transfersCents],
])

function addToMonths(tx: Tx, months: readonly MonthRow[]) {
  return tx`
    added as (
    insert into account_months as m (account_id, month, deposits, transfers)
    select * from ${monthRows(tx, months)} as r
    on conflict (account_id, month)
    do update set deposits = m.deposits + excluded.deposits, transfers = m.transfers + excluded.transfers)`
}

const isReduced = ({ depositsCents, transfersCents }: MonthRow) => depositsCents < 0n || transfersCents < 0n

/** By a reversal. Not in `addToMonths`: PostgreSQL checks a row before it finds that it exists, and a sum is never negative. */
async function reduceMonths(tx: Tx, months: readonly MonthRow[]) {
  const result = await tx`
    update account_months m set deposits = m.deposits + r.deposits, transfers = m.transfers + r.transfers
    from ${monthRows(tx, months)} as r (account_id, month, deposits, transfers)
    where m.account_id = r.account_id and m.month = r.month`
  if (result.count !== months.length) throw new Error('A reversal found no month of its original')
}

const mailAt = ({ kind, mailAt, historical, at }: NotificationRow) =>
  historical || !isMailKind(kind) ? null : mailAt === undefined ? at : mailAt
/** A notification that is historical, or not in the bell, is read from the start. */
const readAt = ({ kind, historical, at }: NotificationRow) => (historical || !isBellKind(kind) ? at : null)

/** A bank without webhooks writes nothing for them. */
const isPublished = ({ kind, historical }: NotificationRow) => (isPublishedKind(kind) && !historical ? 'true' : null)

const isPushed = ({ kind, historical }: NotificationRow) => (isPushKind(kind) && !historical ? 'true' : null)

const outboxRows = parameterRows<NotificationRow>([
  ['uuid', (row) => row.personId],
  ['bigint', (row) => row.number],
  ['text', (row) => row.kind],
  ['json', (row) => JSON.stringify(row.data)],
  ['timestamptz', (row) => row.at],
  ['timestamptz', mailAt],
  ['timestamptz', readAt],
  ['boolean', isPublished],
  ['boolean', isPushed],
])

function insertOutbox(tx: Tx, { notifications }: Journal) {
  return tx`
    notified as (
    insert into outbox (person_id, number, kind, data, created_at, mail_at, read_at, webhook, push)
    select n.person_id, n.number, n.kind, n.data, n.created_at, n.mail_at, n.read_at,
      case when n.published and exists (select 1 from webhooks) then true end,
      case when n.pushed and exists (select 1 from push_devices d where d.person_id = n.person_id) then true end
    from ${outboxRows(tx, notifications)}
      as n (person_id, number, kind, data, created_at, mail_at, read_at, published, pushed))`
}

const auditRows = parameterRows<AuditRow>([
  ['uuid', (a) => a.chainId],
  ['bigint', (a) => a.number],
  ['uuid', (a) => a.id],
  ['uuid', (a) => a.actorId],
  ['uuid', (a) => a.subjectId],
  ['text', (a) => a.action],
  ['json', (a) => a.before],
  ['json', (a) => a.after],
  ['text', (a) => a.requestId],
  ['timestamptz', (a) => a.at],
  ['bytea', (a) => a.hash],
])

function insertAuditEntries(tx: Tx, { auditEntries }: Journal) {
  return tx`
    audited as (
    insert into audit (chain_id, number, id, actor_id, subject_id, action, before, after, request_id, at, hash)
    select * from ${auditRows(tx, auditEntries)} as r)`
}

const authorisationRows = parameterRows<Journal['usedAuthorisations'][number]>([
  ['uuid', ({ authorisationId }) => authorisationId],
  ['uuid', ({ use }) => use.transactionId],
  ['uuid', ({ use }) => use.scheduledPaymentId],
  ['bytea', ({ responseHash }) => responseHash],
  ['timestamptz', ({ at }) => at],
])

/** The rows are locked and unused; the response is stored again, in case another one was verified meanwhile. */
function useAuthorisations(tx: Tx, { usedAuthorisations }: Journal) {
  return tx`
    authorisations_used as (
    update transfer_authorisations a
    set used_at = u.at, transaction_id = u.transaction_id, order_id = u.order_id, response_hash = u.response_hash
    from ${authorisationRows(tx, usedAuthorisations)} as u (id, transaction_id, order_id, response_hash, at)
    where a.id = u.id)`
}

const storedOutcomeRows = parameterRows<StoredOutcomeRow>([
  ['uuid', (r) => r.personId],
  ['text', (r) => r.key.route],
  ['text', (r) => r.key.key],
  ['bytea', (r) => r.requestHash],
  ['text', (r) => r.outcome],
  ['uuid', (r) => r.resultId],
])

/** Stores the database's time, by which outcomes are deleted. */
function insertStoredOutcomes(tx: Tx, { storedOutcomes }: Journal) {
  return tx`
    stored as (
    insert into idempotency (person_id, route, key, request_hash, outcome, transaction_id, created_at)
    select r.*, ${tx.now()} from ${storedOutcomeRows(tx, storedOutcomes)} as r)`
}
