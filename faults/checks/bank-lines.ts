import type { Sql } from '#server/platform/db/connection.ts'
import { type History, isOk, isRefused, type Operation } from '../history.ts'

export type LineRow = {
  id: string
  reference: string
  cents: number
  state: string
  in_suspense: boolean
  transaction_id: string | null
  person_id: string | null
  returned: boolean
  /** From or to the outside account, less what was withdrawn again. */
  bookings: number
  /** Out of suspense. */
  settlements: number
}

export const readLines = (sql: Sql): Promise<LineRow[]> =>
  sql<LineRow[]>`
    select l.id, coalesce(l.bank_reference, '') as reference, l.amount::float8 as cents, l.state, l.in_suspense, l.transaction_id,
           l.person_id, l.returned_reason is not null as returned,
           (count(*) filter (where m.purpose = 'statement') - count(*) filter (where m.purpose = 'withdrawal'))::int as bookings,
           (count(*) filter (where m.purpose in ('assignment', 'return')))::int as settlements
    from bank_statement_lines l left join contra_movements m on m.line_id = l.id group by l.id`

const BOOKS: readonly Operation['kind'][] = ['match line', 'assign line', 'return line']

/** Every line of an acknowledged file is there once and booked once; what administrators were told about a line is there. */
export function checkBankLines(history: History, lines: readonly LineRow[]): void {
  const report = (description: string) => history.report('bank lines', description)
  const byReference = Map.groupBy(lines, ({ reference }) => reference)
  for (const [reference, same] of byReference)
    if (same.length > 1) report(`The line ${reference} is stored ${same.length} times`)
  const cleared = Map.groupBy(
    lines.filter(({ state, transaction_id }) => state === 'booked' && transaction_id),
    ({ transaction_id }) => transaction_id,
  )
  for (const [id, by] of cleared) if (by.length > 1) report(`${id} is cleared by ${by.length} lines`)
  const actsOn = Map.groupBy(history.operations, ({ lineId }) => lineId)
  for (const line of lines) {
    checkBookings(report, line)
    checkActs(report, line, actsOn.get(line.id) ?? [])
  }
  for (const operation of history.operations) {
    if (operation.kind !== 'import statement') continue
    if (isRefused(operation)) report(`${operation.id}: a file was refused with ${operation.results[0]?.code}`)
    for (const reference of isOk(operation) ? operation.references : [])
      if (!byReference.has(reference)) report(`${operation.id}: the imported line ${reference} is lost`)
  }
}

type Report = (description: string) => void

function checkBookings(report: Report, { id, state, in_suspense, bookings, settlements }: LineRow): void {
  const isBooked = state === 'booked' || in_suspense
  if (bookings !== (isBooked ? 1 : 0) || settlements > (state === 'booked' ? 1 : 0))
    report(`The line ${id} is ${state}, but booked ${bookings} times and settled ${settlements} times`)
}

/** Nothing changes a line after it was booked. An attempt without a response may have changed it. */
function checkActs(report: Report, line: LineRow, attempts: readonly Operation[]): void {
  const acts = attempts.filter(isOk)
  const isCertain = attempts.every((attempt) => isOk(attempt) || isRefused(attempt))
  const [booking, again] = acts.filter(({ kind }) => BOOKS.includes(kind))
  if (booking && again) report(`The line ${line.id} was booked by ${booking.id} and by ${again.id}`)
  if (booking && !isBookedAs(line, booking)) report(`${booking.id}: the ${booking.kind} of ${line.id} is lost`)
  const [only] = acts
  const state = only?.kind === 'ignore line' ? 'ignored' : only?.kind === 'undo line' ? 'unmatched' : null
  if (only && acts.length === 1 && isCertain && state && line.state !== state)
    report(`${only.id}: the ${only.kind} of ${line.id} is lost: it is ${line.state} after ${describeActs(attempts)}`)
}

const describeActs = (attempts: readonly Operation[]) =>
  attempts.map(({ id, kind, results }) => `${kind} (${id}: ${results[0]?.code ?? 'no response'})`).join(', ')

function isBookedAs({ state, ...line }: LineRow, { kind, subjectId, personId, cents }: Operation): boolean {
  if (state !== 'booked') return false
  if (kind === 'match line') return line.transaction_id === subjectId
  return kind === 'return line' ? line.returned : line.person_id === personId && line.cents === cents
}
