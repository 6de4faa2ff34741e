import { toDecimalText } from '#contract/money.ts'
import type { StatementToImport } from '../../ledger/staged-statement-entries.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { leadsTo } from './balance-chain.ts'

type Row = { id: string; from_on: string; to_on: string; opening: bigint; closing: bigint }

/**
 * Runs in the transaction of the import, after the entries are inserted: every period that overlapping statements cover adds
 * up. It finds a statement that contradicts an earlier one, and entries that two files have without being recognised.
 */
export async function requireBalances(tx: Tx, statement: StatementToImport, wholeDays: boolean): Promise<void> {
  const { externalAccountId, fromOn, toOn } = statement
  const rows = await tx<Row[]>`
    select id, from_on::text as from_on, to_on::text as to_on, opening, closing from bank_statements s
    where outside_account_id = ${externalAccountId} and opening is not null and closing is not null
      and not exists (select 1 from statement_undos u where u.statement_id = s.id)
    order by from_on, to_on, id`
  if (wholeDays) requireFittingNeighbours(rows, statement)
  for (const statements of unbroken(rows)) {
    const period = { from: statements[0]?.from_on ?? '', to: latestOf(statements) }
    if (period.to >= fromOn && period.from <= toOn)
      await requireFittingPeriod(tx, externalAccountId, statements, period)
  }
}

const latestOf = (rows: readonly Row[]): string => rows.reduce((last, { to_on }) => (to_on > last ? to_on : last), '')

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/**
 * A file that says it has whole days begins where the statement of the day before ends, and the other way round. Some banks say so in
 * each of several files of a day: then the others lead there.
 */
function requireFittingNeighbours(
  rows: readonly Row[],
  { id, fromOn, toOn, openingCents, closingCents }: StatementToImport,
): void {
  const others = rows.flatMap((row) =>
    row.id === id ? [] : { from: row.from_on, to: row.to_on, opening: row.opening, closing: row.closing },
  )
  const before = rows.filter(({ to_on }) => dayAfter(to_on) === fromOn)
  const after = rows.filter(({ from_on }) => from_on === dayAfter(toOn))
  const fitsBefore = ({ closing }: Row) => openingCents === null || leadsTo(closing, openingCents, fromOn, others)
  const fitsAfter = ({ opening }: Row) => closingCents === null || leadsTo(closingCents, opening, toOn, others)
  if (before.length > 0 && !before.some(fitsBefore))
    throw differ(`The statement of the day before ${fromOn} ends with ${toDecimalText(before[0]?.closing ?? 0n)}.`)
  if (after.length > 0 && !after.some(fitsAfter))
    throw differ(`The statement of the day after ${toOn} begins with ${toDecimalText(after[0]?.opening ?? 0n)}.`)
}

const differ = (message: string) => new Refusal('balances_differ', { message: `${message} Nothing was imported.` })

/**
 * Statements without a gap between them. Two that share no more than a day may have one within it, unless the balance says
 * that one goes on where the other ended.
 */
function unbroken(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = []
  for (const row of rows) {
    const group = groups.at(-1)
    const last = group ? latestOf(group) : ''
    const goesOn = group?.some(({ to_on, closing }) => to_on === last && closing === row.opening)
    if (group && (row.from_on < last || (goesOn && row.from_on <= dayAfter(last)))) group.push(row)
    else groups.push([row])
  }
  return groups
}

type Sums = { total: bigint; own: bigint; others: number }

/**
 * Several statements may begin on the first day, or end on the last one, at different hours: one opening and one closing
 * balance have to fit. Entries of other files on these two days may be of the hours outside, then nothing can be said.
 */
async function requireFittingPeriod(
  tx: Tx,
  externalAccountId: string,
  statements: readonly Row[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  const openings = statements.filter(({ from_on }) => from_on === from).map(({ opening }) => opening)
  const closings = statements.filter(({ to_on }) => to_on === to).map(({ closing }) => closing)
  const ids = statements.map(({ id }) => id)
  const [sums] = await tx<Sums[]>`
    with entries as (
      select amount, (booked_on > ${from}::date and booked_on < ${to}::date) or statement_id = any(${ids}::uuid[]) as own
      from bank_statement_lines
      where outside_account_id = ${externalAccountId} and booked_on between ${from}::date and ${to}::date and state <> 'undone')
    select coalesce(sum(amount), 0)::bigint as total, coalesce(sum(amount) filter (where own), 0)::bigint as own,
           count(*) filter (where not own)::int as others
    from entries`
  if (!sums) throw new Error('The entries could not be summed')
  const fits = (sum: bigint) => openings.some((opening) => closings.includes(opening + sum))
  if (fits(sums.total) || fits(sums.own) || sums.others > 0) return
  const [opening = 0n] = openings
  throw differ(
    `From ${from} to ${to} the statements go from ${toDecimalText(opening)} to ${toDecimalText(closings.at(-1) ?? 0n)}, but their lines to ${toDecimalText(opening + sums.total)}.`,
  )
}
