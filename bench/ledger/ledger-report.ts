import { medianOf, type Report, rounded, type Table, whole } from '../report.ts'
import { REFERENCE_ORDER, REFERENCES, type ReferenceName } from './references.ts'
import {
  type Measurement,
  medianCpu,
  medianRate,
  medianReference,
  ORDER,
  type Round,
  WORKLOADS,
  type Workload,
} from './rounds.ts'

/** The minimum rate, as a multiple of a reference's. pgledger counts where its SQL is given. */
const RATE_LIMITS: { workload: Workload; reference: ReferenceName; limit: number }[] = [
  { workload: 'instant', reference: 'tpcb', limit: 0.52 },
  { workload: 'instantOne', reference: 'tpcb', limit: 0.52 },
  { workload: 'instant', reference: 'pgledger', limit: 1.5 },
  { workload: 'instantOne', reference: 'pgledgerOne', limit: 4 },
]
/** Limits in milliseconds are those of a machine on which TPC-B costs this much CPU time; elsewhere they grow and shrink with it. */
const TPCB_CPU_MS = 0.18
/** The maximum CPU time of server and PostgreSQL per operation, in milliseconds. */
const CPU_LIMITS: Partial<Record<Workload, number>> = { uniform: 0.28, approve: 0.45, unbatched: 1 }

export type Latency = { title: string; measured: Pick<Measurement, 'perSecond' | 'p50Ms' | 'p99Ms'>; limits?: Maximum }
type Maximum = { p50Ms: number; p99Ms?: number }

export function ledgerTables(rounds: Round[], latencies: Latency[]): Table[] {
  return [ratesTable(rounds), peerTable(rounds), latencyTable(rounds, latencies), cpuTable(rounds)]
}

export const ledgerChart = (rounds: Round[]): NonNullable<Report['chart']> => [
  ...REFERENCE_ORDER.map((name) => ({
    label: REFERENCES[name].title,
    value: medianReference(rounds, name, 'perSecond'),
    unit: '/s',
    isReference: true,
  })).filter(({ value }) => value > 0),
  ...ORDER.map((workload) => ({ label: WORKLOADS[workload].title, value: medianRate(rounds, workload), unit: '/s' })),
]

export function findFailures(rounds: Round[], latencies: Latency[]): string[] {
  const failures: string[] = []
  for (const { workload, reference, limit } of RATE_LIMITS) {
    const ratio = ratioOf(rounds, workload, reference)
    if (ratio < limit)
      failures.push(
        `${WORKLOADS[workload].title}: ${rounded(ratio)} times ${REFERENCES[reference].title}, must be at least ${limit}`,
      )
  }
  for (const workload of ORDER) {
    const [usedMs, limitMs] = [cpuOf(rounds, workload), limitHere(rounds, CPU_LIMITS[workload], 3)]
    if (usedMs > limitMs)
      failures.push(`${WORKLOADS[workload].title}: ${rounded(usedMs, 3)} ms of CPU time, must be at most ${limitMs}`)
  }
  for (const { title, measured, limits } of latencies)
    for (const name of ['p50Ms', 'p99Ms'] as const) {
      const limitMs = limitHere(rounds, limits?.[name], 1)
      if (measured[name] > limitMs)
        failures.push(`${title}: ${name} is ${rounded(measured[name], 1)}, must be at most ${limitMs}`)
    }
  return failures
}

/** NaN where there is no limit. As given where pgbench is missing. */
function limitHere(rounds: Round[], limitMs: number | undefined, digits: number): number {
  const tpcbMs = medianReference(rounds, 'tpcb', 'cpuMs')
  return rounded((limitMs ?? Number.NaN) * (Number.isNaN(tpcbMs) ? 1 : tpcbMs / TPCB_CPU_MS), digits)
}

/** NaN where the reference is missing, which is below no limit. */
const ratioOf = (rounds: Round[], workload: Workload, reference: ReferenceName) =>
  medianRate(rounds, workload) / medianReference(rounds, reference, 'perSecond')

