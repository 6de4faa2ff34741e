import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { RotatingKey } from './rotating-key.ts'
import { decryptSecret, encryptSecret } from './stored-secret.ts'

/**
 * One key per purpose, derived from the root secret: a leaked key compromises one use only. The keys that every transfer
 * hashes with are KeyObjects, because importing one from bytes takes six times as long as the hash.
 */
export type Keys = {
  password: Buffer
  pin: KeyObject
  request: KeyObject
  recoveryCodes: Buffer
  link: RotatingKey
  settings: RotatingKey
  factors: RotatingKey
  devices: RotatingKey
  documents: RotatingKey
  payRequests: RotatingKey
  signing: RotatingKey
  webhooks: RotatingKey
  push: RotatingKey
}

/** What stored hashes were made with. A hash can't be made again without its secret, so these outlive a change of APP_SECRET. */
const PEPPERS = {
  password: 'password pepper',
  pin: 'pin and code pepper',
  request: 'request hashes',
  recoveryCodes: 'second factors',
} as const
const STORED_PEPPERS = 'peppers of an earlier APP_SECRET'

export type Peppers = Record<keyof typeof PEPPERS, Buffer>

const derive = (appSecret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', appSecret, 'openteller', purpose, 32))

type Rotation = {
  /** Another secret, whose links and encrypted values are accepted too. */
  accepted?: string | null
  /** Of the first secret that this bank had. */
  peppers?: Peppers | null
}

export function deriveKeys(appSecret: string, { accepted = null, peppers = null }: Rotation = {}): Keys {
  const key = (purpose: string): RotatingKey =>
    accepted === null ? derive(appSecret, purpose) : [derive(appSecret, purpose), derive(accepted, purpose)]
  const { password, pin, request, recoveryCodes } = peppers ?? derivePeppers(appSecret)
  return {
    password,
    pin: createSecretKey(pin),
    request: createSecretKey(request),
    recoveryCodes,
    link: key('signed links'),
    settings: key('stored secrets'),
    factors: key('second factors'),
    devices: key('known devices'),
    documents: key('verification documents'),
    payRequests: key('pay requests'),
    signing: key('document signing keys'),
    webhooks: key('webhook secrets'),
    push: key('push keys'),
  }
}

export const derivePeppers = (appSecret: string): Peppers => mapPeppers((name) => derive(appSecret, PEPPERS[name]))

/** Tells whether two secrets are the same one, and nothing else about them. */
export const fingerprintOf = (appSecret: string): string => derive(appSecret, 'fingerprint').toString('hex')

/** The peppers as text for the database, encrypted under this secret. */
export function sealPeppers(appSecret: string, peppers: Peppers): string {
  const text = JSON.stringify(mapPeppers((name) => peppers[name].toString('base64')))
  return encryptSecret(derive(appSecret, 'stored peppers'), STORED_PEPPERS, text).toString('base64')
}

/** Null under another secret. */
export function openPeppers(appSecret: string, sealed: string): Peppers | null {
  const key = derive(appSecret, 'stored peppers')
  const text = decryptSecret(key, STORED_PEPPERS, Buffer.from(sealed, 'base64'))
  if (text === null) return null
  const stored: Record<keyof Peppers, string> = JSON.parse(text)
  return mapPeppers((name) => Buffer.from(stored[name], 'base64'))
}

const mapPeppers = <T>(value: (name: keyof Peppers) => T): Record<keyof Peppers, T> => ({
  password: value('password'),
  pin: value('pin'),
  request: value('request'),
  recoveryCodes: value('recoveryCodes'),
})
