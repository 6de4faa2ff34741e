import { hash } from '@node-rs/argon2'
import type { Bank } from './bank.ts'

/** A stored hash carries its cost, and this one is verified at once: for tests that are not about hashing. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const

export async function setPassword(
  { keys, owner }: Pick<Bank, 'keys' | 'owner'>,
  personId: string,
  password: string,
): Promise<void> {
  const stored = await hash(password, { ...CHEAP, secret: keys.password })
  await owner`update people set password_hash = ${stored} where id = ${personId}`
}
