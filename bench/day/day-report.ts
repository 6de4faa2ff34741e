import type { LoadResult } from '../ledger/load.ts'
import { type Report, rounded, type Table, whole } from '../report.ts'
import { type Cost, combine, cpuOf, NO_COST, predict } from './cost.ts'
import {
  countOperations,
  HOURS,
  OPERATION_ORDER,
  OPERATIONS,
  type Operation,
  type PlannedOperation,
  perCustomer,
} from './customer-day.ts'
import type { RunCost } from './measure-cost.ts'
import { findBehind, LATE_MS, PEAK_USE, peakHourMs } from './size-of-day.ts'

export type DayTables = {
  idle: Cost
  costs: Record<Operation, Cost>
  planned: readonly PlannedOperation[]
  day: RunCost<LoadResult>
  customers: number
  /** Which the customers of the day use, in turns. */
  accounts: number
  seconds: number
  /** Predicted share of the machine in the peak hour, with the load generator. */
  peakUse: number
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
  const { customers, accounts, seconds, day } = tables
  const predicted = predict(countOperations(tables.planned), tables.costs, tables.idle, day.seconds)
  const error = cpuOf(day.cost) / cpuOf(predicted) - 1
  const { answered, late, seconds: tookSeconds } = day.result
  return {
    name: 'day',
    method: `A Monday that is a salary day, of ${whole(customers)} customers with ${whole(accounts)} accounts, in ${seconds} s (${whole(SECONDS_PER_DAY / seconds)} times as fast as the day). Requests come at their time, whatever the responses do. The number of customers follows from the measured costs: server, PostgreSQL and load generator together may use ${PEAK_USE * 100} % of the machine in the peak hour.`,
    details: {
      'Other programs': `${Math.round(otherCores * 100)} % of a core while it was measured`,
      'Requests per second': `${whole(answered / tookSeconds)} on average, ${whole(peakHourCalls(tables))} in the busiest hour (${rounded(seconds / HOURS, 1)} s)`,
      'Predicted use of the machine in the peak hour': `${Math.round(tables.peakUse * 100)} %, with the load generator`,
      'Duration of the replay': `${rounded(tookSeconds, 1)} s, due in ${seconds} s`,
      'Responses that came late': `${whole(late)} of ${whole(answered)} came more than ${LATE_MS / MS} s after the request was due`,
    },
    tables: [costTable(tables), dayTable(tables, predicted), latencyTable(tables), capacityTable(tables)],
    failures:
      Math.abs(error) > TOLERANCE
        ? [`CPU time: ${Math.round(error * 100)} % off the prediction, must be at most ${TOLERANCE * 100} %`]
        : [],
    disturbance: otherCores > 0.05 ? `other programs used ${Math.round(otherCores * 100)} % of a core` : null,
    errors: findBehind({ answered, late, dueSeconds: seconds, tookSeconds }),
  }
}

const callsOf = (planned: readonly PlannedOperation[]) =>
  planned.reduce((sum, { operation }) => sum + OPERATIONS[operation].calls.length, 0)

/** Requests per second in the hour of the replay that has most of them. */
function peakHourCalls({ planned, seconds }: DayTables): number {
  const hourMs = (seconds * MS) / HOURS
  const hours = Map.groupBy(planned, ({ ms }) => Math.floor(ms / hourMs))
  return Math.max(...[...hours.values()].map(callsOf)) / (hourMs / MS)
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
    ['idle bank, per second', ...costCells(idle), ''],
  ],
})

const costCells = ({ serverMs, postgresMs, walBytes, diskBytes }: Cost) => [
  rounded(serverMs),
  rounded(postgresMs),
  whole(walBytes),
  whole(diskBytes),
]

function dayTable({ day, planned }: DayTables, predicted: Cost): Table {
  const { cost, result } = day
  const row = (name: string, of: (cost: Cost) => number, digits = 0) => [
    name,
    rounded(of(predicted), digits),
    rounded(of(cost), digits),
    `${Math.round((of(cost) / of(predicted) - 1) * 100)} %`,
  ]
  return {
    title: 'The day: predicted and measured',
    columns: ['', 'predicted', 'measured', 'difference'],
    rows: [
      ['requests', whole(callsOf(planned)), whole(result.answered), ''],
      row('CPU time of the server, s', ({ serverMs }) => serverMs / MS, 1),
      row('CPU time of PostgreSQL, s', ({ postgresMs }) => postgresMs / MS, 1),
      row('CPU time together, s', (cost) => cpuOf(cost) / MS, 1),
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
    CALLS[kind] ?? kind,
    whole(count),
    rounded(p50Ms, 1),
    rounded(p99Ms, 1),
  ]),
})

/** From the measured costs: a core that is at most half busy in the peak hour of a salary Monday. */
function capacityTable({ costs, idle, of }: DayTables): Table {
  const perDay = OPERATION_ORDER.reduce(
    (sum, operation) => combine(sum, costs[operation], (a, b) => a + b * perCustomer(operation)),
    NO_COST,
  )
  /** Cores that a customer keeps busy in the peak hour. */
  const peakOf = (use: (cost: Cost) => number) => peakHourMs(costs, use) / MS / (SECONDS_PER_DAY / HOURS)
  const customersPerCore = (use: (cost: Cost) => number) => whole(Math.floor(BUSY_AT_MOST / peakOf(use) / MS) * MS)
  return {
    title: 'What it means for a real day',
    columns: ['', 'value'],
    rows: [
      ['CPU time of a customer on that day, ms', rounded(cpuOf(perDay), 1)],
      ['cores busy in the peak hour of a million customers', rounded(peakOf(cpuOf) * of + cpuOf(idle) / MS)],
      ['customers per core, half busy in the peak hour: server', customersPerCore(({ serverMs }) => serverMs)],
      ['customers per core, half busy in the peak hour: PostgreSQL', customersPerCore(({ postgresMs }) => postgresMs)],
      ['customers per core, half busy in the peak hour: both', customersPerCore(cpuOf)],
      ['WAL of a million customers on that day, GB', rounded((perDay.walBytes * of) / 1e9)],
      ['growth by a million customers on that day, GB', rounded((perDay.diskBytes * of) / 1e9)],
    ],
  }
}
