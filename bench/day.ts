/**
 * `npm run bench:day`: checks the capacity model of docs/scale.md. Measures what each operation of a customer costs, predicts
 * a salary day on a Monday from that, and replays the day in minutes, at the times at which requests would come, with as many
 * customers as this machine carries. It writes prediction and measurement side by side into docs/scale.md. A replay that falls
 * behind its times is invalid: the command fails and writes nothing. On a quiet machine it takes less than five minutes.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { deriveKeys } from '../server/src/platform/crypto/keys.ts'
import { createPasswords } from '../server/src/platform/crypto/passwords.ts'
import { openPool } from '../server/src/platform/db/connection.ts'
import { migrate } from '../server/src/platform/db/migrator.ts'
import { BenchError, openBenchDatabase } from './database.ts'
import { type Cost, cpuOf, perOperation } from './day/cost.ts'
import { OPERATION_ORDER, type Operation, planDay, planOnly } from './day/customer-day.ts'
import { type DayTables, dayReport } from './day/day-report.ts'
import { type DayBank, measureIdle, runPlan } from './day/measure-cost.ts'
import { writeIntoModel } from './day/model-document.ts'
import { customersFor, peakUse } from './day/size-of-day.ts'
import { describeMachine } from './document/machine.ts'
import { openAccounts, writeCustomersFile, writePayersFile } from './ledger/accounts.ts'
import { PASSWORD } from './ledger/payers.ts'
import { SECRET, startServer } from './ledger/server.ts'
import { watchMachine } from './quiet.ts'
import { type Report, runBenchmark, type Settings, whole } from './report.ts'

const MILLION = 1_000_000
/**
 * `jobs`: background jobs first run 20 s after the start and then every ten minutes; their rows would count as those of an
 * operation. `seconds`: the length of the replayed day. How many customers it has follows from the costs.
 */
const FULL = { accounts: 4_000, jobs: 25, idle: 8, trial: 4, perTrial: 400, seconds: 140 }
const QUICK = { accounts: 40, jobs: 0, idle: 1, trial: 1, perTrial: 10, seconds: 5 }
const QUICK_CUSTOMERS = 20
/** Hashing a password takes as long as tens of other calls. */
const LOGINS_PER_CALL = 0.1
type Size = typeof FULL

async function withDayBank<Result>(size: Size, use: (bank: DayBank) => Promise<Result>): Promise<Result> {
  const cleanups: (() => Promise<unknown>)[] = []
  try {
    const database = await openBenchDatabase(undefined)
    cleanups.push(database.close)
    const { url, postgresPid } = database
    if (postgresPid === null) throw new BenchError('This benchmark needs the embedded PostgreSQL.')
    const folder = await mkdtemp(join(tmpdir(), 'openteller-day-'))
    cleanups.push(() => rm(folder, { recursive: true, force: true }))
    const sql = openPool({ url }, { max: 1 })
    cleanups.push(() => sql.end())
    await migrate({ url })
    const keys = deriveKeys(SECRET)
    const half = size.accounts / 2
    const { customers, payers } = await openAccounts(url, keys, { accounts: half, payers: half })
    await sql`update people set password_hash = ${await createPasswords(keys).hash(PASSWORD)}`
    await sql.unsafe('vacuum (analyze) people')
    const files = { customersFile: `${folder}/customers`, payersFile: `${folder}/payers` }
    await writeCustomersFile(files.customersFile, customers)
    await writePayersFile(files.payersFile, payers)
    const server = await startServer({ url, folder, variant: 'usual' })
    cleanups.push(server.stop)
    return await use({ sql, postgresPid, server, folder, ...files })
  } finally {
    for (const step of cleanups.reverse()) await step()
  }
}

type Costs = { costs: Record<Operation, Cost>; generatorMs: Record<Operation, number> }

/** Each operation by itself. Approvals are of the transfers that were sent before. */
async function measureCosts(bank: DayBank, size: Size, idle: Cost): Promise<Costs> {
  const costs: Partial<Record<Operation, Cost>> = {}
  const generatorMs: Partial<Record<Operation, number>> = {}
  let pendingIds: string[] = []
  for (const operation of OPERATION_ORDER) {
    const run = async (share: number) => {
      const count = Math.ceil(size.perTrial * share * (operation === 'login' ? LOGINS_PER_CALL : 1))
      const ids = operation === 'approval' ? pendingIds.splice(0, count) : []
      const { result, cost, seconds } = await runPlan(bank, planOnly(operation, count, size.trial * share), ids)
      if (operation === 'transfer') pendingIds = pendingIds.concat(result.acknowledged)
      generatorMs[operation] = result.generatorCpuMs / count
      return perOperation(cost, idle, { count, seconds })
    }
    // The first time, code is compiled and statements are prepared.
    await run(0.5)
    const cost = await run(1)
    costs[operation] = cost
    console.log(`  ${operation}: ${cpuOf(cost).toFixed(2)} ms`)
  }
  return { costs, generatorMs } as Costs
}

async function replay(bank: DayBank, size: Size, quick: boolean): Promise<DayTables> {
  console.log('Measuring the cost of each operation …')
  const jobsDone = sleep(size.jobs * 1_000)
  await runPlan(bank, planOnly('dashboard', size.perTrial, size.trial))
  await jobsDone
  const idle = await measureIdle(bank, size.idle)
  const { costs, generatorMs } = await measureCosts(bank, size, idle)
  const machine = { costs, idle, generatorMs, cores: availableParallelism(), seconds: size.seconds }
  const customers = quick ? QUICK_CUSTOMERS : customersFor(machine)
  if (customers === 0) throw new BenchError('The idle bank uses all that the replay may use of this machine.')
  const use = peakUse(machine, customers)
  console.log(`Replaying a salary Monday of ${whole(customers)} customers in ${size.seconds} s …`)
  const planned = planDay(customers, size.seconds)
  const day = await runPlan(bank, planned)
  return {
    idle,
    costs,
    planned,
    day,
    customers,
    accounts: size.accounts,
    seconds: size.seconds,
    peakUse: use,
    of: MILLION,
  }
}

async function measure({ quick }: Settings): Promise<Report> {
  const size = quick ? QUICK : FULL
  const machine = await describeMachine()
  console.log(`Opening ${whole(size.accounts)} accounts …`)
  const report = await withDayBank(size, async (bank) => {
    const roots = [process.pid, bank.postgresPid]
    const { result: tables, otherCores } = await watchMachine(roots, () => replay(bank, size, quick))
    return dayReport(tables, otherCores)
  })
  // Five seconds of a few customers show that the command runs; whether they were late says nothing.
  if (quick) return { ...report, errors: [] }
  if (report.errors?.length) return report
  const file = fileURLToPath(new URL('../docs/scale.md', import.meta.url))
  await writeFile(file, writeIntoModel(await readFile(file, 'utf8'), report, machine))
  console.log('Written: docs/scale.md')
  return report
}

await runBenchmark(measure)
