/**
 * `npm run cluster -- [--kills 5] [--only PATTERN] [--patroni COMMAND] [--keep-logs]`: three PostgreSQL machines under Patroni with
 * etcd, two banks behind HAProxy, and customers who transfer money with idempotency keys. The machines are network, process and mount
 * namespaces of this one; they use the files of docs/high-availability. Exits with code 1 if an acknowledged transfer
 * is missing or doubled, if the books don't balance, or if the service does not return.
 */
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createSeededRandom } from '#server/demo/seeded-random.ts'
import { checkEffects, readBooks } from '../checks/effects.ts'
import { sendTransfer } from '../clients/customer.ts'
import { type ClientContext, RetryingClient } from '../clients/retrying-client.ts'
import { History, isOk } from '../history.ts'
import { HttpClient } from '../http-client.ts'
import { createPeople, type Person } from '../people.ts'
import { checkSetUp } from './check-set-up.ts'
import { Cluster, PUBLIC_ADDRESS } from './cluster.ts'
import { type ClusterFault, FAULTS, LEADER_KILLED } from './faults.ts'
import { formatOutages, type Outage } from './report.ts'

const CUSTOMERS = 6
const THINK_MS = 150
const REQUEST_TIMEOUT_MS = 20_000
const START_WITHIN_MS = 60_000
const SETTLE_WITHIN_MS = 180_000
const log = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1' },
    only: { type: 'string' },
    patroni: { type: 'string', default: 'patroni' },
    'keep-logs': { type: 'boolean', default: false },
  },
})
const kills = Number(values.kills)
if (!Number.isInteger(kills) || kills < 0) throw new Error('--kills must be a whole number')

const wanted = FAULTS.filter(({ name }) => new RegExp(values.only ?? '').test(name))
const plan: ClusterFault[] = wanted.flatMap((fault) => (fault === LEADER_KILLED ? Array(kills).fill(fault) : [fault]))
if (plan.length === 0) throw new Error(`--only matches none of: ${FAULTS.map(({ name }) => name).join(', ')}`)

async function runCustomer(client: RetryingClient, self: Person): Promise<void> {
  while (client.context.running) {
    await sendTransfer(client, self, client.random.between(1, 50), null)
    await client.think()
  }
}

async function observe(cluster: Cluster, fault: ClusterFault, history: History, slowest: { ms: number }) {
  await cluster.patroni.settled(SETTLE_WITHIN_MS)
  await sleep(2_000)
  const before = { ...history.requests }
  slowest.ms = 0
  const startedAt = Date.now()
  await fault.inject(cluster)
  const healedAt = Date.now()
  await Promise.race([history.servedAfter(healedAt), sleep(SETTLE_WITHIN_MS)])
  await cluster.patroni.settled(SETTLE_WITHIN_MS)
  await sleep(1_000)
  const outage: Outage = {
    fault: fault.name,
    seconds: longestGap(history, startedAt, Date.now()) / 1_000,
    settledSeconds: (Date.now() - healedAt) / 1_000,
    unavailable: history.requests.unavailable - before.unavailable,
    broken: history.requests.broken - before.broken,
    slowestSeconds: slowest.ms / 1_000,
  }
  log(formatOutages([outage]).split('\n').at(-1) ?? '')
  return outage
}

/** The longest time without an acknowledged transfer. */
function longestGap(history: History, from: number, to: number): number {
  const times = history.operations
    .filter((operation) => isOk(operation) && operation.endedAt >= from)
    .map(({ endedAt }) => endedAt)
    .sort((a, b) => a - b)
  let [longest, last] = [0, from]
  for (const at of [...times, to]) {
    longest = Math.max(longest, at - last)
    last = at
  }
  return longest
}

async function campaign(cluster: Cluster): Promise<boolean> {
  const counts = { customers: CUSTOMERS, devices: 0, regulars: 0, admins: 1, newcomers: 0, proposers: 0, leavers: 0 }
  const sql = await cluster.openSql('application')
  const people = await createPeople({ openSql: () => sql }, counts)
  const ca = await readFile(join(cluster.folder, 'ca.crt'), 'utf8')
  const slowest = { ms: 0 }
  const http = new HttpClient({
    address: () => PUBLIC_ADDRESS,
    timeoutMs: REQUEST_TIMEOUT_MS,
    ca,
    onResponse: (_request, _response, ms) => {
      slowest.ms = Math.max(slowest.ms, ms)
    },
  })
  const history = new History(join(cluster.folder, 'histories'))
  const context: ClientContext = { servers: [http], history, running: true, thinkMs: THINK_MS, travelledAt: () => 0 }
  const clients = people.customers.map((person, index) =>
    runCustomer(new RetryingClient(person.email, person.email, createSeededRandom(index), context), person).catch(
      (error: Error) => log(error.message),
    ),
  )
  const giveUpAt = Date.now() + START_WITHIN_MS
  while (!history.operations.some(isOk)) {
    if (Date.now() > giveUpAt) throw new Error('The bank does not serve')
    await sleep(100)
  }
  log(`${CUSTOMERS} customers transfer money.`)
  const problems = await checkSetUp(cluster, ca)
  const outages: Outage[] = []
  try {
    for (const fault of plan) outages.push(await observe(cluster, fault, history, slowest))
  } catch (error) {
    problems.push((error as Error).message)
  }
  context.running = false
  await Promise.race([Promise.all(clients), sleep(SETTLE_WITHIN_MS)])
  http.close()
  console.log(`\n${formatOutages(outages)}\n`)
  return (await report(cluster, history, problems)) && outages.length === plan.length
}

async function report(cluster: Cluster, history: History, problems: string[]): Promise<boolean> {
  const books = await cluster.openSql()
  checkEffects(history, await readBooks(books))
  await books.end({ timeoutMs: 1_000 })
  const count = (checker: string) => history.anomalies.filter((anomaly) => anomaly.checker === checker).length
  const acknowledged = history.operations.filter(isOk).length
  console.log(`${acknowledged} transfers acknowledged`)
  console.log(`${count('lost writes')} acknowledged but missing`)
  console.log(`${count('duplicate effects')} duplicates`)
  console.log(await cluster.verify())
  for (const { checker, description } of history.anomalies.slice(0, 10)) problems.push(`${checker}: ${description}`)
  for (const problem of problems) console.log(`PROBLEM ${problem}`)
  return problems.length === 0 && acknowledged > 0
}

const version = execFileSync(values.patroni.split(' ')[0] ?? '', ['--version'], { encoding: 'utf8' }).trim()
log(version)
const hasQuorum = !/ [0-3]\./.test(version)
if (!hasQuorum) log('Patroni before 4.0 can lose acknowledged transfers: see docs/operations.md. Use --patroni.')

let passed = false
const cluster = await Cluster.start({ log, patroni: values.patroni, hasQuorum })
try {
  passed = await campaign(cluster)
} finally {
  if (!passed || values['keep-logs']) log(`Logs: ${await cluster.saveLogs()}`)
  await cluster.stop()
}
process.exit(passed ? 0 : 1)
