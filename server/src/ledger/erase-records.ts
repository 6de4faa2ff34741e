import type { Reader, Tx } from '../platform/db/connection.ts'
import type { Count } from './scheduled-payments/scheduled-payment-invariants.ts'

/*
 * What the erasure of a person changes in the ledger's tables. Amounts, times, ids, postings and hashes stay: the books verify
 * as before. The caller holds the lock of the person, whose accounts are closed.
 */

/** Texts of audit entries, as they were hashed. */
export type AuditTexts = { id: string; before: string; after: string }

/** An entry of these actions explains an erasure, and has no text of the person. */
export const ERASURE_ACTION = 'person.erased'

/** No law asks for them. */
export const eraseAccountSecrets = (tx: Tx, personId: string) => tx`
  update accounts set pin_hash = null, pin_attempts = 0, pin_set_at = null, code_hash = null, code_expires_at = null,
    code_attempts = 0, code_description = '', name = case kind when 'savings' then 'Savings' else '' end
  where owner_id = ${personId}`

/** Webhooks need the ids of what they were not told yet. First, so that what is published meanwhile is deleted. */
export async function eraseNotifications(tx: Tx, personId: string): Promise<void> {
  await tx`
    update outbox set mail_at = null, push = null, data = coalesce((
      select json_object_agg(key, value) from json_each(data)
      where key in ('transactionId', 'receivedId', 'accountId', 'orderId', 'welcome')), '{}')
    where person_id = ${personId} and webhook`
  await tx`delete from outbox where person_id = ${personId} and webhook is not true`
}

/** Entries about the person, for `redactAuditEntries`. */
export const readAuditTexts = (tx: Tx, personId: string) => tx<AuditTexts[]>`
  select id, before::text as before, after::text as after from audit
  where chain_id = ${personId} and redacted_at is null and action <> ${ERASURE_ACTION} order by number`

/** The hash stays, and with it the chain; `redacted_at` tells why the texts don't match it any more. */
export async function redactAuditEntries(tx: Tx, entries: readonly AuditTexts[], at: Date): Promise<void> {
  for (const { id, before, after } of entries)
    await tx`
      update audit set before = ${before}::text::json, after = ${after}::text::json, redacted_at = ${at} where id = ${id}`
}

/**
 * Over everything that redacted entries still say, as hex. It is in the entry of the erasure, whose own hash covers it: from then on
 * who did what and when can't be changed in them either.
 */
export const redactedHash = (sql: Reader) => sql`
  encode(sha256(convert_to(coalesce(string_agg(concat_ws(E'\n', r.number, r.id, r.actor_id, coalesce(r.subject_id::text, ''), r.action,
    r.before::text, r.after::text, r.request_id, (extract(epoch from r.at) * 1000)::bigint, encode(r.hash, 'hex')), E'\n'
    order by r.number), ''), 'UTF8')), 'hex')`

/** For the entry of the erasure, which comes after them. */
export async function hashRedactedEntries(tx: Tx, personId: string): Promise<string> {
  const [row] = await tx<{ hash: string }[]>`
    select ${redactedHash(tx)} as hash from audit r where r.chain_id = ${personId} and r.redacted_at is not null`
  return row?.hash ?? ''
}

/** A payment file that was not sent yet needs the names. */
export async function isInOpenRun(tx: Tx, personId: string): Promise<boolean> {
  const [found] = await tx`
    select 1 from run_payments p join payment_runs r on r.id = p.run_id and r.sent_at is null
    left join transactions t on t.id = p.transaction_id left join accounts a on a.id = t.account_id
    left join bank_statement_lines l on l.id = p.line_id
    where a.owner_id = ${personId} or l.person_id = ${personId} limit 1`
  return found !== undefined
}

/**
 * The texts of bookings: of the person's transactions, and in those of other customers the person's name and what was written to or by
 * the person. An approval by passkey signed the texts, so it goes with them.
 */
export async function eraseBookTexts(tx: Tx, personId: string, pseudonym: string): Promise<void> {
  const own = tx`(select id from accounts where owner_id = ${personId})`
  await tx`update orders set authorisation_id = null where person_id = ${personId}`
  await tx`delete from transfer_authorisations where person_id = ${personId}`
  await tx`
    update orders set name = '', party_name = '', party_account = '', party_bank = '', party_iban = '', party_swift = '',
      message = null
    where person_id = ${personId}`
  await tx`
    update run_payments set payer_name = ${pseudonym}, party_name = '', party_account = '', party_bank = '', party_iban = '',
      party_swift = '', remittance = ''
    where transaction_id in (select id from transactions where account_id in ${own})`
  await tx`
    update run_payments set party_name = '', party_account = '', party_bank = '', party_iban = '', party_swift = '', remittance = ''
    where line_id in (select id from bank_statement_lines where person_id = ${personId})`
  await tx`
    update bank_statement_lines set counterparty_name = null, counterparty_number = null, text = '', end_to_end_id = null,
      bank_reference = null, reasons = '', suggestions = '[]',
      returned_reason = case when returned_reason is null then null else 'Erased' end,
      ignored_reason = case when ignored_reason is null then null else 'Erased' end
    where id in (
      select id from bank_statement_lines where person_id = ${personId}
      union all select l.id from transactions t join bank_statement_lines l on l.transaction_id = t.id where t.account_id in ${own}
      union all select l.id from transactions t join bank_statement_lines l on l.deposit_id = t.id where t.account_id in ${own})`
  await tx`
    update transactions set party_name = '', party_account = '', party_bank = '', party_iban = '', party_swift = '', reason = '', note = '',
      message = null
    where account_id in ${own}`
  await erasePaymentsOfOthers(tx, personId, pseudonym)
}

/**
 * A scheduled payment of another customer to the person names the same payee as its transfers. Its row is locked, not its
 * owner's accounts: each change of a scheduled payment reads it under that lock.
 */
async function erasePaymentsOfOthers(tx: Tx, personId: string, pseudonym: string): Promise<void> {
  const own = tx`(select id from accounts where owner_id = ${personId})`
  const toPerson = tx`person_id <> ${personId} and party_account in (select number from accounts where owner_id = ${personId})`
  await tx`
    delete from transfer_authorisations
    where transaction_id in (select id from transactions where party_id in ${own} and account_id not in ${own})`
  const signed = await tx<{ id: string | null }[]>`
    select authorisation_id as id from orders where ${toPerson} order by orders.id for update`
  await tx`update orders set party_name = ${pseudonym}, message = null, authorisation_id = null where ${toPerson}`
  await tx`delete from transfer_authorisations where id = any(${signed.map(({ id }) => id)}::uuid[])`
  await tx`
    update transactions set party_name = ${pseudonym}, message = null where party_id in ${own} and account_id not in ${own}`
}

/** Entries without their texts are in the chains of erased people only. */
export const checkErasures = (sql: Reader): PromiseLike<Count[]> => sql<Count[]>`
  with audited as (select chain_id, count(*) as times from audit where action = ${ERASURE_ACTION} group by chain_id)
  select (select count(*) from erasures) as checked,
    (select count(*) from erasures e join people p on p.id = e.person_id left join audited l on l.chain_id = e.person_id
     where p.status <> 'Closed' or p.password_hash is not null or l.times is distinct from 1
        or exists (select 1 from passkeys k where k.person_id = e.person_id))
    + (select count(*) from audited l left join erasures e on e.person_id = l.chain_id where e.person_id is null)
    + (select count(*) from audit a left join erasures e on e.person_id = a.chain_id
       where a.redacted_at is not null and e.person_id is null) as breaches`
