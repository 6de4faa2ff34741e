import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../runtime/limit-concurrency.ts'
import type { Keys } from './keys.ts'

/** OWASP's recommended parameters for argon2id, the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hashing runs on libuv's thread pool (four threads by default), which file and DNS operations share. */
const MAX_CONCURRENT = 2
/** A full queue takes some seconds to work off, less than a client waits for its response. */
export const MAX_QUEUED_PASSWORDS = 400

/** A request whose signal aborts leaves the queue; a full queue refuses it (503). */
export type Passwords = {
  hash: (password: string, signal?: AbortSignal) => Promise<string>
  /** `stored` is null for an unknown person; verifying then takes as long as for a wrong password. */
  verify: (stored: string | null, password: string, signal?: AbortSignal) => Promise<boolean>
}

/** New and known passwords take turns: many registrations must not keep customers from logging in. */
export function createPasswords({ password: secret }: Pick<Keys, 'password'>): Passwords {
  const run = limitConcurrency(MAX_CONCURRENT, MAX_QUEUED_PASSWORDS)
  let decoy: Promise<string> | undefined
  return {
    hash: (password, signal) => run(() => hash(password, { ...COST, secret }), { lane: 'new', signal }),
    verify: async (stored, password, signal) => {
      // Created at the first verification instead of at the start; known and unknown people both wait for it.
      decoy ??= run(() => hash('nobody has this password', { ...COST, secret }), { lane: 'known' }).catch((error) => {
        decoy = undefined
        throw error
      })
      const decoyHash = await decoy
      const right = await run(() => verify(stored ?? decoyHash, password, { secret }), { lane: 'known', signal })
      return stored !== null && right
    },
  }
}
