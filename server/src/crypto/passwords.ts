import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../runtime/limit-concurrency.ts'
import type { Keys } from './keys.ts'

/** OWASP's recommended parameters for argon2id, the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hashing runs on libuv's thread pool (four threads by default), which file and DNS operations share. */
const MAX_CONCURRENT = 2

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** `stored` is null for an unknown person; verifying then takes as long as for a wrong password. */
  verify: (stored: string | null, password: string) => Promise<boolean>
}

export function createPasswords({ password: secret }: Pick<Keys, 'password'>): Passwords {
  const run = limitConcurrency(MAX_CONCURRENT)
  let decoy: Promise<string> | undefined
  return {
    hash: (password) => run(() => hash(password, { ...COST, secret })),
    verify: async (stored, password) => {
      // Created at the first verification instead of at the start; known and unknown people both wait for it.
      decoy ??= run(() => hash('nobody has this password', { ...COST, secret })).catch((error) => {
        decoy = undefined
        throw error
      })
      const decoyHash = await decoy
      const right = await run(() => verify(stored ?? decoyHash, password, { secret }))
      return stored !== null && right
    },
  }
}
