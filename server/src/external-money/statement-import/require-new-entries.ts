import type { StatementToImport } from '../../ledger/staged-statement-entries.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { withoutNestedLoops } from '../../platform/db/plans.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { leadsTo, type StatementEnds } from './balance-chain.ts'

/** An earlier statement that has other entries on a day for which this one brings new entries. */
export type SharedDay = {
  day: string
  from_on: string
  to_on: string
  opening: bigint | null
  closing: bigint | null
  format: string
  /** The sums of that day: the entries that only the earlier statement has, and the new ones. */
  theirs: bigint
  ours: bigint
}

/**
 * Formats name the same entry differently, so an entry of one is not recognised in another. Runs in the transaction of the
 * import, after the entries are inserted and before the staged ones are deleted.
 */
export async function requireNewEntries(tx: Tx, importId: string, statement: StatementToImport): Promise<void> {
  const { id, externalAccountId } = statement
  const shared = await withoutNestedLoops(
    tx,
    () => tx<SharedDay[]>`
    with ours as (
      select booked_on, sum(amount)::bigint as amount from bank_statement_lines where statement_id = ${id} group by booked_on)
    select l.booked_on::text as day, s.from_on::text as from_on, s.to_on::text as to_on, s.opening, s.closing, s.format,
           sum(l.amount)::bigint as theirs, ours.amount as ours
    from ours join bank_statement_lines l on l.outside_account_id = ${externalAccountId} and l.booked_on = ours.booked_on
      and l.booked_on between (select min(booked_on) from ours) and (select max(booked_on) from ours)
    join bank_statements s on s.id = l.statement_id
    where l.statement_id <> ${id} and l.state <> 'undone'
      and not exists (select 1 from staged_statement_lines m where m.import_id = ${importId}
                      and m.outside_account_id = ${externalAccountId} and m.identity = l.identity)
    group by l.booked_on, ours.amount, s.id order by l.booked_on`,
  )
  const between = shared.length > 0 ? await readOthers(tx, statement) : []
  const twice = shared.find((day) => isTwice(day, statement, between))
  if (!twice) return
  throw new Refusal('balances_differ', {
    message: `The lines of ${twice.day} are not those of an earlier statement (${twice.format}, ${twice.from_on} to ${twice.to_on}), so they could be booked twice. Nothing was imported.`,
  })
}

const readOthers = (tx: Tx, { id, externalAccountId, fromOn, toOn }: StatementToImport) => tx<StatementEnds[]>`
  select from_on::text as from, to_on::text as to, opening, closing from bank_statements s
  where outside_account_id = ${externalAccountId} and id <> ${id} and from_on <= ${toOn} and to_on >= ${fromOn} and opening is not null and closing is not null
    and not exists (select 1 from statement_undos u where u.statement_id = s.id)`

/**
 * Two statements may share a day with different entries only where one goes on, within the day, where the other ended, or where one
 * of those between them did.
 */
export function isTwice(
  shared: SharedDay,
  { fromOn, toOn, openingCents, closingCents, format }: StatementToImport,
  between: readonly StatementEnds[],
): boolean {
  const { day, from_on, to_on, opening, closing } = shared
  const follows = closing !== null && openingCents !== null && leadsTo(closing, openingCents, day, between)
  const precedes = opening !== null && closingCents !== null && leadsTo(closingCents, opening, day, between)
  // Within one format, other references, texts or balances are other entries, also where their days are value dates.
  const isSameFormat = shared.format === format && format !== 'csv'
  if (isSameFormat && (follows || precedes) && opening !== openingCents) return false
  // Each has all entries of the days between its first and its last one.
  if ((fromOn < day && day < toOn) || (from_on < day && day < to_on)) return true
  const isOneDay = fromOn === toOn && from_on === to_on
  if (isOneDay && opening !== null && opening === openingCents && closing === closingCents) return true
  if (isSameFormat) return false
  // Entries that add up to nothing leave the balance where it was: they could be on either side.
  if (shared.theirs === 0n || shared.ours === 0n) return true
  // A closing balance without an opening one may be that of another day.
  if (opening === null || openingCents === null) return true
  return !(to_on === fromOn && follows) && !(toOn === from_on && precedes)
}
