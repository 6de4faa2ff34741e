import type { Tx } from '../db/connection.ts'
import { requireAccount } from './account.ts'
import type { Journal } from './apply.ts'
import type { State } from './types.ts'

/** Writes what a batch decided, one statement a table, all sent together. */
export async function writeRows(tx: Tx, state: State, journal: Journal): Promise<void> {
  await Promise.all([
    journal.opened.length > 0 && insertTransactions(tx, journal),
    journal.closed.length > 0 && closeTransactions(tx, journal),
    journal.touched.size > 0 && updateAccounts(tx, state, journal),
    journal.postings.length > 0 && insertPostings(tx, journal),
    journal.months.size > 0 && addToMonths(tx, journal),
    journal.told.length > 0 && insertOutbox(tx, journal),
    journal.acts.length > 0 && insertActs(tx, journal),
    journal.remembered.length > 0 && insertRemembered(tx, journal),
  ])
}

async function insertTransactions(tx: Tx, { opened }: Journal) {
  await tx`
    insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at,
      decided_at, decided_by, reason, note, receipt_id, party_name, party_account, party_bank, party_iban, party_swift,
      party_id, origin_id, currency, rate, amount_due)
    select * from unnest(
      ${opened.map((t) => t.id)}::uuid[], ${opened.map((t) => t.accountId)}::uuid[], ${opened.map((t) => t.type)}::text[],
      ${opened.map((t) => t.amountCents)}::bigint[], ${opened.map((t) => t.status)}::text[],
      ${opened.map((t) => t.method)}::text[], ${opened.map((t) => t.reference)}::text[],
      ${opened.map((t) => t.valueAt)}::timestamptz[], ${opened.map((t) => t.submittedAt)}::timestamptz[],
      ${opened.map((t) => t.bookedAt)}::timestamptz[], ${opened.map((t) => t.decidedAt)}::timestamptz[],
      ${opened.map((t) => t.decidedBy)}::uuid[], ${opened.map((t) => t.reason)}::text[],
      ${opened.map((t) => t.note)}::text[], ${opened.map((t) => t.receiptId)}::uuid[],
      ${opened.map((t) => t.party?.name ?? '')}::text[], ${opened.map((t) => t.party?.accountNumber ?? '')}::text[],
      ${opened.map((t) => t.party?.bankName ?? '')}::text[], ${opened.map((t) => t.party?.iban ?? '')}::text[],
      ${opened.map((t) => t.party?.swiftCode ?? '')}::text[], ${opened.map((t) => t.party?.id ?? null)}::uuid[],
      ${opened.map((t) => t.originId)}::uuid[], ${opened.map((t) => t.currency)}::text[],
      ${opened.map((t) => t.rate)}::numeric[], ${opened.map((t) => t.amountDue)}::numeric[])`
}

/** The status in the predicate: whatever else happens, a status changes once, and only away from Pending. */
async function closeTransactions(tx: Tx, { closed }: Journal) {
  const result = await tx`
    update transactions t
    set status = c.status, booked_at = c.booked_at, decided_at = c.decided_at, decided_by = c.decided_by, reason = c.reason
    from unnest(
      ${closed.map((t) => t.id)}::uuid[], ${closed.map((t) => t.status)}::text[],
      ${closed.map((t) => t.bookedAt)}::timestamptz[], ${closed.map((t) => t.decidedAt)}::timestamptz[],
      ${closed.map((t) => t.decidedBy)}::uuid[], ${closed.map((t) => t.reason)}::text[])
      as c (id, status, booked_at, decided_at, decided_by, reason)
    where t.id = c.id and t.status = 'Pending'`
  if (result.count !== closed.length) throw new Error('A transaction was decided behind the lock of its account')
}

