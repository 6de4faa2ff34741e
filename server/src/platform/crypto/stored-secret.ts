import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { acceptedKeys, keyInUse, type RotatingKey } from './rotating-key.ts'

/** Identifies key and algorithm, so that either can change later. */
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM: version, nonce, tag, cipher text. `purpose` is authenticated with it, so that one stored secret can't be
 * swapped for another.
 */
export function encryptBytes(key: RotatingKey, purpose: string, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyInUse(key), nonce).setAAD(Buffer.from(`${VERSION} ${purpose}`))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), text])
}

/** Null when authentication fails: APP_SECRET has changed, or the row was tampered with. */
export function decryptBytes(key: RotatingKey, purpose: string, stored: Buffer): Buffer | null {
  for (const one of acceptedKeys(key)) {
    const plain = decryptUnder(one, purpose, stored)
    if (plain) return plain
  }
  return null
}

function decryptUnder(key: Buffer, purpose: string, stored: Buffer): Buffer | null {
  if (stored[0] !== VERSION || stored.length < 1 + NONCE_BYTES + TAG_BYTES) return null
  const nonce = stored.subarray(1, 1 + NONCE_BYTES)
  const tag = stored.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(`${VERSION} ${purpose}`))
    .setAuthTag(tag)
  try {
    const text = stored.subarray(1 + NONCE_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(text), decipher.final()])
  } catch {
    return null
  }
}

export const encryptSecret = (key: RotatingKey, purpose: string, secret: string): Buffer =>
  encryptBytes(key, purpose, Buffer.from(secret))

export const decryptSecret = (key: RotatingKey, purpose: string, stored: Buffer): string | null =>
  decryptBytes(key, purpose, stored)?.toString('utf8') ?? null
