/**
 * `npm run bench:ledger`: transfers through the whole stack (session, schema, PIN, key, hold, outbox) against pgbench's
 * TPC-B on the same PostgreSQL, in turns. `--database-url` names an empty database; without it, an embedded one is used.
 * `--pgledger=<file>` compares with pgledger too: a file with uuid-to-ulid.sql of github.com/scoville/pgsql-ulid, then
 * pgledger.sql of github.com/pgr0ss/pgledger.
 * The results are invalid when an invariant fails or an acknowledged transaction is missing afterwards.
 */
import { findErrors } from './ledger/check.ts'
import { setUpEnvironment } from './ledger/environment.ts'
import { findFailures, type Latency, ledgerChart, ledgerTables } from './ledger/ledger-report.ts'
import { type Best, medianRate, type Round, Runner, type Workload } from './ledger/rounds.ts'
import { QuietMachine } from './quiet.ts'
import { medianOf, type Report, runBenchmark, type Settings, whole } from './report.ts'

const FULL = { accounts: 100_000, payers: 20_000, rounds: 5, seconds: 5, trial: 2, repeats: 15 }
const QUICK = { accounts: 1_200, payers: 300, rounds: 1, seconds: 0.3, trial: 0.3, repeats: 0 }
type Size = typeof FULL

/** Enough that a request rarely waits for a free connection. */
const OPEN_LOOP_CONNECTIONS = 256
const HALF_LIMITS = { p50Ms: 10, p99Ms: 40 }
const LONE_LIMITS = { p50Ms: 5 }

async function measure({ quick, databaseUrl, pgledger }: Settings): Promise<Report> {
  const size = quick ? QUICK : FULL
  console.log(`Opening ${whole(size.accounts + size.payers)} accounts …`)
  const environment = await setUpEnvironment({ ...size, databaseUrl, quick, pgledger })
  try {
    const roots = [process.pid, ...(environment.postgresPid === null ? [] : [environment.postgresPid])]
    const machine = new QuietMachine(roots, size.repeats)
    const runner = new Runner(environment, machine)
    console.log('Finding the best number of clients and connections …')
    const best = await runner.findBest(size.trial, quick)
    const rounds: Round[] = []
    for (let round = 1; round <= size.rounds; round += 1) {
      console.log(`Round ${round} of ${size.rounds}`)
      rounds.push(await runner.round(best, size.seconds))
    }
    const latencies = await measureLatencies(runner, rounds, size)
    console.log('Checking the acknowledged transactions and the invariants …')
    const errors = await findErrors(environment.sql, runner.acknowledged)
    const { submitted, completed } = runner.acknowledged
    const details = {
      ...environment.details,
      machine: machine.summary,
      'best clients and connections': describeBest(best),
      acknowledged: `${whole(submitted.length)} transfers and ${whole(completed.length)} postings, all looked up`,
    }
    return {
      name: 'ledger',
      method: methodOf(rounds.length),
      details,
      tables: ledgerTables(rounds, latencies),
      chart: ledgerChart(rounds),
      failures: findFailures(rounds, latencies),
      disturbance: machine.disturbance,
      errors,
    }
  } finally {
    await environment.close()
  }
}

/** At shares of the peak, with due times; a lone transfer waits for nothing but its own response. Medians, as of the rates. */
async function measureLatencies(runner: Runner, rounds: Round[], { seconds }: Size): Promise<Latency[]> {
  const medianOfAll = (all: readonly Latency['measured'][]): Latency['measured'] => ({
    perSecond: medianOf(all.map(({ perSecond }) => perSecond)),
    p50Ms: medianOf(all.map(({ p50Ms }) => p50Ms)),
    p99Ms: medianOf(all.map(({ p99Ms }) => p99Ms)),
  })
  const at = async (title: string, workload: Workload, share: number): Promise<Latency> => {
    const rate = Math.max(1, Math.round(medianRate(rounds, workload) * share))
    const all: Latency['measured'][] = []
    for (const _ of rounds)
      all.push(await runner.measure(workload, { connections: OPEN_LOOP_CONNECTIONS, seconds, rate }))
    console.log(`  ${title}: p99 ${all.map(({ p99Ms }) => `${Math.round(p99Ms)} ms`).join(', ')}`)
    return { title, measured: medianOfAll(all) }
  }
  return [
    { ...(await at('transfers at half of the peak', 'uniform', 0.5)), limits: HALF_LIMITS },
    await at('transfers at 70 % of the peak', 'uniform', 0.7),
    await at('instant transfers at half of the peak', 'instant', 0.5),
    {
      title: 'lone transfers, one after the other',
      measured: medianOfAll(rounds.map(({ loads }) => loads.lone)),
      limits: LONE_LIMITS,
    },
  ]
}

const describeBest = (best: Best) =>
  Object.entries(best)
    .map((pair) => pair.join(' '))
    .join(', ')

const methodOf = (
  rounds: number,
) => `\`POST /api/transfer\` through the whole stack, with a new idempotency key for every request, compared with pgbench's TPC-B
(prepared) and, where its SQL is given, with pgledger (SQL functions that lock accounts in order and keep the balance before and after
every entry), driven by pgbench on the same PostgreSQL. Every server has answered 20,000 requests before. ${rounds} rounds run every
workload once, in random order, each at its best number of connections; the tables show the median. A measurement during which other programs used more
than 5 % of a core is discarded and repeated. Before each, of the bank and of what it is compared with, changed tables are vacuumed and
analyzed and the same load runs for two seconds; vacuums that begin during a measurement count. Transfers are held until staff decide. Instant transfers have both sides posted; they go to payees whom the
sender has paid before, and the server of these workloads does not flag the fifth within an hour. A latency counts from the time when the
request was due. Afterwards the benchmark looks up every acknowledged transfer and checks all invariants.`

await runBenchmark(measure)
