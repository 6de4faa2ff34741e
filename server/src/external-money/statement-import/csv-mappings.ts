import type { CsvMapping } from '#contract/external-money/csv-mapping.ts'
import { csvMapping } from '#contract/external-money/csv-mapping.ts'
import { lockStaff } from '../../authority/own-account.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import { column } from '../../platform/db/arrays.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { sha256 } from '../../platform/runtime/digests.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

/** Of the headings, by which files of the same shape are recognised. A file without headings has numbers for them. */
export const fingerprintOf = (delimiter: string, columns: readonly string[]): Buffer =>
  sha256(JSON.stringify([delimiter, ...columns.map((heading) => heading.trim().toLowerCase())]))

type Row = { fingerprint: Buffer; columns: string[]; mapping: unknown; saved_at: Date }

const toRemembered = ({ fingerprint, columns, mapping, saved_at }: Row) => ({
  fingerprint: fingerprint.toString('hex'),
  columns,
  mapping: csvMapping.parse(mapping),
  savedAt: saved_at.toISOString(),
})

export async function listMappings(sql: Reader, accountId: string) {
  await requireAccount(sql, accountId)
  const rows = await sql<Row[]>`
    select fingerprint, columns, mapping, saved_at from csv_mappings
    where outside_account_id = ${accountId} order by saved_at desc, fingerprint limit 100`
  return rows.map(toRemembered)
}

export async function findMapping(sql: Reader, accountId: string, fingerprint: Buffer): Promise<CsvMapping | null> {
  const [row] = await sql<Pick<Row, 'mapping'>[]>`
    select mapping from csv_mappings where outside_account_id = ${accountId} and fingerprint = ${fingerprint}`
  return row ? csvMapping.parse(row.mapping) : null
}

export type NewMapping = {
  accountId: string
  fingerprint: Buffer
  columns: readonly string[]
  mapping: CsvMapping
}

/** A mapping decides how later files are read, so a change is in the audit log. */
export async function saveMapping(sql: Sql, staff: StaffContext, given: NewMapping) {
  const { accountId, fingerprint, mapping } = given
  const columns = given.columns.map((heading) => heading.slice(0, 200))
  return inTransaction(sql, async (tx) => {
    await lockStaff(tx, staff, 'outside:manage', [])
    await requireAccount(tx, accountId)
    const before = await findMapping(tx, accountId, fingerprint)
    const [row] = await tx<Row[]>`
      insert into csv_mappings (outside_account_id, fingerprint, columns, mapping, saved_by, saved_at)
      values (${accountId}, ${fingerprint}, ${column(columns, (heading) => heading)}::text[], ${JSON.stringify(mapping)}::json,
        ${staff.actorId}, ${staff.at})
      on conflict (outside_account_id, fingerprint) do update set columns = excluded.columns, mapping = excluded.mapping,
        saved_by = excluded.saved_by, saved_at = excluded.saved_at
      returning fingerprint, columns, mapping, saved_at`
    if (!row) throw new Error('The mapping was not stored')
    if (JSON.stringify(before) !== JSON.stringify(mapping)) {
      const change = { before: { mapping: before }, after: { outsideAccountId: accountId, mapping } }
      const entry = auditEntry(staff, { subjectId: null, action: 'csv_mapping.saved', ...change })
      await record(tx, { auditEntries: [entry] })
    }
    return toRemembered(row)
  })
}

async function requireAccount(sql: Reader, accountId: string): Promise<void> {
  const [row] = await sql`select 1 from outside_accounts where id = ${accountId}`
  if (!row) throw new Refusal('not_found')
}