async function updateAccounts(tx: Tx, state: State, { touched }: Journal) {
  const accounts = [...touched].map((id) => requireAccount(state, id))
  await tx`
    update accounts a
    set balance = u.balance, held = u.held, posting_number = u.posting_number, posting_head = u.posting_head,
        event_number = u.event_number, audit_number = u.audit_number, audit_head = u.audit_head,
        pin_attempts = u.pin_attempts, code_attempts = u.code_attempts
    from unnest(
      ${accounts.map((a) => a.id)}::uuid[], ${accounts.map((a) => a.balance)}::bigint[],
      ${accounts.map((a) => a.held)}::bigint[], ${accounts.map((a) => a.postingNumber)}::bigint[],
      ${accounts.map((a) => a.postingHead)}::bytea[], ${accounts.map((a) => a.eventNumber)}::bigint[],
      ${accounts.map((a) => a.auditNumber)}::bigint[], ${accounts.map((a) => a.auditHead)}::bytea[],
      ${accounts.map((a) => a.pinAttempts)}::int[], ${accounts.map((a) => a.codeAttempts)}::int[])
      as u (id, balance, held, posting_number, posting_head, event_number, audit_number, audit_head, pin_attempts,
            code_attempts)
    where a.id = u.id`
}

async function insertPostings(tx: Tx, { postings }: Journal) {
  await tx`
    insert into postings (account_id, number, entry_id, transaction_id, contra, amount, balance_after, value_at, booked_at,
      hash)
    select * from unnest(
      ${postings.map((p) => p.accountId)}::uuid[], ${postings.map((p) => p.number)}::bigint[],
      ${postings.map((p) => p.entryId)}::uuid[], ${postings.map((p) => p.transactionId)}::uuid[],
      ${postings.map((p) => p.contra)}::text[], ${postings.map((p) => p.amount)}::bigint[],
      ${postings.map((p) => p.balanceAfter)}::bigint[], ${postings.map((p) => p.valueAt)}::timestamptz[],
      ${postings.map((p) => p.bookedAt)}::timestamptz[], ${postings.map((p) => p.hash)}::bytea[])`
}

async function addToMonths(tx: Tx, journal: Journal) {
  const months = [...journal.months.values()]
  await tx`
    insert into account_months as m (account_id, month, deposits, transfers)
    select * from unnest(
      ${months.map((m) => m.accountId)}::uuid[], ${months.map((m) => m.month)}::date[],
      ${months.map((m) => m.deposits)}::bigint[], ${months.map((m) => m.transfers)}::bigint[])
    on conflict (account_id, month)
    do update set deposits = m.deposits + excluded.deposits, transfers = m.transfers + excluded.transfers`
}

async function insertOutbox(tx: Tx, { told }: Journal) {
  await tx`
    insert into outbox (person_id, number, kind, data, created_at, mail_at)
    select * from unnest(
      ${told.map((row) => row.personId)}::uuid[], ${told.map((row) => row.number)}::bigint[],
      ${told.map((row) => row.kind)}::text[], ${told.map((row) => JSON.stringify(row.data))}::text[]::json[],
      ${told.map((row) => row.at)}::timestamptz[], ${told.map((row) => (row.mail ? row.at : null))}::timestamptz[])`
}

async function insertActs(tx: Tx, { acts }: Journal) {
  await tx`
    insert into audit (chain_id, number, id, actor_id, subject_id, action, before, after, request_id, at, hash)
    select * from unnest(
      ${acts.map((a) => a.chainId)}::uuid[], ${acts.map((a) => a.number)}::bigint[], ${acts.map((a) => a.id)}::uuid[],
      ${acts.map((a) => a.actorId)}::uuid[], ${acts.map((a) => a.subjectId)}::uuid[], ${acts.map((a) => a.action)}::text[],
      ${acts.map((a) => a.before)}::text[]::json[], ${acts.map((a) => a.after)}::text[]::json[],
      ${acts.map((a) => a.requestId)}::text[], ${acts.map((a) => a.at)}::timestamptz[], ${acts.map((a) => a.hash)}::bytea[])`
}

async function insertRemembered(tx: Tx, { remembered }: Journal) {
  await tx`
    insert into idempotency (person_id, route, key, request_hash, outcome, transaction_id, created_at)
    select * from unnest(
      ${remembered.map((r) => r.personId)}::uuid[], ${remembered.map((r) => r.key.route)}::text[],
      ${remembered.map((r) => r.key.key)}::text[], ${remembered.map((r) => r.requestHash)}::bytea[],
      ${remembered.map((r) => r.outcome)}::text[], ${remembered.map((r) => r.transactionId)}::uuid[],
      ${remembered.map((r) => r.at)}::timestamptz[])`
}
