import { compactNumber } from '#contract/account-numbers.ts'
import type { PaymentStatus, UnknownReason } from '#contract/external-money/payment-statuses.ts'
import { toDecimalText } from '#contract/money.ts'
import type { Reader } from '../../platform/db/connection.ts'
import { parseAmount } from '../statement-files/camt053-fields.ts'
import { toUnits } from '../statement-files/statement-file.ts'
import { messageIdOf } from './payment-file.ts'
import type { FileAmount, StatusReport } from './status-file.ts'

export type ReportedPayment = {
  run_id: string
  place: number
  transaction_id: string | null
  owner_id: string | null
  end_to_end_id: string
  amount: bigint
  statuses: PaymentStatus[]
}

type Run = {
  id: string
  number: bigint
  count: number
  total: bigint
  currency: string
  debtor_number: string
  sent_at: Date | null
  cancelled_at: Date | null
}

/** A report about one payment, or why it is about none. */
export type Reported = { report: StatusReport } & (
  | { payment: ReportedPayment; unknown: null }
  | { payment: null; unknown: UnknownReason }
)

const MESSAGE_ID = /^RUN-(\d{1,18})-[0-9a-f]{12}$/i

/** Which payments the reports of a file are about, in the order of the file. */
export async function findReported(sql: Reader, reports: readonly StatusReport[]): Promise<Reported[]> {
  const numbers = reports.flatMap(({ messageIds }) => messageIds.flatMap((id) => MESSAGE_ID.exec(id)?.[1] ?? []))
  const references = [...new Set(reports.flatMap(({ reference }) => reference || []))]
  const whole = reports.filter(({ reference }) => reference === null).flatMap(({ messageIds }) => messageIds)
  const named = await readRuns(sql, { numbers: [...new Set(numbers)], ids: [] })
  const wholeIds = named.filter((run) => whole.some((id) => isMessageOf(id, run))).map(({ id }) => id)
  const payments = await readPayments(sql, wholeIds, references)
  const others = [...new Set(payments.map(({ run_id }) => run_id))].filter((id) => !named.some((run) => run.id === id))
  const runs = [...named, ...(await readRuns(sql, { numbers: [], ids: others }))]
  const cancelled = await readCancelled(sql, references)
  const finder = new Finder(runs, payments, cancelled)
  return reports.flatMap((report) =>
    report.reference === null ? finder.findAll(report, reports) : [finder.findOne(report)],
  )
}

const isMessageOf = (messageId: string, run: Run) => messageId.toLowerCase() === messageIdOf(run).toLowerCase()

class Finder {
  #runs: readonly Run[]
  #byId: Map<string, Run>
  #byRun: Map<string, ReportedPayment[]>
  #byReference: Map<string, ReportedPayment[]>
  #cancelled: ReadonlySet<string>

  constructor(runs: readonly Run[], payments: readonly ReportedPayment[], cancelled: ReadonlySet<string>) {
    this.#runs = runs
    this.#byId = new Map(runs.map((run) => [run.id, run]))
    this.#byRun = Map.groupBy(payments, ({ run_id }) => run_id)
    this.#byReference = Map.groupBy(payments, ({ end_to_end_id }) => end_to_end_id)
    this.#cancelled = cancelled
  }

