import { dueDays, dueOnOrAfter } from '#contract/payments/scheduled-payment-calendar.ts'
import { type History, isOk, isRefused, type Operation } from '../history.ts'
import type { Books, RunRow, ScheduledPaymentRow } from './effects.ts'
import type { Office } from './office.ts'

const PAID = ['transfer.submitted', 'transfer.completed']

/**
 * One transfer for each due day that was paid, on days of the schedule and of an amount that the customer approved; none is left
 * out, and none is made while the scheduled payment is paused, or after it has ended or was deleted.
 */
export function checkScheduledPayments(
  history: History,
  books: Books,
  { events }: Pick<Office, 'events'>,
  today: string,
): void {
  const report = (id: string, what: string) => history.report('scheduled payments', `${id}: ${what}`)
  const byMarker = Map.groupBy(books.scheduledPayments, ({ marker }) => marker)
  const runsOf = Map.groupBy(books.runs, ({ order_id }) => order_id)
  const changesOf = Map.groupBy(history.operations, ({ subjectId }) => subjectId)
  const made = new Map(
    history.operations.filter(({ kind }) => kind === 'scheduled payment').map((one) => [one.id, one]),
  )
  for (const operation of made.values()) checkMade(operation, byMarker.get(operation.id) ?? [], report)
  for (const scheduled of books.scheduledPayments) {
    const operation = made.get(scheduled.marker)
    const runs = runsOf.get(scheduled.id) ?? []
    if (!operation) {
      report(scheduled.id, 'no client scheduled it')
      continue
    }
    const changes = changesOf.get(scheduled.id) ?? []
    checkPaid(books, operation, { scheduled, runs, changes }, report)
    checkDays(operation, { scheduled, runs, changes }, today, report)
  }
  checkStopped(books, events, report)
}

type Report = (id: string, what: string) => void
type ScheduledPaymentRecord = { scheduled: ScheduledPaymentRow; runs: readonly RunRow[]; changes: readonly Operation[] }

function checkMade(operation: Operation, found: readonly ScheduledPaymentRow[], report: Report): void {
  const { id, cents, accountId, results } = operation
  if (isRefused(operation) && found.length > 0) report(id, `refused with ${results[0]?.code}, but scheduled`)
  if (!isOk(operation)) return
  if (found.length !== 1 || results.some(({ transactionId }) => transactionId !== found[0]?.id))
    report(id, `${cents} cents were scheduled ${found.length} times`)
  if (found[0] && found[0].account_id !== accountId) report(id, 'another account pays')
}

function checkPaid(
  books: Books,
  { id, cents }: Operation,
  { scheduled, runs, changes }: ScheduledPaymentRecord,
  report: Report,
): void {
  const transfers = (books.byMarker.get(scheduled.marker) ?? []).filter(({ type }) => type === 'Transfer')
  const paid = new Set(runs.flatMap(({ transaction_id }) => transaction_id ?? []))
  if (transfers.length !== paid.size || transfers.some((row) => !paid.has(row.id)))
    report(id, `${transfers.length} transfers for ${paid.size} due days that were paid`)
  const approved = [
    cents,
    ...changes.flatMap((change) => (change.kind === 'change scheduled payment' ? change.cents : [])),
  ]
  for (const row of transfers)
    if (!approved.includes(-row.cents) || row.account_id !== scheduled.account_id)
      report(id, `${row.id} pays ${-row.cents} cents from ${row.account_id}`)
}

function checkDays(
  { id }: Operation,
  { scheduled, runs, changes }: ScheduledPaymentRecord,
  today: string,
  report: Report,
): void {
  const days = runs.map(({ due_on }) => due_on).toSorted()
  const schedule = { startOn: scheduled.start_on, every: scheduled.every, until: scheduled.until }
  const wrong = days.find((day, place) => day === days[place + 1] || dueOnOrAfter(schedule, day) !== day)
  if (wrong) report(id, `paid on ${wrong}, twice or not due`)
  // A day that passes while a scheduled payment is paused is not made up.
  const expected = dueDays(schedule, scheduled.start_on, days.length)
  if (!changes.some(({ kind }) => kind === 'pause scheduled payment') && days.join() !== expected.join())
    report(id, `due on ${expected.join()}, tried on ${days.join()}`)
  if (scheduled.next_on !== null && scheduled.next_on <= today) report(id, `due on ${scheduled.next_on}, and not paid`)
  if (changes.some((change) => change.kind === 'delete scheduled payment' && isOk(change)) && !scheduled.deleted)
    report(id, 'deleted, but still there')
}

/** The events of a person have the order in which they were committed. */
function checkStopped(books: Books, events: Office['events'], report: Report): void {
  const scheduledPaymentOf = new Map(books.runs.map(({ order_id, transaction_id }) => [transaction_id, order_id]))
  const stopped = new Set<string>()
  for (const { kind, transaction_id, order_id, change } of events) {
    if (kind === 'order.changed' || kind === 'order.ended') stopped.add(order_id ?? '')
    if (kind === 'order.approved' && change === 'resumed') stopped.delete(order_id ?? '')
    const paid = PAID.includes(kind) && scheduledPaymentOf.get(transaction_id)
    if (paid && stopped.has(paid)) report(paid, `${transaction_id} was paid after it was stopped`)
  }
}
