import type { Sql } from '#server/platform/db/connection.ts'
import { type History, isOk } from '../history.ts'

export type Runs = {
  runs: { id: string; count: number; total: number }[]
  /** Of a transfer, or of a credit that goes back to its sender. */
  payments: { run_id: string; transaction_id: string; cents: number; lives: boolean }[]
}

export const readRuns = async (sql: Sql): Promise<Runs> => ({
  runs: await sql<Runs['runs']>`select id, count, total::float8 as total from payment_runs`,
  payments: await sql<Runs['payments']>`
    select run_id, coalesce(transaction_id, line_id) as transaction_id, amount::float8 as cents, true as lives from run_payments
    union all
    select run_id, coalesce(transaction_id, line_id), amount::float8, false from cancelled_payments`,
})

/** A transfer is in at most one run that lives, a run is whole, and administrators were told of different runs that all exist. */
export function checkPaymentRuns(history: History, { runs, payments }: Runs): void {
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
}
