import type { ErasureGround } from '#contract/office/erasure-grounds.ts'
import { auditEntry, type StaffContext } from '../ledger/audit-entry.ts'
import {
  ERASURE_ACTION,
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
import { readNow } from '../platform/db/read-now.ts'
import type { ErasedPerson, PersonalData } from '../platform/personal-data/personal-data.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { redactText } from './redact.ts'

export type ErasureDeps = {
  keys: Pick<Keys, 'documents'>
  config: Pick<Config, 'retention'>
  personalData: PersonalData
}

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
export async function requireErasable(tx: Tx, personId: string): Promise<{ closedAt: Date }> {
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
  { keys, config, personalData }: ErasureDeps,
  staff: StaffContext,
  { personId, ground }: { personId: string; ground: ErasureGround },
): Promise<{ auditEntries: AuditEntry[]; notifications: Notification[] }> {
  const { closedAt } = await requireErasable(tx, personId)
  const { identityYears, booksYears } = config.retention
  const [identityUntil, booksUntil] = [yearsAfter(closedAt, identityYears), yearsAfter(closedAt, booksYears)]
  const { kept, emails } = await readIdentity(tx, personId, personalData)
  const identity = encryptSecret(keys.documents, erasedIdentityPurpose(personId), JSON.stringify(kept))
  await tx`
    insert into erasures (person_id, erased_at, erased_by, identity, identity_until, books_until)
    values (${personId}, ${staff.at}, ${staff.actorId}, ${identity}, ${identityUntil}, ${booksUntil})`
  const person = { personId, pseudonym: pseudonymOf(personId), emails, at: staff.at }
  await eraseTables(tx, personalData, 'atOnce', person)
  const redacted = kept.audit.map(({ id, before, after }) => ({
    id,
    before: redactText(before),
    after: redactText(after),
  }))
  await redactAuditEntries(tx, redacted, staff.at)
  await eraseDue(tx, personalData, personId)
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

/** What is kept encrypted: the person, what tables put aside, and the texts taken out of audit entries. */
async function readIdentity(tx: Tx, personId: string, personalData: PersonalData) {
  const [row] = await tx<IdentityRow[]>`
    select full_name, email, email_key, mobile, nationality, dob::text as dob, gender, address from people where id = ${personId}`
  if (!row) throw new Refusal('not_found')
  const earlier = await tx<
    { key: string }[]
  >`select old_email_key as key from email_changes where person_id = ${personId}`
  const putAside: Record<string, unknown> = {}
  for (const { erasure } of Object.values(personalData))
    if (erasure.putAside) putAside[erasure.putAside.as] = await erasure.putAside.read(tx, personId)
  const audit = (await readAuditTexts(tx, personId)).filter(({ before, after }) => hasText(before) || hasText(after))
  const { email_key: emailKey, ...person } = row
  return { emails: [emailKey, ...earlier.map(({ key }) => key)], kept: { person, ...putAside, audit } }
}

const hasText = (json: string) => redactText(json) !== JSON.stringify(JSON.parse(json))

type Step = 'atOnce' | 'withIdentity' | 'withBooks'

/** What each table says about this step. */
export async function eraseTables(tx: Tx, data: PersonalData, step: Step, person: ErasedPerson): Promise<void> {
  for (const { erasure } of Object.values(data)) await erasure[step]?.(tx, person)
}

/** What the law let go by now, by the database's time. The person must be locked. */
export async function eraseDue(tx: Tx, data: PersonalData, personId: string): Promise<void> {
  const at = await readNow(tx)
  const person = { personId, pseudonym: pseudonymOf(personId), emails: [], at }
  const identity = await tx`
    update erasures set identity = null, identity_erased_at = ${at}
    where person_id = ${personId} and identity_erased_at is null and identity_until <= ${at}`
  if (identity.count > 0) await eraseTables(tx, data, 'withIdentity', person)
  const books = await tx`
    update erasures set books_erased_at = ${at}
    where person_id = ${personId} and books_erased_at is null and books_until <= ${at}`
  if (books.count > 0) await eraseTables(tx, data, 'withBooks', person)
}
