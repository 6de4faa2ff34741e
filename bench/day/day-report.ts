import type { LoadResult } from '../ledger/load.ts'
import { type Report, rounded, type Table, whole } from '../report.ts'
import { OPERATION_ORDER, OPERATIONS, type Operation, PEAK_FACTOR, type Planned, perCustomer } from './customer-day.ts'
import { type Cost, combine, NO_COST } from './measure-cost.ts'

export type DayTables = {
  idle: Cost
  costs: Record<Operation, Cost>
  planned: readonly Planned[]
  day: { result: LoadResult; cost: Cost }
  customers: number
  seconds: number
  /** Customers whose whole day is predicted. */
  of: number
}

const SECONDS_PER_DAY = 86_400
const MS = 1_000
/** How much of a core may be busy in the peak hour, so that latency stays low. */
const BUSY_AT_MOST = 0.5
/** At most this much more or less than predicted. */
const TOLERANCE = 0.3

export function dayReport(tables: DayTables, otherCores: number): Report {
  const predicted = predict(tables)
  const { cost } = tables.day
  const [predictedMs, measuredMs] = [predicted, cost].map((one) => one.serverMs + one.postgresMs) as [number, number]
  const error = measuredMs / predictedMs - 1
  return {
    name: 'day',
    method: `A day of ${whole(tables.customers)} customers in ${tables.seconds} s: a Monday that is a salary day. Requests come at their time, whatever the responses do.`,
    details: {
      'other programs': `${Math.round(otherCores * 100)} % of a core`,
      'requests per second': `${whole(countCalls(tables) / tables.seconds)} on average, ${whole((countCalls(tables) / tables.seconds) * PEAK_FACTOR)} in the peak hour`,
    },
    tables: [costTable(tables), dayTable(tables, predicted), latencyTable(tables), capacityTable(tables)],
    failures:
      Math.abs(error) > TOLERANCE
        ? [`CPU time: ${Math.round(error * 100)} % off the prediction, must be at most ${TOLERANCE * 100} %`]
        : [],
    disturbance: otherCores > 0.05 ? `other programs used ${Math.round(otherCores * 100)} % of a core` : null,
  }
}

const countCalls = ({ planned }: DayTables) =>
  planned.reduce((sum, { operation }) => sum + OPERATIONS[operation].calls.length, 0)

/** What the replayed day should use: every operation at its own cost, and what the bank uses anyway. */
function predict({ idle, costs, planned, seconds }: DayTables): Cost {
  let sum = combine(idle, NO_COST, (perSecond) => perSecond * seconds)
  for (const { operation } of planned) sum = combine(sum, costs[operation], (a, b) => a + b)
  return sum
}

const costTable = ({ costs, idle }: DayTables): Table => ({
  title: 'Cost of each operation',
  columns: ['', 'server ms', 'PostgreSQL ms', 'WAL bytes', 'disk bytes', 'per customer and salary Monday'],
  rows: [
    ...OPERATION_ORDER.map((operation) => [
      OPERATIONS[operation].title,
      ...costCells(costs[operation]),
      rounded(perCustomer(operation)),
    ]),
    ['nothing, per second', ...costCells(idle), ''],
  ],
})

const costCells = ({ serverMs, postgresMs, walBytes, diskBytes }: Cost) => [
  ...[rounded(serverMs), rounded(postgresMs), whole(walBytes), whole(diskBytes)],
]

function dayTable({ day, seconds, planned, ...tables }: DayTables, predicted: Cost): Table {
  const { cost, result } = day
  const calls = countCalls({ ...tables, day, seconds, planned })
  const answered = Object.values(result.kinds).reduce((sum, { count }) => sum + count, 0)
  const row = (name: string, of: (cost: Cost) => number, digits = 0) => [
    ...[name, rounded(of(predicted), digits), rounded(of(cost), digits)],
    `${Math.round((of(cost) / of(predicted) - 1) * 100)} %`,
  ]
  return {
    title: 'The day: predicted and measured',
    columns: ['', 'predicted', 'measured', 'difference'],
    rows: [
      ['requests', whole(calls), whole(answered), ''],
      row('CPU time of the server, s', ({ serverMs }) => serverMs / MS, 1),
      row('CPU time of PostgreSQL, s', ({ postgresMs }) => postgresMs / MS, 1),
      row('CPU time together, s', ({ serverMs, postgresMs }) => (serverMs + postgresMs) / MS, 1),
      row('WAL, MB', ({ walBytes }) => walBytes / 1e6, 1),
      row('tables and indexes, MB', ({ diskBytes }) => diskBytes / 1e6, 1),
    ],
  }
}

/** Calls whose name in the load generator says too little. */
const CALLS: Record<string, string> = {
  uniform: 'transfer',
  instant: 'instant transfer',
  approve: 'approval',
  fund: 'credit',
  profile: 'dashboard: profile and balance',
  accounts: 'dashboard: accounts',
  months: 'dashboard: months',
  newest: 'dashboard: newest transactions',
  bell: 'dashboard and notifications: bell',
  transactions: 'page of transactions',
  staff: 'staff’s list',
  login: 'log-in',
}

const latencyTable = ({ day }: DayTables): Table => ({
  title: 'Latency in the day, from when a request was due',
  columns: ['', 'requests', 'p50 ms', 'p99 ms'],
  rows: Object.entries(day.result.kinds).map(([kind, { count, p50Ms, p99Ms }]) => [
    ...[CALLS[kind] ?? kind, whole(count), rounded(p50Ms, 1), rounded(p99Ms, 1)],
  ]),
})

/** From the measured costs: a core that is at most half busy in the peak hour of a salary Monday. */
function capacityTable({ costs, idle, of }: DayTables): Table {
  const perDay = OPERATION_ORDER.reduce(
    (sum, operation) => combine(sum, costs[operation], (a, b) => a + b * perCustomer(operation)),
    NO_COST,
  )
  const peakOf = (dayMs: number) => (dayMs / MS / SECONDS_PER_DAY) * PEAK_FACTOR
  const customersPerCore = (dayMs: number) => whole(Math.floor(BUSY_AT_MOST / peakOf(dayMs) / MS) * MS)
  const bothMs = perDay.serverMs + perDay.postgresMs
  const idleCores = (idle.serverMs + idle.postgresMs) / MS
  return {
    title: 'What it means for a real day',
    columns: ['', 'value'],
    rows: [
      ['CPU time of a customer on that day, ms', rounded(bothMs, 1)],
      ['cores busy in the peak hour of a million customers', rounded(peakOf(bothMs) * of + idleCores)],
      ['customers per core, half busy in the peak hour: server', customersPerCore(perDay.serverMs)],
      ['customers per core, half busy in the peak hour: PostgreSQL', customersPerCore(perDay.postgresMs)],
      ['customers per core, half busy in the peak hour: both', customersPerCore(bothMs)],
      ['WAL of a million customers on that day, GB', rounded((perDay.walBytes * of) / 1e9)],
      ['growth by a million customers on that day, GB', rounded((perDay.diskBytes * of) / 1e9)],
    ],
  }
}