/** Of server and PostgreSQL together; of the server alone where PostgreSQL is not embedded, which has no limit. */
const cpuOf = (rounds: Round[], workload: Workload) =>
  medianOf(rounds.map(({ loads }) => loads[workload].cpu.server + (loads[workload].cpu.postgres ?? Number.NaN)))

const cell = (value: number, digits = 2): number | string => (Number.isNaN(value) ? '' : rounded(value, digits))
const spread = (values: number[]) => `${whole(Math.min(...values))} to ${whole(Math.max(...values))}`

function ratesTable(rounds: Round[]): Table {
  const limitOf = (workload: Workload) =>
    RATE_LIMITS.find((one) => one.workload === workload && one.reference === 'tpcb')?.limit ?? ''
  const referenceRows = REFERENCE_ORDER.flatMap((name) => {
    const rates = rounds.map(({ references }) => references[name]?.perSecond ?? Number.NaN)
    const share = medianOf(rates) / medianReference(rounds, 'tpcb', 'perSecond')
    return Number.isNaN(medianOf(rates))
      ? []
      : [[REFERENCES[name].title, whole(medianOf(rates)), spread(rates), rounded(share), '']]
  })
  return {
    title: 'Per second, median of the rounds',
    columns: ['', 'per second', 'rounds', 'times TPC-B', 'at least'],
    rows: [
      ...referenceRows,
      ...ORDER.map((workload) => [
        WORKLOADS[workload].title,
        whole(medianRate(rounds, workload)),
        spread(rounds.map(({ loads }) => loads[workload].perSecond)),
        cell(ratioOf(rounds, workload, 'tpcb')),
        limitOf(workload),
      ]),
    ],
  }
}

const peerTable = (rounds: Round[]): Table => ({
  title: 'Both sides posted: compared with pgledger',
  columns: ['', 'this bank', 'pgledger', 'times', 'at least'],
  rows: RATE_LIMITS.filter(({ reference }) => reference !== 'tpcb').map(({ workload, reference, limit }) => {
    const peer = medianReference(rounds, reference, 'perSecond')
    const [peerCell, times] = Number.isNaN(peer)
      ? ['not given (--pgledger)', '']
      : [whole(peer), rounded(ratioOf(rounds, workload, reference))]
    return [WORKLOADS[workload].title, whole(medianRate(rounds, workload)), peerCell, times, limit]
  }),
})

const latencyTable = (rounds: Round[], latencies: Latency[]): Table => ({
  title: 'Latency when requests come at their time, whatever the responses do',
  columns: ['', 'per second', 'p50 ms', 'at most', 'p99 ms', 'at most '],
  rows: latencies.map(({ title, measured, limits }) => [
    title,
    whole(measured.perSecond),
    rounded(measured.p50Ms, 1),
    cell(limitHere(rounds, limits?.p50Ms, 1), 1),
    rounded(measured.p99Ms, 1),
    cell(limitHere(rounds, limits?.p99Ms, 1), 1),
  ]),
})

const cpuTable = (rounds: Round[]): Table => ({
  title: 'CPU time per operation, in milliseconds',
  columns: ['', 'server', 'PostgreSQL', 'together', 'at most', 'load generator'],
  rows: [
    ...REFERENCE_ORDER.flatMap((name) => {
      const usedMs = medianReference(rounds, name, 'cpuMs')
      return Number.isNaN(usedMs) ? [] : [[REFERENCES[name].title, '', rounded(usedMs, 3), '', '', '']]
    }),
    ...ORDER.map((workload) => [
      WORKLOADS[workload].title,
      cell(medianCpu(rounds, workload, 'server'), 3),
      cell(medianCpu(rounds, workload, 'postgres'), 3),
      cell(cpuOf(rounds, workload), 3),
      cell(limitHere(rounds, CPU_LIMITS[workload], 3), 3),
      cell(medianCpu(rounds, workload, 'generator'), 3),
    ]),
  ],
})
