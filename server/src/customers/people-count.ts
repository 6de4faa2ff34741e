import type { Reader, Tx } from '../platform/db/connection.ts'

const SHARDS = 16

/** Call it last in the transaction that adds a person: the row stays locked until the commit. The id's end is random. */
export async function countNewPerson(tx: Tx, personId: string): Promise<void> {
  const shard = Number.parseInt(personId.slice(-2), 16) % SHARDS
  await tx`update people_counts set count = count + 1 where shard = ${shard}`
}

/** Exact, at the cost of sixteen rows. */
export async function countPeople(sql: Reader): Promise<number> {
  const [people] = await sql<{ count: bigint }[]>`select sum(count)::bigint as count from people_counts`
  return Number(people?.count ?? 0n)
}

/** After people were added in bulk, past `insertPerson`. */
export async function recountPeople(sql: Reader): Promise<void> {
  await sql`
    update people_counts set count = case shard when 0 then (select count(*) from people where not staff_only) else 0 end`
}
