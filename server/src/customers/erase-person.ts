import { imageUrlOf } from '#contract/customers/image-url.ts'
import { ERASED_EMAIL_DOMAIN } from '#contract/fields.ts'
import type { ErasureGround } from '#contract/office/erasure-grounds.ts'
import { auditEntry, type StaffContext } from '../ledger/audit-entry.ts'
import {
  ERASURE_ACTION,
  eraseBookTexts,
  eraseLedgerSecrets,
  hashRedactedEntries,
  isInOpenRun,
  readAuditTexts,
  redactAuditEntries,
} from '../ledger/erase-records.ts'
import type { AuditEntry, Notification } from '../ledger/types.ts'
import type { Config } from '../platform/config/config.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import { encryptSecret } from '../platform/crypto/stored-secret.ts'
import type { Tx } from '../platform/db/connection.ts'
import { sha256 } from '../platform/runtime/digests.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { ERASED, redactText } from './erasure/redact.ts'

export type ErasureDeps = { keys: Pick<Keys, 'documents'>; config: Pick<Config, 'retention'> }

/** Authenticated with the kept identity, so that it can't be moved to another person. */
export const erasedIdentityPurpose = (personId: string) => `identity of the erased person ${personId}`

/** Names no one, and tells erased people apart. */
export const pseudonymOf = (personId: string): string => `Erased customer ${personId.slice(-6)}`

type IdentityRow = {
  full_name: string
  email: string
  email_key: string
  mobile: string
  nationality: string
  dob: string | null
  gender: string
  address: string
}

/** A closed account, not erased yet, with no payment that still needs the name. The person must be locked. */
export async function refuseErasure(tx: Tx, personId: string): Promise<{ closedAt: Date }> {
  const [row] = await tx<{ closed_at: Date | null; erased: boolean }[]>`
    select a.closed_at, exists (select 1 from erasures e where e.person_id = a.owner_id) as erased
    from accounts a where a.id = ${personId}`
  if (!row) throw new Refusal('not_found')
  if (row.erased) throw new Refusal('already_erased')
  if (!row.closed_at) throw new Refusal('account_open')
  if (await isInOpenRun(tx, personId)) throw new Refusal('payments_under_way')
  return { closedAt: row.closed_at }
}

/**
 * Replaces the person by a pseudonym. What identified them is kept encrypted until the law lets it go; the texts of bookings
 * stay in place until then. Returns what the caller records. The person must be locked.
 */
export async function erasePerson(
  tx: Tx,
  { keys, config }: ErasureDeps,
  staff: StaffContext,
  { personId, ground }: { personId: string; ground: ErasureGround },
): Promise<{ auditEntries: AuditEntry[]; notifications: Notification[] }> {
  const { closedAt } = await refuseErasure(tx, personId)
  const { identityYears, booksYears } = config.retention
  const [identityUntil, booksUntil] = [yearsAfter(closedAt, identityYears), yearsAfter(closedAt, booksYears)]
  const { kept, emails } = await readIdentity(tx, personId)
  const identity = encryptSecret(keys.documents, erasedIdentityPurpose(personId), JSON.stringify(kept))
  await tx`
    insert into erasures (person_id, erased_at, erased_by, identity, identity_until, books_until)
    values (${personId}, ${staff.at}, ${staff.actorId}, ${identity}, ${identityUntil}, ${booksUntil})`
  await pseudonymise(tx, personId, staff.at)
  await deleteBelongings(tx, personId)
  await deleteContacts(tx, emails, personId)
  const redacted = kept.audit.map(({ id, before, after }) => ({
    id,
    before: redactText(before),
    after: redactText(after),
  }))
  await redactAuditEntries(tx, redacted, staff.at)
  await eraseDue(tx, personId, staff.at)
  const until = { identityUntil: identityUntil.toISOString(), booksUntil: booksUntil.toISOString() }
  const after = { ground, ...until, redactedHash: await hashRedactedEntries(tx, personId) }
  return {
    auditEntries: [auditEntry(staff, { subjectId: personId, action: ERASURE_ACTION, before: {}, after })],
    notifications: [{ personId, kind: 'person.erased', data: {}, at: staff.at }],
  }
}

function yearsAfter(date: Date, years: number): Date {
  const later = new Date(date)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}

/** What is kept encrypted: the person, notes and tags of staff, reasons of decisions, and the texts taken out of audit entries. */
async function readIdentity(tx: Tx, personId: string) {
  const [row] = await tx<IdentityRow[]>`
    select full_name, email, email_key, mobile, nationality, dob::text as dob, gender, address from people where id = ${personId}`
  if (!row) throw new Refusal('not_found')
  const earlier = await tx<{ old_email: string; old_email_key: string; changed_at: Date }[]>`
    select old_email, old_email_key, changed_at from email_changes where person_id = ${personId} order by number`
  const notes = await tx<{ text: string; at: Date; author_id: string }[]>`
    select text, at, author_id from staff_notes where person_id = ${personId} order by id`
  const tags = await tx<{ text: string; at: Date; author_id: string; transaction_id: string | null }[]>`
    select text, at, author_id, null::uuid as transaction_id from person_tags where person_id = ${personId}
    union all select text, at, author_id, transaction_id from transaction_tags where person_id = ${personId} order by at`
  const verifications = await tx<{ id: string; state: string; reason: string }[]>`
    select id, state, reason from verifications where person_id = ${personId} order by id`
  const audit = (await readAuditTexts(tx, personId)).filter(({ before, after }) => hasText(before) || hasText(after))
  const { email_key: emailKey, ...person } = row
  const emails = [emailKey, ...earlier.map((change) => change.old_email_key)]
  return { emails, kept: { person, earlier, notes, tags, verifications, audit } }
}

