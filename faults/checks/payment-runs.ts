import type { Sql } from '#server/platform/db/connection.ts'
import { REJECTED } from '../clients/payment-reports.ts'
import { type History, isOk } from '../history.ts'

export type Runs = {
  runs: { id: string; count: number; total: number }[]
  /** Of a transfer, or of a credit that goes back to its sender. */
  payments: { run_id: string; transaction_id: string; cents: number; lives: boolean }[]
  reported: ReportedPayment[]
}

/** A transfer that a run pays: what status files said of it, and how often it was credited back, of those by a status file. */
type ReportedPayment = { reference: string; statuses: string[]; credits: number; by_report: number }

export const readRuns = async (sql: Sql): Promise<Runs> => ({
  runs: await sql<Runs['runs']>`select id, count, total::float8 as total from payment_runs`,
  payments: await sql<Runs['payments']>`
    select run_id, coalesce(transaction_id, line_id) as transaction_id, amount::float8 as cents, true as lives from run_payments
    union all
    select run_id, coalesce(transaction_id, line_id), amount::float8, false from cancelled_payments`,
  reported: await sql<ReportedPayment[]>`
    select p.end_to_end_id as reference,
           array(select s.status from payment_statuses s where s.run_id = p.run_id and s.place = p.place) as statuses,
           count(t.id)::int as credits, count(t.id) filter (where t.note = ${REJECTED})::int as by_report
    from run_payments p left join transactions t on t.reverses_id = p.transaction_id and t.status = 'Completed'
    where p.transaction_id is not null group by p.run_id, p.place`,
})

/** A transfer is in at most one run that lives, a run is whole, and administrators were told of different runs that all exist. */
export function checkPaymentRuns(history: History, { runs, payments, reported }: Runs): void {
  const report = (description: string) => history.report('payment runs', description)
  const runOf = new Map<string, string>()
  for (const { run_id, transaction_id } of payments.filter(({ lives }) => lives)) {
    const other = runOf.get(transaction_id)
    if (other) report(`${transaction_id} is in the payment runs ${other} and ${run_id}`)
    runOf.set(transaction_id, run_id)
  }
  const paid = Map.groupBy(payments, ({ run_id }) => run_id)
  for (const { id, count, total } of runs) {
    const own = paid.get(id) ?? []
    if (own.length !== count || own.reduce((sum, { cents }) => sum + cents, 0) !== total)
      report(`The payment run ${id} does not agree with its payments`)
  }
  const known = new Set(runs.map(({ id }) => id))
  const acknowledged = new Set<string>()
  for (const operation of history.operations) {
    const id = operation.results[0]?.transactionId
    if (operation.kind !== 'payment run' || !isOk(operation) || !id) continue
    if (!known.has(id)) report(`${operation.id}: the payment run ${id} is lost`)
    if (acknowledged.has(id)) report(`The payment run ${id} was made by two requests`)
    acknowledged.add(id)
  }
  checkReports(history, reported)
}

/** What an administrator was told of a status file is kept; a rejected payment is credited once, and no other one by a file. */
function checkReports(history: History, payments: readonly ReportedPayment[]): void {
  const report = (description: string) => history.report('payment runs', description)
  const reports = history.operations.filter(({ kind }) => kind === 'payment report')
  const named = new Set(reports.flatMap(({ references }) => references))
  for (const { reference, statuses, credits, by_report } of payments) {
    if (statuses.includes('rejected') && (statuses.includes('booked') || credits !== 1))
      report(`${reference} is ${statuses.join(' and ')}, and credited ${credits} times`)
    if (by_report > 0 && !named.has(reference)) report(`${reference} was credited without a report`)
  }
  const statusesOf = new Map(payments.map(({ reference, statuses }) => [reference, statuses]))
  for (const { id, references, results } of reports) {
    const [state, kept] = [results[0]?.state ?? '', statusesOf.get(references[0] ?? '') ?? []]
    const isKept = kept.includes(state) || (state === 'accepted' && kept.includes('booked'))
    if (['accepted', 'booked', 'rejected'].includes(state) && !isKept)
      report(`${id}: ${references[0]} was reported as ${state}, and is ${kept.join(' and ') || 'not'}`)
  }
}
