import { hkdfSync } from 'node:crypto'

/** One root secret, one key a purpose: what leaks through one use opens nothing else. */
export type Keys = { password: Buffer; pin: Buffer; request: Buffer; link: Buffer; settings: Buffer }

export function deriveKeys(appSecret: string): Keys {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', appSecret, 'openteller', purpose, 32))
  return {
    password: key('password pepper'),
    pin: key('pin and code pepper'),
    request: key('request hashes'),
    link: key('signed links'),
    settings: key('stored secrets'),
  }
}