  findOne(report: StatusReport): Reported {
    const { reference, account } = report
    const run = this.#runOf(report)
    if (run === 'ambiguous') return { report, payment: null, unknown: 'ambiguous' }
    // A notification has message ids of banks on the way, too. A status report answers a message of this bank; if it names none, the
    // amount must be there.
    if (!run && account === null && (report.messageIds.length > 0 || report.amounts.length === 0))
      return { report, payment: null, unknown: 'no_such_run' }
    if (run?.cancelled_at) return { report, payment: null, unknown: 'run_cancelled' }
    const all = this.#byReference.get(reference ?? '') ?? []
    const payments = run ? all.filter(({ run_id }) => run_id === run.id) : all
    if (payments.length === 0)
      return {
        report,
        payment: null,
        unknown: this.#cancelled.has(reference ?? '') ? 'run_cancelled' : 'no_such_payment',
      }
    const checked = payments.map((payment) => ({ payment, unknown: this.#check(report, payment) }))
    const fitting = checked.filter(({ unknown }) => unknown === null)
    if (fitting.length > 1) return { report, payment: null, unknown: 'ambiguous' }
    const [only] = fitting
    if (only) return { report, payment: only.payment, unknown: null }
    return { report, payment: null, unknown: checked[0]?.unknown ?? 'no_such_payment' }
  }

  /** The payments of a run that the file does not name. */
  findAll(report: StatusReport, reports: readonly StatusReport[]): Reported[] {
    const run = this.#runOf(report)
    const none = (unknown: UnknownReason): Reported[] => [{ report, payment: null, unknown }]
    if (!run) return none('no_such_run')
    if (run === 'ambiguous') return none('ambiguous')
    const refusal = runRefusal(run) ?? accountRefusal(report, run)
    if (refusal) return none(refusal)
    const payments = this.#byRun.get(run.id) ?? []
    // A collective debit is of what the bank has paid.
    const concerned =
      report.word === 'booked' ? payments.filter(({ statuses }) => !statuses.includes('rejected')) : payments
    const total = concerned.reduce((sum, { amount }) => sum + amount, 0n)
    if (report.count !== null && ![run.count, concerned.length].includes(report.count)) return none('amount_differs')
    if (report.amounts.length > 0) {
      const differs = amountRefusal(report.amounts, total, run.currency)
      if (differs && amountRefusal(report.amounts, run.total, run.currency)) return none(differs)
    }
    const named = new Set(reports.flatMap((one) => (this.#runOf(one) === run ? (one.reference ?? []) : [])))
    return concerned
      .filter(({ end_to_end_id }) => !named.has(end_to_end_id))
      .map((payment) => ({ report, payment, unknown: null }))
  }

  #runOf({ messageIds }: StatusReport): Run | 'ambiguous' | undefined {
    const found = this.#runs.filter((run) => messageIds.some((id) => isMessageOf(id, run)))
    return found.length > 1 ? 'ambiguous' : found[0]
  }

  #check(report: StatusReport, payment: ReportedPayment): UnknownReason | null {
    const run = this.#byId.get(payment.run_id)
    if (!run) return 'no_such_run'
    const refusal = runRefusal(run) ?? accountRefusal(report, run)
    if (refusal) return refusal
    // A status report need not repeat the amount.
    if (report.amounts.length === 0) return report.account === null ? null : 'amount_differs'
    return amountRefusal(report.amounts, payment.amount, run.currency)
  }
}

const runRefusal = ({ sent_at, cancelled_at }: Run): UnknownReason | null =>
  cancelled_at ? 'run_cancelled' : sent_at ? null : 'run_open'

const accountRefusal = ({ account }: StatusReport, run: Run): UnknownReason | null =>
  account === null || bareNumber(account) === bareNumber(run.debtor_number) ? null : 'other_account'

const bareNumber = (number: string) => compactNumber(number).replace(/^0+/, '')

function amountRefusal(amounts: readonly FileAmount[], cents: bigint, currency: string): UnknownReason | null {
  const inCurrency = amounts.filter((one) => one.currency === null || one.currency.toUpperCase() === currency)
  if (inCurrency.length === 0) return 'currency_differs'
  const units = toUnits(toDecimalText(cents))
  return inCurrency.some(({ amount }) => toUnits(parseAmount(amount)) === units) ? null : 'amount_differs'
}

const readRuns = (sql: Reader, { numbers, ids }: { numbers: string[]; ids: string[] }) =>
  numbers.length + ids.length === 0
    ? []
    : sql<Run[]>`
        select id, number, count, total, currency, debtor_number, sent_at, cancelled_at from payment_runs
        where number = any(${numbers}::bigint[]) or id = any(${ids}::uuid[])`

const readPayments = (sql: Reader, runIds: string[], references: string[]) => sql<ReportedPayment[]>`
  select p.run_id, p.place, p.transaction_id, p.end_to_end_id, p.amount,
    (select a.owner_id from transactions t join accounts a on a.id = t.account_id where t.id = p.transaction_id) as owner_id,
    array(select s.status from payment_statuses s where s.run_id = p.run_id and s.place = p.place) as statuses
  from run_payments p
  where p.run_id = any(${runIds}::uuid[]) or p.end_to_end_id = any(${references}::text[])
  order by p.run_id, p.place`

async function readCancelled(sql: Reader, references: string[]): Promise<Set<string>> {
  const rows = await sql<{ reference: string }[]>`
    select end_to_end_id as reference from cancelled_payments where end_to_end_id = any(${references}::text[])`
  return new Set(rows.map(({ reference }) => reference))
}
