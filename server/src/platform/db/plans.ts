import type { Sql, Tx } from './connection.ts'

/*
 * Every hint to PostgreSQL's planner. Each is for statements whose plans were seen to be wrong; a test of their callers
 * looks at the plan.
 */

/**
 * Settings of a pool whose statements all find their rows by key: planned once, and always through the index. Left to itself,
 * PostgreSQL plans a lookup again for every call, which costs more than the lookup, or keeps a plan from when the table was
 * small, which reads all of it.
 */
export const BY_KEY = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

/** Plans the statements of the rest of the transaction for their parameters. A kept plan may be for other ones. */
export const planForParameters = (tx: Tx) => tx`set local plan_cache_mode = force_custom_plan`

/** Reads of one snapshot, planned for their parameters: whether a trigram index helps depends on the text. */
export const readPlannedForParameters = <T>(sql: Sql, read: (tx: Tx) => PromiseLike<T>): Promise<T> =>
  sql.begin({ mode: 'isolation level repeatable read read only' }, async (tx) => {
    await planForParameters(tx)
    return await read(tx)
  })

/**
 * Lets the rest of the transaction read an index in the order of the list until the page is full. PostgreSQL estimates
 * every text as rare, and would sort all that match.
 */
export const planInListOrder = (tx: Tx) => tx.unsafe('set local enable_bitmapscan = off; set local enable_sort = off')

/**
 * Runs statements that join as many rows as a file has lines. PostgreSQL has no statistics of rows that are seconds old: it
 * expects one row where there are a hundred thousand, and a nested loop over them takes hours. A plan of an earlier import
 * may be from when there were few lines. Not for inserts: the checks of their foreign keys would be planned for each row.
 */
export async function withoutNestedLoops<T>(tx: Tx, work: () => PromiseLike<T>): Promise<T> {
  await tx.unsafe('set local plan_cache_mode = force_custom_plan; set local enable_nestloop = off')
  const result = await work()
  await tx.unsafe('set local plan_cache_mode = auto; set local enable_nestloop = on')
  return result
}
