import { isBellKind, isMailKind, isPushKind } from '#contract/notification-kinds.ts'
import { isPublishedKind } from '#contract/webhook-events.ts'
import { column } from '../db/arrays.ts'
import type { Tx } from '../db/connection.ts'
import { touchSessions } from '../sessions/touch-sessions.ts'
import { requireAccount } from './account.ts'
import { insertKeyTransfers } from './api-keys-store.ts'
import type { Journal, MonthRow, NotificationRow } from './apply.ts'
import { insertOrders, insertRuns, updateOrders, updateRuns } from './orders-store.ts'
import type { State } from './types.ts'

/**
 * Writes a batch in statements that are sent together: one for new rows and accounts, one for changed transactions, and one for reduced
 * months, because not every PostgreSQL-compatible engine lets a statement write to a table twice.
 */
export async function writeRows(tx: Tx, state: State, journal: Journal): Promise<void> {
  const months = [...journal.months.values()]
  const reduced = months.filter(isReduced)
  const added = months.filter((month) => !isReduced(month))
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
    journal.sessionTouches.size > 0 &&
      tx`sessions_touched as (${touchSessions(tx, [...journal.sessionTouches.values()])})`,
  ].filter((part) => part !== false)
  await Promise.all([
    // Before the authorisation that refers to it.
    journal.openedOrders.size > 0 && insertOrders(tx, [...journal.openedOrders.values()]),
    journal.decided.size > 0 && decideTransactions(tx, journal),
    reduced.length > 0 && reduceMonths(tx, reduced),
    parts.length > 0 && tx`with ${parts.reduce((all, part) => tx`${all}, ${part}`)} select 1`,
  ])
  // Runs refer to transactions, which have to be there.
  await Promise.all([
    journal.changedOrders.size > 0 && updateOrders(tx, [...journal.changedOrders.values()]),
    journal.openedRuns.size > 0 && insertRuns(tx, [...journal.openedRuns.values()]),
    journal.changedRuns.size > 0 && updateRuns(tx, [...journal.changedRuns.values()]),
  ])
}

function insertTransactions(tx: Tx, journal: Journal) {
  const opened = [...journal.opened.values()]
  return tx`
    opened as (
    insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at,
      decided_at, decided_by, proposed_by, proposed_at, reason, note, receipt_id, party_name, party_account, party_bank,
      party_iban, party_swift, party_id, origin_id, currency, rate, amount_due, reverses_id, flags, is_return)
    select * from unnest(
      ${column(opened, (t) => t.id)}::uuid[], ${column(opened, (t) => t.accountId)}::uuid[], ${column(opened, (t) => t.type)}::text[],
      ${column(opened, (t) => t.amountCents)}::bigint[], ${column(opened, (t) => t.status)}::text[],
      ${column(opened, (t) => t.method)}::text[], ${column(opened, (t) => t.reference)}::text[],
      ${column(opened, (t) => t.valueAt)}::timestamptz[], ${column(opened, (t) => t.submittedAt)}::timestamptz[],
      ${column(opened, (t) => t.bookedAt)}::timestamptz[], ${column(opened, (t) => t.decidedAt)}::timestamptz[],
      ${column(opened, (t) => t.decidedBy)}::uuid[], ${column(opened, (t) => t.proposedBy)}::uuid[],
      ${column(opened, (t) => t.proposedAt)}::timestamptz[], ${column(opened, (t) => t.reason)}::text[],
      ${column(opened, (t) => t.note)}::text[], ${column(opened, (t) => t.receiptId)}::uuid[],
      ${column(opened, (t) => t.counterparty?.name ?? '')}::text[], ${column(opened, (t) => t.counterparty?.accountNumber ?? '')}::text[],
      ${column(opened, (t) => t.counterparty?.bankName ?? '')}::text[], ${column(opened, (t) => t.counterparty?.iban ?? '')}::text[],
      ${column(opened, (t) => t.counterparty?.swiftCode ?? '')}::text[], ${column(opened, (t) => t.counterparty?.id ?? null)}::uuid[],
      ${column(opened, (t) => t.originId)}::uuid[], ${column(opened, (t) => t.currency)}::text[],
      ${column(opened, (t) => t.rate)}::numeric[], ${column(opened, (t) => t.amountDue)}::numeric[],
      ${column(opened, (t) => t.reverses)}::uuid[], ${column(opened, (t) => t.flags.join(' '))}::text[],
      ${column(opened, (t) => String(t.isReturn))}::boolean[]))`
}

/**
 * The predicate enforces that a status changes once, away from Pending, and that the proposer stays when another member of
 * staff confirms or declines it. Only a lapsed first approval is replaced, by a later one, or removed when one person is
 * enough to approve a customer's own transaction. `= any` and the expression on the status leave the primary key as the
 * only usable index: a plan from an empty table would otherwise scan all pending transactions.
 */
