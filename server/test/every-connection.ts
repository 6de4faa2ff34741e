import type { Sql, Tx } from '../src/platform/db/connection.ts'

/** Runs `work` on so many connections of a pool: in transactions that wait for each other, so that each has its own. */
export async function onEveryConnection(
  sql: Sql,
  connections: number,
  work: (tx: Tx) => PromiseLike<unknown>,
): Promise<void> {
  let begun = 0
  const all = Promise.withResolvers<void>()
  const use = async (tx: Tx) => {
    if (++begun === connections) all.resolve()
    await all.promise
    await work(tx)
  }
  await Promise.all(Array.from({ length: connections }, () => sql.begin(use)))
}
