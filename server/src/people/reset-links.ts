import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse as idToBytes, stringify as toId } from 'uuid'
import type { Reader, Tx } from '../db/connection.ts'
import { newIdAt } from '../ledger/new-id-at.ts'
import { lockPerson } from './lock-person.ts'

const LIVES_MS = 30 * 60_000
const ID_BYTES = 16
const TIME_BYTES = 8
const MAC_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{75}$/

export type ResetLink = { id: string; expiresAt: Date }

/**
 * The token of the link: id, expiry and a signature over both. Database and outbox hold only the id, so reading them is not
 * enough to set a password.
 */
export function signResetToken(key: Buffer, link: ResetLink): string {
  const content = Buffer.alloc(ID_BYTES + TIME_BYTES)
  content.set(idToBytes(link.id))
  content.writeBigUInt64BE(BigInt(link.expiresAt.getTime()), ID_BYTES)
  return Buffer.concat([content, macOf(key, content)]).toString('base64url')
}

/** Null when the signature is invalid or the link has expired. */
export function readResetToken(key: Buffer, token: string, at: Date): ResetLink | null {
  if (!TOKEN.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + TIME_BYTES + MAC_BYTES) return null
  const content = bytes.subarray(0, ID_BYTES + TIME_BYTES)
  if (!timingSafeEqual(bytes.subarray(ID_BYTES + TIME_BYTES), macOf(key, content))) return null
  const expiresAt = new Date(Number(content.readBigUInt64BE(ID_BYTES)))
  return expiresAt > at ? { id: toId(content.subarray(0, ID_BYTES)), expiresAt } : null
}

const macOf = (key: Buffer, content: Buffer) =>
  createHmac('sha256', key).update('password reset\n').update(content).digest()

/** Only the newest link works: a new request means that the earlier one was lost or is not trusted. */
export async function openResetLink(tx: Tx, personId: string, at: Date): Promise<ResetLink> {
  const link = { id: newIdAt(at), expiresAt: new Date(at.getTime() + LIVES_MS) }
  await lockPerson(tx, personId)
  await voidResetLinks(tx, personId, at)
  await tx`
    insert into password_resets (id, person_id, created_at, expires_at)
    values (${link.id}, ${personId}, ${at}, ${link.expiresAt})`
  return link
}

/** An attacker with access to the old mailbox or password must not get back in through an open link. */
export async function voidResetLinks(tx: Tx, personId: string, at: Date): Promise<void> {
  await tx`update password_resets set used_at = ${at} where person_id = ${personId} and used_at is null`
}

/** The person the link was sent to, or null when it is no longer valid. */
export async function findResetLinkOwner(sql: Reader, { id }: ResetLink, at: Date): Promise<string | null> {
  const [open] = await sql<{ person_id: string }[]>`
    select person_id from password_resets where id = ${id} and used_at is null and expires_at > ${at}`
  return open?.person_id ?? null
}

/** True for one of several concurrent uses. */
export async function useResetLink(tx: Tx, { id }: ResetLink, at: Date): Promise<boolean> {
  const used = await tx`
    update password_resets set used_at = ${at} where id = ${id} and used_at is null and expires_at > ${at}`
  return used.count === 1
}

/** The links that are still open, by id, for the emails that contain them. */
export async function readOpenResetLinks(
  sql: Reader,
  ids: readonly string[],
  at: Date,
): Promise<Map<string, ResetLink>> {
  const rows = await sql<{ id: string; expires_at: Date }[]>`
    select id, expires_at from password_resets
    where id = any(${ids as string[]}::uuid[]) and used_at is null and expires_at > ${at}`
  return new Map(rows.map(({ id, expires_at: expiresAt }) => [id, { id, expiresAt }]))
}
