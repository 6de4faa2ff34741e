import type { Sql } from '#server/platform/db/connection.ts'
import { type History, isOk, isRefused, type Operation } from '../history.ts'

export type EntryRow = {
  id: string
  reference: string
  cents: number
  state: string
  in_suspense: boolean
  transaction_id: string | null
  person_id: string | null
  returned: boolean
  /** Booked to an account of the chart. */
  charted: boolean
  /** Movements of the external account for the entry, less what was withdrawn again. */
  bookings: number
  /** Out of suspense. */
  settlements: number
}

export const readEntries = (sql: Sql): Promise<EntryRow[]> =>
  sql<EntryRow[]>`
    select l.id, coalesce(l.bank_reference, '') as reference, l.amount::float8 as cents, l.state, l.in_suspense, l.transaction_id,
           l.person_id, l.returned_reason is not null as returned, l.gl_account is not null as charted,
           (count(*) filter (where m.purpose = 'statement' or (m.purpose = 'chart' and 'suspense' not in (m.debit, m.credit)))
            - count(*) filter (where m.purpose = 'withdrawal'))::int as bookings,
           (count(*) filter (where m.purpose in ('assignment', 'return', 'chart'))
            - count(*) filter (where m.purpose in ('undo', 'chart_undo')))::int as settlements
    from bank_statement_lines l left join contra_movements m on m.line_id = l.id group by l.id`

const BOOKS: readonly Operation['kind'][] = [
  'match statement entry',
  'assign statement entry',
  'return statement entry',
  'book statement entry',
]

/** Every entry of an acknowledged file is there once and booked once; what administrators were told about an entry is there. */
export function checkStatementEntries(history: History, entries: readonly EntryRow[]): void {
  const report = (description: string) => history.report('statement entries', description)
  // An import that was undone leaves its entries behind, and the file may have been imported again.
  const kept = entries.filter(({ state }) => state !== 'undone')
  const stored = new Set(entries.map(({ reference }) => reference))
  const byReference = Map.groupBy(kept, ({ reference }) => reference)
  for (const [reference, same] of byReference)
    if (same.length > 1) report(`The entry ${reference} is stored ${same.length} times`)
  const cleared = Map.groupBy(
    entries.filter(({ state, transaction_id }) => state === 'booked' && transaction_id),
    ({ transaction_id }) => transaction_id,
  )
  for (const [id, by] of cleared) if (by.length > 1) report(`${id} is cleared by ${by.length} entries`)
  const actsOn = Map.groupBy(history.operations, ({ statementEntryId }) => statementEntryId)
  for (const entry of entries) checkBookings(report, entry)
  for (const entry of kept) checkActs(report, entry, actsOn.get(entry.id) ?? [])
  for (const operation of history.operations) {
    if (operation.kind !== 'import statement') continue
    if (isRefused(operation)) report(`${operation.id}: a file was refused with ${operation.results[0]?.code}`)
    for (const reference of isOk(operation) ? operation.references : [])
      if (!stored.has(reference)) report(`${operation.id}: the imported entry ${reference} is lost`)
  }
}

type Report = (description: string) => void

function checkBookings(report: Report, { id, state, in_suspense, bookings, settlements }: EntryRow): void {
  const isBooked = state === 'booked' || in_suspense
  if (bookings !== (isBooked ? 1 : 0) || settlements > (state === 'booked' ? 1 : 0))
    report(`The entry ${id} is ${state}, but booked ${bookings} times and settled ${settlements} times`)
}

/** Nothing but an undo changes an entry after it was booked. An attempt without a response may have changed it. */
function checkActs(report: Report, entry: EntryRow, attempts: readonly Operation[]): void {
  const acts = attempts.filter(isOk)
  const isCertain = attempts.every((attempt) => isOk(attempt) || isRefused(attempt))
  const [booking, again] = acts.filter(({ kind }) => BOOKS.includes(kind))
  const isUndone = attempts.some((attempt) => attempt.kind === 'undo statement entry' && !isRefused(attempt))
  if (booking && again && !isUndone) report(`The entry ${entry.id} was booked by ${booking.id} and by ${again.id}`)
  if (booking && !isUndone && !isBookedAs(entry, booking))
    report(`${booking.id}: the ${booking.kind} of ${entry.id} is lost`)
  const [only] = acts
  const state =
    only?.kind === 'ignore statement entry' ? 'ignored' : only?.kind === 'undo statement entry' ? 'unmatched' : null
  if (only && acts.length === 1 && isCertain && state && entry.state !== state)
    report(`${only.id}: the ${only.kind} of ${entry.id} is lost: it is ${entry.state} after ${describeActs(attempts)}`)
}

const describeActs = (attempts: readonly Operation[]) =>
  attempts.map(({ id, kind, results }) => `${kind} (${id}: ${results[0]?.code ?? 'no response'})`).join(', ')

function isBookedAs({ state, ...entry }: EntryRow, { kind, subjectId, personId, cents }: Operation): boolean {
  if (state !== 'booked') return false
  if (kind === 'match statement entry') return entry.transaction_id === subjectId
  if (kind === 'book statement entry') return entry.charted
  return kind === 'return statement entry' ? entry.returned : entry.person_id === personId && entry.cents === cents
}
