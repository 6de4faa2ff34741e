import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { RotatingKey } from './rotating-key.ts'
import { decryptBytes, encryptBytes } from './stored-secret.ts'

/** An Ed25519 pair as it is stored: the private key is encrypted under APP_SECRET. */
export type StoredKeyPair = { id: string; publicKey: Buffer; privateKey: Buffer }

/** Authenticated with the private key: it can't be stored as that of another public key. */
export const signingKeyPurpose = (id: string) => `document signing key ${id}`

export function createSigningKey(storageKey: RotatingKey): StoredKeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const publicBytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  const id = keyIdOf(publicBytes)
  const encrypted = encryptBytes(storageKey, signingKeyPurpose(id), privateKey.export({ format: 'der', type: 'pkcs8' }))
  return { id, publicKey: publicBytes, privateKey: encrypted }
}

/** Null under another APP_SECRET. */
export function decryptSigningKey(storageKey: RotatingKey, { id, privateKey }: Omit<StoredKeyPair, 'publicKey'>) {
  const key = decryptBytes(storageKey, signingKeyPurpose(id), privateKey)
  return key && createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

export const signText = (key: KeyObject, text: string): Buffer => sign(null, Buffer.from(text), key)

/** The thumbprint of RFC 7638: anyone can compute it from the public key. */
const keyIdOf = (publicKey: Buffer): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: publicKey.toString('base64url') }))
    .digest('base64url')
