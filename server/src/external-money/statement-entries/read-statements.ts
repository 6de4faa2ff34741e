import type { BankStatement } from '#contract/external-money/bank-statements.ts'
import { toAmount } from '#contract/money.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { LAST_ID } from '../../platform/db/id-range.ts'

type Row = {
  id: string
  account_id: string
  account_name: string
  account_number: string
  currency: string
  from_on: string
  to_on: string
  opening: bigint | null
  closing: bigint | null
  format: string
  lines_total: number
  lines_known: number
  lines_matched: number
  lines_suggested: number
  lines_unmatched: number
  imported_by: string
  importer_name: string
  imported_at: Date
  undone_by: string | null
  undoer_name: string | null
  undone_at: Date | null
  states: Partial<BankStatement['states']>
}

const amountOrNull = (cents: bigint | null) => (cents === null ? null : toAmount(cents))

const toStatement = (row: Row): BankStatement => ({
  _id: row.id,
  account: { _id: row.account_id, name: row.account_name, number: row.account_number, currency: row.currency },
  from: row.from_on,
  to: row.to_on,
  opening: amountOrNull(row.opening),
  closing: amountOrNull(row.closing),
  format: row.format,
  lines: {
    total: row.lines_total,
    matched: row.lines_matched,
    suggested: row.lines_suggested,
    unmatched: row.lines_unmatched,
    known: row.lines_known,
  },
  states: { matched: 0, suggested: 0, unmatched: 0, booked: 0, ignored: 0, ...row.states },
  importedBy: { _id: row.imported_by, fullName: row.importer_name },
  importedAt: row.imported_at.toISOString(),
  undoneBy: row.undone_by ? { _id: row.undone_by, fullName: row.undoer_name ?? '' } : null,
  undoneAt: row.undone_at?.toISOString() ?? null,
})

const selectStatements = (sql: Reader) => sql`
  select s.id, a.id as account_id, a.name as account_name, a.number as account_number, a.currency, s.from_on, s.to_on,
    s.opening, s.closing, s.format, s.lines_total, s.lines_known, s.lines_matched, s.lines_suggested, s.lines_unmatched,
    s.imported_by, p.full_name as importer_name, s.imported_at, u.undone_by,
    (select full_name from people where id = u.undone_by) as undoer_name, u.undone_at,
    (select coalesce(json_object_agg(c.state, c.count), '{}') from (
       select l.state, count(*) from bank_statement_lines l where l.statement_id = s.id group by l.state) as c) as states
  from bank_statements s join outside_accounts a on a.id = s.outside_account_id join people p on p.id = s.imported_by
  left join statement_undos u on u.statement_id = s.id`

export async function readStatement(sql: Reader, id: string): Promise<BankStatement | null> {
  const [row] = await sql<Row[]>`${selectStatements(sql)} where s.id = ${id}`
  return row ? toStatement(row) : null
}

/** One more than the limit, to know whether there is a next page. */
export async function listStatements(
  sql: Reader,
  { account, cursor, limit }: { account?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<BankStatement[]> {
  const rows = await sql<Row[]>`
    ${selectStatements(sql)}
    where s.id < ${cursor ?? LAST_ID} and ${account ? sql`s.outside_account_id = ${account}` : sql`true`}
    order by s.id desc limit ${limit + 1}`
  return rows.map(toStatement)
}
