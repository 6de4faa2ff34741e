import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/**
 * One key per purpose, derived from the root secret: a leaked key compromises one use only. The keys that every transfer
 * hashes with are KeyObjects, because importing one from bytes takes six times as long as the hash.
 */
export type Keys = {
  password: Buffer
  pin: KeyObject
  request: KeyObject
  link: Buffer
  settings: Buffer
  factors: Buffer
  devices: Buffer
  documents: Buffer
  payRequests: Buffer
  signing: Buffer
}

export function deriveKeys(appSecret: string): Keys {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', appSecret, 'openteller', purpose, 32))
  return {
    password: key('password pepper'),
    pin: createSecretKey(key('pin and code pepper')),
    request: createSecretKey(key('request hashes')),
    link: key('signed links'),
    settings: key('stored secrets'),
    factors: key('second factors'),
    devices: key('known devices'),
    documents: key('verification documents'),
    payRequests: key('pay requests'),
    signing: key('document signing keys'),
  }
}
