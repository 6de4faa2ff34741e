import { checkInvariants } from '../../server/src/ledger/books/invariants.ts'
import { column } from '../../server/src/platform/db/arrays.ts'
import type { Sql } from '../../server/src/platform/db/connection.ts'

const BATCH_SIZE = 20_000

/** Ids of the transactions that the servers acknowledged. */
export type AcknowledgedIds = { submitted: string[]; completed: string[] }

/** Errors that make the results invalid: a missing acknowledged transaction or a violated invariant. */
export async function findErrors(sql: Sql, { submitted, completed }: AcknowledgedIds): Promise<string[]> {
  await sql`set statement_timeout = 0`
  const missing = await countMissing(sql, submitted, false)
  const notCompleted = await countMissing(sql, completed, true)
  const findings = await checkInvariants(sql, 'UTC')
  return [
    ...(missing > 0 ? [`${missing} of ${submitted.length} acknowledged transfers are missing`] : []),
    ...(notCompleted > 0 ? [`${notCompleted} of ${completed.length} acknowledged postings are missing`] : []),
    ...findings.filter(({ breaches }) => breaches > 0n).map(({ title, breaches }) => `${title}: ${breaches} breaches`),
  ]
}

async function countMissing(sql: Sql, ids: readonly string[], completed: boolean): Promise<number> {
  let missing = 0
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count
      from unnest(${column(ids.slice(from, from + BATCH_SIZE), (id) => id)}::uuid[]) as acknowledged (id)
      left join transactions t on t.id = acknowledged.id and (not ${completed} or t.status = 'Completed')
      where t.id is null`
    missing += row?.count ?? 0
  }
  return missing
}
