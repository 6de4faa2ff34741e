import type { Sql, Tx } from '../platform/db/connection.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { isKeyConflict } from './core/commit-batch.ts'
import { insertStoredOutcome, readStoredOutcome } from './core/stored-outcomes.ts'
import type { IdempotencyKey } from './types.ts'

type Steps<Result> = {
  /** Locks what the act needs, the account of the actor first, and refuses who may not act. */
  lock: (tx: Tx) => Promise<unknown>
  /** Returns the id of what was made. Refusals roll everything back, and are not kept for the key. */
  act: (tx: Tx) => Promise<string>
  read: (tx: Tx, id: string) => Promise<Result>
}

/** Runs an act of a person in a transaction of its own. The same key again answers with what was made first, as it is now. */
export function onceByKey<Result>(
  sql: Sql,
  actorId: string,
  key: IdempotencyKey | null,
  { lock, act, read }: Steps<Result>,
): Promise<{ result: Result; replayed: boolean }> {
  return inTransaction(
    sql,
    async (tx) => {
      await lock(tx)
      const stored = key && (await readStoredOutcome(tx, actorId, key))
      if (stored?.resultId) return { result: await read(tx, stored.resultId), replayed: true }
      const id = await act(tx)
      if (key)
        await insertStoredOutcome(tx, actorId, key, { requestHash: key.requestHash, outcome: 'ok', resultId: id })
      return { result: await read(tx, id), replayed: false }
    },
    { alsoRetry: isKeyConflict },
  )
}