const hasText = (json: string) => redactText(json) !== JSON.stringify(JSON.parse(json))

async function pseudonymise(tx: Tx, personId: string, at: Date): Promise<void> {
  const email = `${personId}@${ERASED_EMAIL_DOMAIN}`
  await tx`
    update people set full_name = ${pseudonymOf(personId)}, email = ${email}, email_key = ${email}, password_hash = null,
      mobile = '', nationality = '', dob = null, gender = '', address = '', image = '', status_reason = '',
      email_confirmation_id = null, last_confirmed_email = null, pin_recovery_id = null, locale = null, updated_at = ${at}
    where id = ${personId}`
  await tx`update verifications set reason = ${ERASED} where person_id = ${personId} and reason <> ''`
  const proposals = await tx<{ id: string; texts: string[] }[]>`
    select id, array[before::text, after::text, basis::text, change::text] as texts from proposals where subject_id = ${personId}`
  for (const { id, texts } of proposals) {
    const [before = '{}', after = '{}', basis = '{}', change = '{}'] = texts.map(redactText)
    await tx`
      update proposals set before = ${before}::text::json, after = ${after}::text::json, basis = ${basis}::text::json,
        change = ${change}::text::json, reason = case reason when '' then '' else ${ERASED} end
      where id = ${id}`
  }
}

/**
 * All ways in, and what the person sent and saved that no law asks for. Again an hour later: a request that was under way
 * may have written once more.
 */
export async function deleteBelongings(tx: Tx, personId: string): Promise<void> {
  await tx`delete from push_devices where person_id = ${personId}`
  await tx`delete from push_preferences where person_id = ${personId}`
  await tx`delete from sessions where person_id = ${personId}`
  await tx`delete from known_devices where person_id = ${personId}`
  await tx`delete from totp_factors where person_id = ${personId}`
  await tx`delete from recovery_codes where person_id = ${personId}`
  await tx`delete from passkeys where person_id = ${personId}`
  await tx`update api_keys set name = '', revoked_at = coalesce(revoked_at, now()) where person_id = ${personId}`
  await tx`delete from challenges where person_id = ${personId}`
  await tx`delete from password_resets where person_id = ${personId}`
  await tx`delete from email_changes where person_id = ${personId}`
  await tx`delete from mail_opt_outs where person_id = ${personId}`
  await tx`delete from payees where person_id = ${personId}`
  await tx`delete from payee_categories where person_id = ${personId}`
  await tx`delete from transaction_labels where person_id = ${personId}`
  await tx`delete from staff_notes where person_id = ${personId}`
  await tx`delete from person_tags where person_id = ${personId}`
  await tx`delete from transaction_tags where person_id = ${personId}`
  // Filters of the person as staff, and of colleagues for this one person, whose id may be in capitals.
  await tx`delete from saved_filters where owner_id = ${personId} or strpos(lower(query), ${personId}) > 0`
  await tx`delete from office_events where person_id = ${personId}`
  await tx`delete from messages where person_id = ${personId}`
  await tx`delete from conversations where person_id = ${personId}`
  await eraseLedgerSecrets(tx, personId)
  await tx`
    delete from uploads u where u.owner_id = ${personId}
      and not exists (select 1 from transactions t where t.receipt_id = u.id)
      and not exists (select 1 from messages m where m.attachment_id = u.id)
      and not exists (select 1 from people p where p.image = ${imageUrlOf('')} || u.id::text)`
}

/** Sent without logging in, under an address that was the person's. One that another person has now may be theirs: it stays. */
async function deleteContacts(tx: Tx, emails: readonly string[], personId: string): Promise<void> {
  for (const email of emails) {
    const [other] = await tx`select 1 from people where email_key = ${email} and id <> ${personId}`
    if (other) continue
    await tx`delete from contact_messages where lower(email) = ${email}`
    await tx`delete from newsletter_subscriptions where email_hash = ${sha256(email)}`
  }
}

/** What the law let go by now. True: nothing is left to erase. The person must be locked. */
export async function eraseDue(tx: Tx, personId: string, at: Date): Promise<boolean> {
  const identity = await tx`
    update erasures set identity = null, identity_erased_at = ${at}
    where person_id = ${personId} and identity_erased_at is null and identity_until <= ${at}`
  if (identity.count > 0) await tx`delete from verification_documents where person_id = ${personId}`
  const books = await tx`
    update erasures set books_erased_at = ${at}
    where person_id = ${personId} and books_erased_at is null and books_until <= ${at}`
  if (books.count > 0) {
    await eraseBookTexts(tx, personId, pseudonymOf(personId))
    await tx`delete from document_parts where number in (select number from documents where owner_id = ${personId})`
    await tx`delete from uploads where owner_id = ${personId}`
  }
  const [left] = await tx`
    select 1 from erasures where person_id = ${personId} and (identity_erased_at is null or books_erased_at is null)`
  return left === undefined
}
