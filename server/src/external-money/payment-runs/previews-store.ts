import { ago } from '../../platform/db/ago.ts'
import type { Reader, Sql, TimeInSql } from '../../platform/db/connection.ts'

/** How long a run can be made of what was shown, by the clock of the database. */
export const PREVIEW_LIFETIME_MS = 1_800_000

type PreviewRow = {
  outside_account_id: string | null
  debtor_name: string
  debtor_number: string
  execute_on: string
  digest: Buffer
}

/** When it expires. */
export async function insertPreview(sql: Reader, id: string, row: PreviewRow): Promise<Date> {
  const [inserted] = await sql<{ expires_at: Date }[]>`
    insert into payment_run_previews (id, outside_account_id, debtor_name, debtor_number, execute_on, digest, created_at)
    values (${id}, ${row.outside_account_id}, ${row.debtor_name}, ${row.debtor_number}, ${row.execute_on}, ${row.digest},
      ${sql.now()})
    returning created_at + ${PREVIEW_LIFETIME_MS} * interval '1 ms' as expires_at`
  if (!inserted) throw new Error('The preview was not stored')
  return inserted.expires_at
}

export async function selectPreview(sql: Reader, id: string): Promise<PreviewRow | null> {
  const [row] = await sql<PreviewRow[]>`
    select outside_account_id, debtor_name, debtor_number, execute_on, digest from payment_run_previews
    where id = ${id} and created_at > ${ago(sql, PREVIEW_LIFETIME_MS)}`
  return row ?? null
}

export async function deleteOldPreviews(sql: Sql, before: TimeInSql): Promise<number> {
  const { count } = await sql`delete from payment_run_previews where created_at < ${before}`
  return count
}
