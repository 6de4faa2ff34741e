import { column } from '../../server/src/db/arrays.ts'
import type { Sql } from '../../server/src/db/connection.ts'
import { checkInvariants } from '../../server/src/ledger/invariants.ts'

const STEP = 20_000

/** What the servers said they have done. */
export type Acknowledged = { submitted: string[]; completed: string[] }

/** Why the figures mean nothing, if so: something that was answered is missing, or the books are wrong. */
export async function findErrors(sql: Sql, { submitted, completed }: Acknowledged): Promise<string[]> {
  await sql`set statement_timeout = 0`
  const missing = await countMissing(sql, submitted, false)
  const notCompleted = await countMissing(sql, completed, true)
  const findings = await checkInvariants(sql, 'UTC')
  return [
    ...(missing > 0 ? [`void: ${missing} of ${submitted.length} acknowledged transfers are missing`] : []),
    ...(notCompleted > 0 ? [`void: ${notCompleted} of ${completed.length} acknowledged postings are missing`] : []),
    ...findings
      .filter(({ breaches }) => breaches > 0n)
      .map(({ title, breaches }) => `void: ${title}: ${breaches} wrong`),
  ]
}

async function countMissing(sql: Sql, ids: readonly string[], completed: boolean): Promise<number> {
  let missing = 0
  for (let from = 0; from < ids.length; from += STEP) {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count
      from unnest(${column(ids.slice(from, from + STEP), (id) => id)}::uuid[]) as said (id)
      left join transactions t on t.id = said.id and (not ${completed} or t.status = 'Completed')
      where t.id is null`
    missing += row?.count ?? 0
  }
  return missing
}
