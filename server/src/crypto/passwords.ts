import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../runtime/limit-concurrency.ts'
import type { Keys } from './keys.ts'

/** OWASP's first choice for argon2id, which is the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Hashing runs on the thread pool, four threads by default: leave some for files and name look-ups. */
const MAX_AT_ONCE = 2

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** `stored` null: nobody is there, and finding that out takes as long as a wrong password. */
  verify: (stored: string | null, password: string) => Promise<boolean>
}

export function createPasswords({ password: secret }: Pick<Keys, 'password'>): Passwords {
  const enter = limitConcurrency(MAX_AT_ONCE)
  let decoy: Promise<string> | undefined
  return {
    hash: (password) => enter(() => hash(password, { ...COST, secret })),
    verify: async (stored, password) => {
      // Made with the first look at anybody's password, not while the bank starts; known or not, everybody waits for it.
      decoy ??= enter(() => hash('nobody has this password', { ...COST, secret })).catch((error) => {
        decoy = undefined
        throw error
      })
      const nobody = await decoy
      const right = await enter(() => verify(stored ?? nobody, password, { secret }))
      return stored !== null && right
    },
  }
}
