import type { Tx } from './connection.ts'

/**
 * For statements that join as many rows as a file has lines. PostgreSQL has no statistics of rows that are seconds old: it
 * expects one row where there are a hundred thousand, and a nested loop over them takes hours. A plan of an earlier import
 * may be from when there were few lines. Not for inserts: the checks of their foreign keys would be planned for each row.
 */
export async function withoutNestedLoops<T>(tx: Tx, work: () => PromiseLike<T>): Promise<T> {
  await tx.unsafe('set local plan_cache_mode = force_custom_plan; set local enable_nestloop = off')
  const result = await work()
  await tx.unsafe('set local plan_cache_mode = auto; set local enable_nestloop = on')
  return result
}
