import { endOfDay } from '#contract/bank-day.ts'
import type {
  BalanceSheet as BalanceSheetAnswer,
  ProfitAndLoss as ProfitAndLossAnswer,
} from '#contract/books/financial-reports.ts'
import type { GlAccountType } from '#contract/books/gl-account-types.ts'
import { bankCurrency, toAmount } from '#contract/money.ts'
import { netOf } from '../../ledger/account-balances.ts'
import { type GlAccount, readChart } from '../../ledger/chart.ts'
import { sumBookings } from '../../ledger/day-totals.ts'
import { FINAL_AFTER_MS } from '../../ledger/month.ts'
import type { Reader, Sql, Tx } from '../../platform/db/connection.ts'

export type ReportRow = Pick<GlAccount, 'code' | 'account' | 'name'> & { balanceCents: bigint }
export type Section = { rows: readonly ReportRow[]; totalCents: bigint }
export type BalanceSheet = {
  on: string
  asOf: Date
  final: boolean
  zone: string
  assets: Section
  liabilities: Section
  equity: Section
  /** Income minus expenses since the bank began. */
  resultCents: bigint
}
export type ProfitAndLoss = {
  from: string
  to: string
  asOf: Date
  final: boolean
  zone: string
  income: Section
  expenses: Section
  resultCents: bigint
}

type Context = { at: Date; zone: string }
type Line = Pick<GlAccount, 'code' | 'account' | 'name' | 'type' | 'closedAt'> & { debitCents: bigint }

const DAY_MS = 86_400_000
/** '2026-11-01' → '2026-10-31' */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)

/** Each account of the chart, and external accounts that have no code yet. Everything that was booked is in it. */
export async function chartLines(sql: Reader, net: ReadonlyMap<string, bigint>): Promise<Line[]> {
  const chart = await readChart(sql)
  const known = new Set(chart.map(({ account }) => account))
  const missing = [...net.keys()].filter((account) => !known.has(account))
  const lines = chart.map((account) => ({ ...account, debitCents: net.get(account.account) ?? 0n }))
  const uncoded = missing.map((account): Line => {
    if (!account.startsWith('outside:')) throw new Error(`No account of the chart is ${account}`)
    return { code: '', account, name: account, type: 'asset', closedAt: null, debitCents: net.get(account) ?? 0n }
  })
  return [...lines, ...uncoded]
}

/** Debits make assets and expenses grow, credits the others. An account that is closed and empty is left out. */
function sectionOf(lines: readonly Line[], type: GlAccountType): Section {
  const sign = type === 'asset' || type === 'expense' ? 1n : -1n
  const rows = lines
    .filter((line) => line.type === type && (line.debitCents !== 0n || line.closedAt === null))
    .map(({ code, account, name, debitCents }) => ({ code, account, name, balanceCents: sign * debitCents }))
  return { rows, totalCents: rows.reduce((sum, { balanceCents }) => sum + balanceCents, 0n) }
}

const inSnapshot = <T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> =>
  sql.begin({ mode: 'isolation level repeatable read read only' }, work) as Promise<T>

function whenOf(day: string, { at, zone }: Context) {
  const end = endOfDay(day, zone)
  return { asOf: end < at ? end : at, final: at.getTime() >= end.getTime() + FINAL_AFTER_MS, zone }
}

export const readBalanceSheet = (sql: Sql, on: string, context: Context): Promise<BalanceSheet> =>
  inSnapshot(sql, async (tx) => {
    const lines = await chartLines(tx, netOf(await sumBookings(tx, on, context.zone)))
    return {
      on,
      ...whenOf(on, context),
      assets: sectionOf(lines, 'asset'),
      liabilities: sectionOf(lines, 'liability'),
      equity: sectionOf(lines, 'equity'),
      resultCents: sectionOf(lines, 'income').totalCents - sectionOf(lines, 'expense').totalCents,
    }
  })

/** The difference between the balances at its two ends: both come from sums of days. */
export const readProfitAndLoss = (
  sql: Sql,
  { from, to }: { from: string; to: string },
  context: Context,
): Promise<ProfitAndLoss> =>
  inSnapshot(sql, async (tx) => {
    const net = netOf(await sumBookings(tx, to, context.zone))
    for (const [account, cents] of netOf(await sumBookings(tx, dayBefore(from), context.zone)))
      net.set(account, (net.get(account) ?? 0n) - cents)
    const lines = await chartLines(tx, net)
    const [income, expenses] = [sectionOf(lines, 'income'), sectionOf(lines, 'expense')]
    return {
      from,
      to,
      ...whenOf(to, context),
      income,
      expenses,
      resultCents: income.totalCents - expenses.totalCents,
    }
  })

/** Equals the assets, unless something was booked on one side only. */
export const balanceSheetTotal = ({ liabilities, equity, resultCents }: BalanceSheet): bigint =>
  liabilities.totalCents + equity.totalCents + resultCents

const toSection = ({ rows, totalCents }: Section) => ({
  rows: rows.map(({ code, account, name, balanceCents }) => ({ code, account, name, balance: toAmount(balanceCents) })),
  total: toAmount(totalCents),
})

export const toBalanceSheetAnswer = (sheet: BalanceSheet): BalanceSheetAnswer => ({
  on: sheet.on,
  asOf: sheet.asOf.toISOString(),
  final: sheet.final,
  currency: bankCurrency().code,
  assets: toSection(sheet.assets),
  liabilities: toSection(sheet.liabilities),
  equity: toSection(sheet.equity),
  result: toAmount(sheet.resultCents),
  total: toAmount(balanceSheetTotal(sheet)),
})

export const toProfitAndLossAnswer = (report: ProfitAndLoss): ProfitAndLossAnswer => ({
  from: report.from,
  to: report.to,
  asOf: report.asOf.toISOString(),
  final: report.final,
  currency: bankCurrency().code,
  income: toSection(report.income),
  expenses: toSection(report.expenses),
  result: toAmount(report.resultCents),
})