async function decideTransactions(tx: Tx, journal: Journal) {
  const decided = [...journal.decided.values()]
  const result = await tx`
    update transactions t
    set status = d.status, booked_at = d.booked_at, decided_at = d.decided_at, decided_by = d.decided_by, reason = d.reason,
        proposed_by = d.proposed_by, proposed_at = d.proposed_at
    from unnest(
      ${column(decided, (t) => t.id)}::uuid[], ${column(decided, (t) => t.status)}::text[],
      ${column(decided, (t) => t.bookedAt)}::timestamptz[], ${column(decided, (t) => t.decidedAt)}::timestamptz[],
      ${column(decided, (t) => t.decidedBy)}::uuid[], ${column(decided, (t) => t.reason)}::text[],
      ${column(decided, (t) => t.proposedBy)}::uuid[], ${column(decided, (t) => t.proposedAt)}::timestamptz[])
      as d (id, status, booked_at, decided_at, decided_by, reason, proposed_by, proposed_at)
    where t.id = d.id and t.id = any(${column(decided, (t) => t.id)}::uuid[]) and t.status || '' = 'Pending'
      and (t.proposed_by is null or (t.proposed_by = d.proposed_by and d.status <> 'Pending')
           or (d.status = 'Pending' and d.proposed_at > t.proposed_at)
           or (d.status = 'Completed' and d.proposed_by is null and t.method <> 'adjustment' and t.reverses_id is null))`
  if (result.count !== decided.length) throw new Error('A transaction was decided without the lock of its account')
}

function updateAccounts(tx: Tx, state: State, { changedAccounts: touched }: Journal) {
  const accounts = [...touched].map((id) => requireAccount(state, id))
  return tx`
    updated as (
    update accounts a
    set balance = u.balance, held = u.held, posting_number = u.posting_number, posting_head = u.posting_head,
        event_number = u.event_number, audit_number = u.audit_number, audit_head = u.audit_head,
        pin_attempts = u.pin_attempts, code_attempts = u.code_attempts
    from unnest(
      ${column(accounts, (a) => a.id)}::uuid[], ${column(accounts, (a) => a.balanceCents)}::bigint[],
      ${column(accounts, (a) => a.heldCents)}::bigint[], ${column(accounts, (a) => a.postingNumber)}::bigint[],
      ${column(accounts, (a) => a.postingHead)}::bytea[], ${column(accounts, (a) => a.eventNumber)}::bigint[],
      ${column(accounts, (a) => a.auditNumber)}::bigint[], ${column(accounts, (a) => a.auditHead)}::bytea[],
      ${column(accounts, (a) => a.pinAttempts)}::int[], ${column(accounts, (a) => a.codeAttempts)}::int[])
      as u (id, balance, held, posting_number, posting_head, event_number, audit_number, audit_head, pin_attempts,
            code_attempts)
    where a.id = u.id)`
}

function insertPostings(tx: Tx, { postings }: Journal) {
  return tx`
    posted as (
    insert into postings (account_id, number, entry_id, transaction_id, contra, amount, balance_after, value_at, booked_at,
      hash)
    select * from unnest(
      ${column(postings, (p) => p.accountId)}::uuid[], ${column(postings, (p) => p.number)}::bigint[],
      ${column(postings, (p) => p.entryId)}::uuid[], ${column(postings, (p) => p.transactionId)}::uuid[],
      ${column(postings, (p) => p.contra)}::text[], ${column(postings, (p) => p.amountCents)}::bigint[],
      ${column(postings, (p) => p.balanceAfterCents)}::bigint[], ${column(postings, (p) => p.valueAt)}::timestamptz[],
      ${column(postings, (p) => p.bookedAt)}::timestamptz[], ${column(postings, (p) => p.hash)}::bytea[]))`
}

function addToMonths(tx: Tx, months: readonly MonthRow[]) {
  return tx`
    added as (
    insert into account_months as m (account_id, month, deposits, transfers)
    select * from unnest(
      ${column(months, (m) => m.accountId)}::uuid[], ${column(months, (m) => m.month)}::date[],
      ${column(months, (m) => m.depositsCents)}::bigint[], ${column(months, (m) => m.transfersCents)}::bigint[])
    on conflict (account_id, month)
    do update set deposits = m.deposits + excluded.deposits, transfers = m.transfers + excluded.transfers)`
}

const isReduced = ({ depositsCents, transfersCents }: MonthRow) => depositsCents < 0n || transfersCents < 0n

