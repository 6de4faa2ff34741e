/**
 * `npm run bench:ledger`: transfers through the whole stack (session, schema, PIN, key, hold, outbox) against pgbench's
 * TPC-B on the same PostgreSQL, in turns. `--database-url` names an empty database; without it, an embedded one is used.
 * The results are invalid when an invariant fails or an acknowledged transaction is missing afterwards.
 */
import { findErrors } from './ledger/check.ts'
import { setUpEnvironment } from './ledger/environment.ts'
import {
  type Cpu,
  median,
  medianPgbench,
  medianPgbenchCpu,
  ORDER,
  type Round,
  Runner,
  WORKLOADS,
  type Workload,
} from './ledger/rounds.ts'
import { medianOf, type Report, rounded, runBenchmark, type Settings, type Table, whole } from './report.ts'

/** The minimum rate, as a multiple of pgbench's. */
const LIMITS: Partial<Record<Workload, number>> = { uniform: 2, hot: 2, unbatched: 0.6 }
const SHARE_OF_PEAK = 0.7
/** Payers send four instant transfers each: a fifth within an hour has a risk flag. */
const FULL = { accounts: 100_000, payers: 40_000, rounds: 3, seconds: 10, trial: 4 }
const QUICK = { accounts: 200, payers: 1_500, rounds: 1, seconds: 1, trial: 1 }

type Latency = { rate: number; p50Ms: number; p99Ms: number }

async function measure({ quick, databaseUrl }: Settings): Promise<Report> {
  const size = quick ? QUICK : FULL
  console.log(`Opening ${whole(size.accounts + size.payers)} accounts …`)
  const environment = await setUpEnvironment({ databaseUrl, accounts: size.accounts, payers: size.payers, quick })
  try {
    const runner = new Runner(environment)
    console.log('Finding the best number of clients and connections …')
    const best = await runner.findBest(size.trial, quick)
    const rounds: Round[] = []
    for (let round = 1; round <= size.rounds; round += 1) {
      console.log(`Round ${round} of ${size.rounds}`)
      rounds.push(await runner.round(best, size.seconds))
    }
    const rate = Math.round(median(rounds, 'uniform') * SHARE_OF_PEAK)
    const paced = await runner.load('uniform', { connections: best.connections.uniform, seconds: size.seconds, rate })
    console.log('Checking the acknowledged transactions and the invariants …')
    const errors = await findErrors(environment.sql, runner.acknowledged)
    const details = {
      ...environment.details,
      'pgbench clients': String(best.clients),
      connections: Object.entries(best.connections)
        .map((pair) => pair.join(' '))
        .join(', '),
      acknowledged: `${whole(runner.acknowledged.submitted.length)} transfers and ${whole(runner.acknowledged.completed.length)} postings, all found`,
    }
    return toReport(rounds, { rate: paced.perSecond, p50Ms: paced.p50Ms, p99Ms: paced.p99Ms }, details, errors)
  } finally {
    await environment.close()
  }
}

function toReport(rounds: Round[], latency: Latency, details: Record<string, string>, errors: string[]): Report {
  const limit = (workload: Workload) => LIMITS[workload]
  const ratio = (workload: Workload) => median(rounds, workload) / medianPgbench(rounds)
  return {
    name: 'ledger',
    method: `\`POST /api/transfer\` through the whole stack, with a new idempotency key for every request, compared with pgbench's TPC-B
(prepared) on the same PostgreSQL. ${rounds.length} rounds run every workload once, at the number of connections that is best for uniform
transfers (transfers from one account and unbatched transfers have their own); the table shows the median. Instant transfers are sent by
other people to payees they have paid before, at most four an hour each, because a fifth has a risk flag and waits for staff; both sides
are posted. Afterwards the benchmark looks up every acknowledged transfer and checks all invariants.`,
    details,
    tables: [ratesTable(rounds, limit, ratio), latencyTable(latency), cpuTable(rounds)],
    chart: [
      { label: 'pgbench TPC-B', value: medianPgbench(rounds) || 0, unit: '/s' },
      ...ORDER.map((workload) => ({ label: WORKLOADS[workload].title, value: median(rounds, workload), unit: '/s' })),
    ],
    failures: [
      ...errors,
      ...ORDER.filter((workload) => !(ratio(workload) >= (limit(workload) ?? 0))).map(
        (workload) => `${WORKLOADS[workload].title}: ${rounded(ratio(workload))} times pgbench, not ${limit(workload)}`,
      ),
    ],
  }
}

type WorkloadValue = (workload: Workload) => number | undefined

function ratesTable(rounds: Round[], limit: WorkloadValue, ratio: WorkloadValue): Table {
  const spread = (values: number[]) => `${whole(Math.min(...values))} to ${whole(Math.max(...values))}`
  const compared = !Number.isNaN(medianPgbench(rounds))
  const pgbenchRow = compared
    ? ['pgbench TPC-B', whole(medianPgbench(rounds)), spread(rounds.map(({ pgbench }) => pgbench ?? 0)), 1, '']
    : ['pgbench TPC-B', 'not installed', '', '', '']
  return {
    title: 'Per second, median of the rounds',
    columns: ['', 'per second', 'rounds', 'times pgbench', 'at least'],
    rows: [
      pgbenchRow,
      ...ORDER.map((workload) => [
        WORKLOADS[workload].title,
        whole(median(rounds, workload)),
        spread(rounds.map((round) => round[workload].perSecond)),
        compared ? rounded(ratio(workload) ?? 0) : '',
        limit(workload) ?? '',
      ]),
    ],
  }
}

const latencyTable = ({ rate, p50Ms, p99Ms }: Latency): Table => ({
  title: 'Latency at 70 % of the peak, uniform',
  columns: ['', 'per second', 'p50 ms', 'p99 ms'],
  rows: [['transfers, uniform', whole(rate), rounded(p50Ms, 1), rounded(p99Ms, 1)]],
})

function cpuTable(rounds: Round[]): Table {
  const medianMs = (workload: Workload, process: keyof Cpu) =>
    rounded(medianOf(rounds.map((round) => round[workload].cpu[process] ?? Number.NaN)), 3)
  return {
    title: 'CPU time per operation, in milliseconds',
    columns: ['', 'server', 'PostgreSQL', 'load generator'],
    rows: [
      ['pgbench TPC-B', '', rounded(medianPgbenchCpu(rounds), 3), ''],
      ...ORDER.map((workload) => [
        WORKLOADS[workload].title,
        medianMs(workload, 'server'),
        medianMs(workload, 'postgres'),
        medianMs(workload, 'generator'),
      ]),
    ],
  }
}

await runBenchmark(measure)
