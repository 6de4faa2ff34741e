import type { RotatingKey } from '../../platform/crypto/rotating-key.ts'
import { readLink, type SignedLink, signLink } from '../../platform/crypto/signed-links.ts'
import type { Reader, Tx } from '../../platform/db/connection.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'

const LIVES_MS = 30 * 60_000

export const signPinToken = (key: RotatingKey, link: SignedLink) => signLink(key, 'pin recovery', link)
export const readPinToken = (key: RotatingKey, token: string, at: Date) => readLink(key, 'pin recovery', token, at)

const linkOf = (id: string, sentAt: Date): SignedLink => ({ id, expiresAt: new Date(sentAt.getTime() + LIVES_MS) })

/** Only the newest link works. The person must be locked. */
export async function openPinLink(tx: Tx, personId: string, at: Date): Promise<SignedLink> {
  const id = newIdAt(at)
  await tx`update people set pin_recovery_id = ${id} where id = ${personId}`
  return linkOf(id, at)
}

/** False: it was used before, is void, or is another person's. The person must be locked. */
export async function usePinLink(tx: Tx, personId: string, { id }: SignedLink): Promise<boolean> {
  const used = await tx`
    update people set pin_recovery_id = null where id = ${personId} and pin_recovery_id = ${id}`
  return used.count === 1
}

export async function voidPinLink(tx: Tx, personId: string): Promise<void> {
  await tx`update people set pin_recovery_id = null where id = ${personId} and pin_recovery_id is not null`
}

/** The links that are still open, by id, for the emails that contain them. */
export async function readOpenPinLinks(
  sql: Reader,
  sent: readonly { personId: string; linkId: string; sentAt: Date }[],
  at: Date,
): Promise<Map<string, SignedLink>> {
  const rows = await sql<{ id: string; pin_recovery_id: string }[]>`
    select id, pin_recovery_id from people
    where id = any(${sent.map(({ personId }) => personId)}::uuid[]) and pin_recovery_id is not null`
  const openOf = new Map(rows.map((row) => [row.id, row.pin_recovery_id]))
  const links = sent
    .filter(({ personId, linkId }) => openOf.get(personId) === linkId)
    .map(({ linkId, sentAt }) => linkOf(linkId, sentAt))
  return new Map(links.filter(({ expiresAt }) => expiresAt > at).map((link) => [link.id, link]))
}
