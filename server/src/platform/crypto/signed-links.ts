import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse as idToBytes, stringify as toId } from 'uuid'
import { acceptedKeys, keyInUse, type RotatingKey } from './rotating-key.ts'

const ID_BYTES = 16
const TIME_BYTES = 8
const MAC_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{75}$/

/** Signed with the link: the token of one purpose is invalid for every other. */
export type LinkPurpose =
  | 'password reset'
  | 'email confirmation'
  | 'email undo'
  | 'secure account'
  | 'known device'
  | 'pin recovery'

export type SignedLink = { id: string; expiresAt: Date }

/**
 * The token of the link: id, expiry and a signature over both. Database and outbox hold only the id, so reading them is not
 * enough to follow a link.
 */
export function signLink(key: RotatingKey, purpose: LinkPurpose, link: SignedLink): string {
  const content = Buffer.alloc(ID_BYTES + TIME_BYTES)
  content.set(idToBytes(link.id))
  content.writeBigUInt64BE(BigInt(link.expiresAt.getTime()), ID_BYTES)
  return Buffer.concat([content, macOf(keyInUse(key), purpose, content)]).toString('base64url')
}

/** Null when the signature is invalid or the link has expired. */
export function readLink(key: RotatingKey, purpose: LinkPurpose, token: string, at: Date): SignedLink | null {
  if (!TOKEN.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + TIME_BYTES + MAC_BYTES) return null
  const content = bytes.subarray(0, ID_BYTES + TIME_BYTES)
  const mac = bytes.subarray(ID_BYTES + TIME_BYTES)
  if (!acceptedKeys(key).some((one) => timingSafeEqual(mac, macOf(one, purpose, content)))) return null
  const expiresAt = new Date(Number(content.readBigUInt64BE(ID_BYTES)))
  return expiresAt > at ? { id: toId(content.subarray(0, ID_BYTES)), expiresAt } : null
}

const macOf = (key: Buffer, purpose: LinkPurpose, content: Buffer) =>
  createHmac('sha256', key).update(`${purpose}\n`).update(content).digest()
