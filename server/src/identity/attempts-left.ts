import type { RefusalCode } from '#contract/refusals.ts'
import { MAX_WRONG_SECRETS } from '../ledger/account.ts'
import type { Reader } from '../platform/db/connection.ts'
import { Refusal } from '../platform/runtime/refusal.ts'

/**
 * How many more wrong PINs or codes are compared, after a wrong one. Read afterwards: concurrent attempts may have lowered
 * it further. Undefined for every other refusal.
 */
export async function readAttemptsLeft(
  sql: Reader,
  personId: string,
  code: RefusalCode,
): Promise<{ attemptsLeft: number } | undefined> {
  if (code !== 'pin_incorrect' && code !== 'code_incorrect') return undefined
  const [row] = await sql<{ pin_attempts: number; code_attempts: number }[]>`
    select pin_attempts, code_attempts from accounts where id = ${personId}`
  if (!row) return undefined
  const wrong = code === 'pin_incorrect' ? row.pin_attempts : row.code_attempts
  return { attemptsLeft: Math.max(0, MAX_WRONG_SECRETS - wrong) }
}

export const toSecretRefusal = async (sql: Reader, personId: string, code: RefusalCode): Promise<Refusal> =>
  new Refusal(code, { current: await readAttemptsLeft(sql, personId, code) })