/** By a reversal. Not in `addToMonths`: PostgreSQL checks a row before it finds that it exists, and a sum is never negative. */
async function reduceMonths(tx: Tx, months: readonly MonthRow[]) {
  const result = await tx`
    update account_months m set deposits = m.deposits + r.deposits, transfers = m.transfers + r.transfers
    from unnest(
      ${column(months, (m) => m.accountId)}::uuid[], ${column(months, (m) => m.month)}::date[],
      ${column(months, (m) => m.depositsCents)}::bigint[], ${column(months, (m) => m.transfersCents)}::bigint[])
      as r (account_id, month, deposits, transfers)
    where m.account_id = r.account_id and m.month = r.month`
  if (result.count !== months.length) throw new Error('A reversal found no month of its original')
}

function insertOutbox(tx: Tx, { notifications }: Journal) {
  return tx`
    notified as (
    insert into outbox (person_id, number, kind, data, created_at, mail_at, read_at, webhook, push)
    select n.person_id, n.number, n.kind, n.data, n.created_at, n.mail_at, n.read_at,
      case when n.published and exists (select 1 from webhooks) then true end,
      case when n.pushed and exists (select 1 from push_devices d where d.person_id = n.person_id) then true end
    from unnest(
      ${column(notifications, (row) => row.personId)}::uuid[], ${column(notifications, (row) => row.number)}::bigint[],
      ${column(notifications, (row) => row.kind)}::text[], ${column(notifications, (row) => JSON.stringify(row.data))}::text[]::json[],
      ${column(notifications, (row) => row.at)}::timestamptz[], ${column(notifications, mailAt)}::timestamptz[],
      ${column(notifications, readAt)}::timestamptz[], ${column(notifications, isPublished)}::boolean[],
      ${column(notifications, isPushed)}::boolean[])
      as n (person_id, number, kind, data, created_at, mail_at, read_at, published, pushed))`
}

const mailAt = ({ kind, mailAt, historical, at }: NotificationRow) =>
  historical || !isMailKind(kind) ? null : mailAt === undefined ? at : mailAt
/** A notification that is historical, or not in the bell, is read from the start. */
const readAt = ({ kind, historical, at }: NotificationRow) => (historical || !isBellKind(kind) ? at : null)

/** A bank without webhooks writes nothing for them. */
const isPublished = ({ kind, historical }: NotificationRow) => (isPublishedKind(kind) && !historical ? 'true' : null)

const isPushed = ({ kind, historical }: NotificationRow) => (isPushKind(kind) && !historical ? 'true' : null)

function insertAuditEntries(tx: Tx, { auditEntries }: Journal) {
  return tx`
    audited as (
    insert into audit (chain_id, number, id, actor_id, subject_id, action, before, after, request_id, at, hash)
    select * from unnest(
      ${column(auditEntries, (a) => a.chainId)}::uuid[], ${column(auditEntries, (a) => a.number)}::bigint[], ${column(auditEntries, (a) => a.id)}::uuid[],
      ${column(auditEntries, (a) => a.actorId)}::uuid[], ${column(auditEntries, (a) => a.subjectId)}::uuid[], ${column(auditEntries, (a) => a.action)}::text[],
      ${column(auditEntries, (a) => a.before)}::text[]::json[], ${column(auditEntries, (a) => a.after)}::text[]::json[],
      ${column(auditEntries, (a) => a.requestId)}::text[], ${column(auditEntries, (a) => a.at)}::timestamptz[], ${column(auditEntries, (a) => a.hash)}::bytea[]))`
}

/** The rows are locked and unused; the response is stored again, in case another one was verified meanwhile. */
function useAuthorisations(tx: Tx, { usedAuthorisations }: Journal) {
  return tx`
    authorisations_used as (
    update transfer_authorisations a
    set used_at = u.at, transaction_id = u.transaction_id, order_id = u.order_id, response_hash = u.response_hash
    from unnest(
      ${column(usedAuthorisations, ({ authorisationId }) => authorisationId)}::uuid[],
      ${column(usedAuthorisations, ({ use }) => use.transactionId)}::uuid[],
      ${column(usedAuthorisations, ({ use }) => use.orderId)}::uuid[],
      ${column(usedAuthorisations, ({ responseHash }) => responseHash)}::bytea[],
      ${column(usedAuthorisations, ({ at }) => at)}::timestamptz[]) as u (id, transaction_id, order_id, response_hash, at)
    where a.id = u.id)`
}

function insertStoredOutcomes(tx: Tx, { storedOutcomes }: Journal) {
  return tx`
    stored as (
    insert into idempotency (person_id, route, key, request_hash, outcome, transaction_id, created_at)
    select * from unnest(
      ${column(storedOutcomes, (r) => r.personId)}::uuid[], ${column(storedOutcomes, (r) => r.key.route)}::text[],
      ${column(storedOutcomes, (r) => r.key.key)}::text[], ${column(storedOutcomes, (r) => r.requestHash)}::bytea[],
      ${column(storedOutcomes, (r) => r.outcome)}::text[], ${column(storedOutcomes, (r) => r.transactionId)}::uuid[],
      ${column(storedOutcomes, (r) => r.at)}::timestamptz[]))`
}
