import type { TransactionOptions } from './client.ts'
import type { Sql, Tx } from './connection.ts'
import { isRetryable } from './errors.ts'

const MAX_TRIES = 5

/** Runs `work` in a transaction. `work` may run more than once, so it must have no effects outside of the database. */
export async function inTransaction<T>(
  sql: Sql,
  work: (tx: Tx) => Promise<T>,
  { alsoRetry, ...options }: TransactionOptions & { alsoRetry?: (error: unknown) => boolean } = {},
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return (await sql.begin(options, work)) as T
    } catch (error) {
      const again = isRetryable(error) || alsoRetry?.(error)
      if (!again || tries === MAX_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** tries))
    }
  }
}
