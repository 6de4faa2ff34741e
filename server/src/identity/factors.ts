import type { RotatingKey } from '../platform/crypto/rotating-key.ts'
import { decryptSecret, encryptSecret } from '../platform/crypto/stored-secret.ts'
import type { Reader, Tx } from '../platform/db/connection.ts'
import { deleteRecoveryCodes } from './factors/recovery-codes.ts'
import { matchTotpStep } from './factors/totp.ts'

export const totpPurpose = (personId: string) => `totp ${personId}`

export type EnrolledFactors = { totp: boolean; passkeys: boolean; recovery: boolean }

export async function readFactors(sql: Reader, personId: string): Promise<EnrolledFactors> {
  const [row] = await sql<EnrolledFactors[]>`
    select exists (select from totp_factors where person_id = ${personId} and confirmed_at is not null) as totp,
           exists (select from passkeys where person_id = ${personId}) as passkeys,
           exists (select from recovery_codes where person_id = ${personId} and used_at is null) as recovery`
  return row ?? { totp: false, passkeys: false, recovery: false }
}

/** Recovery codes alone are not a factor: they stand in for one. */
export const hasSecondFactor = ({ totp, passkeys }: EnrolledFactors): boolean => totp || passkeys

/** A new secret replaces one that was never confirmed; false when TOTP is enrolled already. */
export async function storeTotpSecret(
  tx: Tx,
  key: RotatingKey,
  personId: string,
  secret: string,
  at: Date,
): Promise<boolean> {
  const stored = encryptSecret(key, totpPurpose(personId), secret)
  const inserted = await tx`
    insert into totp_factors (person_id, secret, created_at) values (${personId}, ${stored}, ${at})
    on conflict (person_id) do update set secret = excluded.secret, created_at = excluded.created_at
    where totp_factors.confirmed_at is null`
  return inserted.count === 1
}

type TotpRow = { secret: Buffer; confirmed: boolean }

async function matchStep(
  sql: Reader,
  key: RotatingKey,
  personId: string,
  code: string,
  at: Date,
): Promise<(TotpRow & { step: bigint }) | null> {
  const [row] = await sql<TotpRow[]>`
    select secret, confirmed_at is not null as confirmed from totp_factors where person_id = ${personId}`
  const secret = row && decryptSecret(key, totpPurpose(personId), row.secret)
  const step = secret ? matchTotpStep(secret, code, at) : null
  return row && step !== null ? { ...row, step } : null
}

/** The first code shows that the app has the secret. */
export async function confirmTotp(
  tx: Tx,
  key: RotatingKey,
  personId: string,
  code: string,
  at: Date,
): Promise<boolean> {
  const match = await matchStep(tx, key, personId, code, at)
  if (!match || match.confirmed) return false
  const confirmed = await tx`
    update totp_factors set confirmed_at = ${at}, last_step = ${match.step}
    where person_id = ${personId} and confirmed_at is null`
  return confirmed.count === 1
}

/** A code is accepted once (RFC 6238, 5.2): its step must lie after the last accepted one. */
export async function useTotp(
  sql: Reader,
  key: RotatingKey,
  personId: string,
  code: string,
  at: Date,
): Promise<boolean> {
  const match = await matchStep(sql, key, personId, code, at)
  if (!match?.confirmed) return false
  const used = await sql`
    update totp_factors set last_step = ${match.step} where person_id = ${personId} and last_step < ${match.step}`
  return used.count === 1
}

export type FactorCounts = { totp: number; passkeys: number; recoveryCodes: number }

/** Everything a second step can be made with, confirmed or not. Returns how many of each there were. */
export async function deleteAllFactors(tx: Tx, personId: string): Promise<FactorCounts> {
  const totp = await tx`delete from totp_factors where person_id = ${personId}`
  const passkeys = await tx`delete from passkeys where person_id = ${personId}`
  const codes = await tx`delete from recovery_codes where person_id = ${personId}`
  return { totp: totp.count, passkeys: passkeys.count, recoveryCodes: codes.count }
}

/** Four eyes need it: within a day of new factors their owner may be someone else, and does not confirm. */
export async function writeFactorsChanged(tx: Tx, personId: string, at: Date): Promise<void> {
  await tx`update people set factors_changed_at = ${at} where id = ${personId}`
}

export async function countFactors(sql: Reader, personId: string): Promise<FactorCounts> {
  const [counts] = await sql<FactorCounts[]>`
    select (select count(*)::int from totp_factors where person_id = ${personId}) as totp,
           (select count(*)::int from passkeys where person_id = ${personId}) as passkeys,
           (select count(*)::int from recovery_codes where person_id = ${personId}) as "recoveryCodes"`
  if (!counts) throw new Error('Counting answered nothing')
  return counts
}

export async function deleteTotp(tx: Tx, personId: string): Promise<boolean> {
  const deleted = await tx`delete from totp_factors where person_id = ${personId}`
  return deleted.count === 1
}

/** After a thief may have added factors. An unfinished enrolment goes too: the thief may know its secret. */
export async function removeFactorsSince(tx: Tx, personId: string, since: Date): Promise<void> {
  await tx`delete from passkeys where person_id = ${personId} and created_at >= ${since}`
  await tx`
    delete from totp_factors where person_id = ${personId} and (confirmed_at is null or confirmed_at >= ${since})`
  await tx`delete from recovery_codes where person_id = ${personId} and created_at >= ${since}`
  if (!hasSecondFactor(await readFactors(tx, personId))) await deleteRecoveryCodes(tx, personId)
}
