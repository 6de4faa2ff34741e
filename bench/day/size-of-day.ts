import { type Cost, combine, cpuOf, NO_COST } from './cost.ts'
import { HOURS, hoursOf, OPERATION_ORDER, type Operation } from './customer-day.ts'

/** How much of the machine the replay may use in the peak hour: with more, requests queue and nothing is shown. */
export const PEAK_USE = 0.6

const hours = Array.from({ length: HOURS }, (_, hour) => hour)

/** What a customer costs in each hour of the day. */
function costByHour(costs: Readonly<Record<Operation, Cost>>): Cost[] {
  return hours.map((hour) =>
    OPERATION_ORDER.reduce(
      (sum, operation) => combine(sum, costs[operation], (all, one) => all + one * (hoursOf(operation)[hour] ?? 0)),
      NO_COST,
    ),
  )
}

/** CPU time of a customer in the hour that has most of it. */
export const peakHourMs = (costs: Readonly<Record<Operation, Cost>>, of: (cost: Cost) => number = cpuOf): number =>
  Math.max(...costByHour(costs).map(of))

type Machine = {
  costs: Readonly<Record<Operation, Cost>>
  idle: Cost
  /** CPU time of the load generator per operation, which runs on the same machine. */
  generatorMs: Readonly<Record<Operation, number>>
  cores: number
  /** The length of the replayed day. */
  seconds: number
}

/** The share of the machine that is busy in the peak hour of the replay. */
export function peakUse({ costs, idle, generatorMs, cores, seconds }: Machine, customers: number): number {
  const withGenerator = Object.fromEntries(
    OPERATION_ORDER.map((name) => [name, { ...costs[name], serverMs: costs[name].serverMs + generatorMs[name] }]),
  ) as Record<Operation, Cost>
  const hourMs = (seconds * 1_000) / HOURS
  return ((peakHourMs(withGenerator) * customers) / hourMs + cpuOf(idle) / 1_000) / cores
}

/** As many customers as the machine carries in the peak hour, in steps of ten. */
export function customersFor(machine: Machine): number {
  const idleUse = peakUse(machine, 0)
  const perCustomer = peakUse(machine, 1) - idleUse
  return Math.max(0, Math.floor((PEAK_USE - idleUse) / perCustomer / 10) * 10)
}

/** A response that comes later than this after its request was due. */
export const LATE_MS = 1_000
const MAX_LATE = 0.01
/** For the last responses. */
const OVERTIME_SECONDS = 5

export type Punctuality = { answered: number; late: number; dueSeconds: number; tookSeconds: number }

/** Why the replay was not the day that was predicted: requests waited for the ones before them. None: it kept up. */
export function findBehind({ answered, late, dueSeconds, tookSeconds }: Punctuality): string[] {
  const share = answered === 0 ? 1 : late / answered
  return [
    ...(share > MAX_LATE
      ? [
          `the replay fell behind: ${percent(share)} of the responses came more than ${LATE_MS / 1_000} s late, must be at most ${percent(MAX_LATE)}`,
        ]
      : []),
    ...(tookSeconds > dueSeconds + OVERTIME_SECONDS
      ? [`the replay fell behind: it took ${Math.round(tookSeconds)} s instead of ${dueSeconds}`]
      : []),
  ]
}

const percent = (share: number) => `${Number((share * 100).toFixed(1))} %`
