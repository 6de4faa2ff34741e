import { lockPerson } from '../../customers/lock-person.ts'
import type { RotatingKey } from '../../platform/crypto/rotating-key.ts'
import { readLink, type SignedLink, signLink } from '../../platform/crypto/signed-links.ts'
import type { Reader, TimeInSql, Tx } from '../../platform/db/connection.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'

const LIVES_MS = 30 * 60_000

export const signResetToken = (key: RotatingKey, link: SignedLink) => signLink(key, 'password reset', link)
export const readResetToken = (key: RotatingKey, token: string, at: Date) => readLink(key, 'password reset', token, at)

/** Only the newest link works: a new request means that the earlier one was lost or is not trusted. */
export async function openResetLink(
  tx: Tx,
  personId: string,
  at: Date,
  { id = newIdAt(at), livesMs = LIVES_MS }: { id?: string; livesMs?: number } = {},
): Promise<SignedLink> {
  const link = { id, expiresAt: new Date(at.getTime() + livesMs) }
  await lockPerson(tx, personId)
  await voidResetLinks(tx, personId, at)
  await tx`
    insert into password_resets (id, person_id, created_at, expires_at)
    values (${link.id}, ${personId}, ${at}, ${link.expiresAt})`
  return link
}

/**
 * An attacker with access to the old mailbox or password must not get back in through an open link. Returns how many had
 * not expired.
 */
export async function voidResetLinks(tx: Tx, personId: string, at: Date): Promise<number> {
  const voided = await tx`
    update password_resets set used_at = ${at}
    where person_id = ${personId} and used_at is null returning expires_at > ${at} as open`
  return voided.filter(({ open }) => open).length
}

/** The person the link was sent to, or null when it is no longer valid. */
export async function findResetLinkOwner(sql: Reader, { id }: SignedLink, at: Date): Promise<string | null> {
  const [open] = await sql<{ person_id: string }[]>`
    select person_id from password_resets where id = ${id} and used_at is null and expires_at > ${at}`
  return open?.person_id ?? null
}

/** True for one of several concurrent uses. */
export async function useResetLink(tx: Tx, { id }: SignedLink, at: Date): Promise<boolean> {
  const used = await tx`
    update password_resets set used_at = ${at} where id = ${id} and used_at is null and expires_at > ${at}`
  return used.count === 1
}

/** The links that are still open, by id, for the emails that contain them. */
export async function readOpenResetLinks(
  sql: Reader,
  ids: readonly string[],
  at: Date,
): Promise<Map<string, SignedLink>> {
  const rows = await sql<{ id: string; expires_at: Date }[]>`
    select id, expires_at from password_resets
    where id = any(${ids as string[]}::uuid[]) and used_at is null and expires_at > ${at}`
  return new Map(rows.map(({ id, expires_at: expiresAt }) => [id, { id, expiresAt }]))
}

export const deleteResetLinksBefore = (sql: Reader, before: TimeInSql): Promise<number> =>
  deleteInBatches(
    (rows) => sql`
      with old as materialized (
        select id from password_resets where expires_at < ${before} limit ${rows} for update skip locked)
      delete from password_resets r using old where r.id = old.id`,
  )
