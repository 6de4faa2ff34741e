import { createECDH } from 'node:crypto'
import type { Config } from '../../platform/config/config.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { decryptBytes, encryptBytes } from '../../platform/crypto/stored-secret.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { StartError } from '../../platform/runtime/start-error.ts'

/** The pair by which push services recognise the bank (VAPID, RFC 8292), in base64url. */
export type PushKeys = { publicKey: string; privateKey: string }

type KeyDeps = { sql: Sql; keys: Pick<Keys, 'push'>; config: Pick<Config, 'vapidPrivateKey'>; now: () => Date }

/** Authenticated with the stored private key. */
export const PUSH_KEY_PURPOSE = 'push key'

const PRIVATE_KEY_BYTES = 32

/** The configured pair, or the stored one. The first server that asks makes it; servers that ask at once agree on one. */
export async function loadPushKeys({ sql, keys, config, now }: KeyDeps): Promise<PushKeys> {
  if (config.vapidPrivateKey !== null) return pairOf(Buffer.from(config.vapidPrivateKey, 'base64url'))
  const stored = await readStored(sql)
  if (stored) return decrypt(keys, stored)
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const privateKey = encryptBytes(keys.push, PUSH_KEY_PURPOSE, padded(pair.getPrivateKey()))
  await sql`
    insert into push_keys (public_key, private_key, created_at) values (${publicKey}, ${privateKey}, ${now()})
    on conflict do nothing`
  return decrypt(keys, (await readStored(sql)) ?? Buffer.alloc(0))
}

async function readStored(sql: Sql): Promise<Buffer | null> {
  const [row] = await sql<{ private_key: Buffer }[]>`select private_key from push_keys where id = 1`
  return row?.private_key ?? null
}

function decrypt({ push }: KeyDeps['keys'], stored: Buffer): PushKeys {
  const privateKey = decryptBytes(push, PUSH_KEY_PURPOSE, stored)
  if (!privateKey) throw new StartError('APP_SECRET is not the one that this bank’s push key was encrypted with.')
  return pairOf(privateKey)
}

function pairOf(privateKey: Buffer): PushKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/** One key in 256 begins with a zero, which is left out. */
const padded = (key: Buffer) => Buffer.concat([Buffer.alloc(PRIVATE_KEY_BYTES - key.length), key])
