/**
 * `npm run bench:day`: checks the capacity model of docs/scale.md. Measures what each operation of a customer costs, predicts
 * a salary day on a Monday from that, replays the day with fewer customers and in minutes, at the times at which requests
 * would come, and prints prediction and measurement side by side.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deriveKeys } from '../server/src/crypto/keys.ts'
import { createPasswords } from '../server/src/crypto/passwords.ts'
import { openPool } from '../server/src/db/connection.ts'
import { migrate } from '../server/src/db/migrator.ts'
import { BenchError, openBenchDatabase } from './database.ts'
import { OPERATION_ORDER, type Operation, planDay, planOnly } from './day/customer-day.ts'
import { type DayTables, dayReport } from './day/day-report.ts'
import { type Cost, combine, type DayBank, measureIdle, runPlan } from './day/measure-cost.ts'
import { toMarkdown } from './document/document.ts'
import { describeMachine } from './document/machine.ts'
import { openAccounts, writeCustomersFile, writePayersFile } from './ledger/accounts.ts'
import { PASSWORD } from './ledger/payers.ts'
import { SECRET, startServer } from './ledger/server.ts'
import { watchMachine } from './quiet.ts'
import { type Report, runBenchmark, type Settings, whole } from './report.ts'

const MILLION = 1_000_000
const FULL = { customers: 4_000, seconds: 200, trial: 4, perTrial: 400 }
const QUICK = { customers: 20, seconds: 5, trial: 1, perTrial: 10 }
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
    const half = size.customers / 2
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

/** Each operation by itself, without what the bank uses anyway. Approvals are of the transfers that were sent before. */
async function measureCosts(bank: DayBank, size: Size, idle: Cost): Promise<Record<Operation, Cost>> {
  const costs: Partial<Record<Operation, Cost>> = {}
  let pendingIds: string[] = []
  for (const operation of OPERATION_ORDER) {
    const count = size.perTrial * (operation === 'login' ? LOGINS_PER_CALL : 1)
    const run = async () => {
      const ids = operation === 'approval' ? pendingIds.splice(0, count) : []
      const { result, cost } = await runPlan(bank, planOnly(operation, count, size.trial), ids)
      if (operation === 'transfer') pendingIds = pendingIds.concat(result.acknowledged)
      return combine(cost, idle, (used, perSecond) => Math.max(0, used - perSecond * (size.trial + 0.5)) / count)
    }
    // The first time, code is compiled and statements are prepared.
    await run()
    const cost = await run()
    costs[operation] = cost
    console.log(`  ${operation}: ${(cost.serverMs + cost.postgresMs).toFixed(2)} ms`)
  }
  return costs as Record<Operation, Cost>
}

async function measure({ quick }: Settings): Promise<Report> {
  const size = quick ? QUICK : FULL
  console.log(`Opening ${whole(size.customers)} accounts …`)
  return withDayBank(size, async (bank) => {
    const roots = [process.pid, bank.postgresPid]
    const { result: tables, otherCores } = await watchMachine(roots, async (): Promise<DayTables> => {
      console.log('Measuring the cost of each operation …')
      await runPlan(bank, planOnly('dashboard', size.perTrial, size.trial))
      const idle = await measureIdle(bank, quick ? 1 : 10)
      const costs = await measureCosts(bank, size, idle)
      console.log(`Replaying a salary day on a Monday in ${size.seconds} s …`)
      const planned = planDay(size.customers, size.seconds)
      const day = await runPlan(bank, planned)
      return { idle, costs, planned, day, customers: size.customers, seconds: size.seconds, of: MILLION }
    })
    const report = dayReport(tables, otherCores)
    if (!quick) await writeIntoModel(report)
    return report
  })
}

/** docs/scale.md shows the last run between these lines. */
const [BEGIN, END] = ['<!-- bench:day -->', '<!-- end of bench:day -->']

async function writeIntoModel(report: Report): Promise<void> {
  const file = fileURLToPath(new URL('../docs/scale.md', import.meta.url))
  const text = await readFile(file, 'utf8')
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (before < 0 || after < before) throw new BenchError('docs/scale.md has no place for the tables.')
  const { Date: date, Machine: machine } = await describeMachine()
  const disturbed = report.disturbance ? ` The machine was not quiet: ${report.disturbance}.` : ''
  const heading = `Measured on ${date}, ${machine}.${disturbed} ${report.method}`
  const content = [heading, ...report.tables.map((table) => `**${table.title}**\n\n${toMarkdown(table)}`)].join('\n\n')
  await writeFile(file, `${text.slice(0, before)}${BEGIN}\n${content}\n${text.slice(after)}`)
  console.log('Written: docs/scale.md')
}

await runBenchmark(measure)
