import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom, type SeededRandom } from '#server/demo/seeded-random.ts'
import { checkAll } from './checks/check-all.ts'
import { runAdministrator } from './clients/administrator.ts'
import { runBookkeeper } from './clients/bookkeeper.ts'
import { monitorCounters } from './clients/counter-monitor.ts'
import { runCustomer } from './clients/customer.ts'
import { runLeavers } from './clients/leaver.ts'
import { runNewcomers } from './clients/newcomer.ts'
import { runPinGuesser } from './clients/pin-guesser.ts'
import { runProposer } from './clients/proposer.ts'
import { PushMonitor } from './clients/push-monitor.ts'
import { runReconcilers } from './clients/reconciler.ts'
import { runRegulars } from './clients/regular.ts'
import { type ClientContext, NoResponseError, RetryingClient } from './clients/retrying-client.ts'
import { startSubscribers } from './clients/subscriber.ts'
import type { FaultRecord, SkippedFault } from './fault-records.ts'
import { History } from './history.ts'
import { HttpClient } from './http-client.ts'
import type { Fault, FaultDurations, InjectionResult } from './kinds/fault.ts'
import {
  type CampaignCounts,
  type CampaignPeople,
  createPeople,
  type DevicePasskeys,
  type Leaver,
  type Person,
  type Regular,
} from './people.ts'
import { timeRecovery } from './recovery.ts'
import { plan } from './schedule.ts'
import { BankSystem, type SystemOptions } from './system.ts'

/** Shorter than many pauses: the server may still execute a request whose client has timed out. */
const REQUEST_TIMEOUT_MS = 4_000

const RECENT_NEWCOMERS = 1

export type CampaignOptions = {
  seed: number
  ms: number
  faults: readonly Fault[]
  durations: FaultDurations
  gapMs: readonly [number, number]
  /** How often each kind of fault is injected; if infinite, until the time is over. */
  rounds: number
  thinkMs: number
  /** People and what runs for them. Newcomers are verified and closed by clerks, each one at a time. */
  clients: CampaignCounts & { guessers: number; clerks: number }
  /** Adds a new standby after each failover. */
  standby: boolean
  /** The planted bugs of the servers. */
  bugs: readonly string[]
  /** Ends the campaign early. */
  enough?: (history: History, faults: readonly FaultRecord[]) => boolean
  log: (line: string) => void
}

export type CampaignResult = {
  history: History
  faults: FaultRecord[]
  skipped: SkippedFault[]
  invariants: string[]
  ranMs: number
  /** Load averages of the machine, this campaign included: recovery times depend on them. */
  loads: number[]
}

/** Starts the whole bank for `work`, and on a signal too leaves no mounted disk and no running database behind. */
export async function withSystem<T>(options: SystemOptions, work: (system: BankSystem) => Promise<T>): Promise<T> {
  const system = await BankSystem.start(options)
  const onSignal = () => void system.stop().finally(() => process.exit(130))
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    return await work(system)
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    await system.stop()
  }
}

/** Runs clients and faults against an empty bank, waits for its recovery, and checks everything. */
export async function runCampaign(system: BankSystem, options: CampaignOptions): Promise<CampaignResult> {
  const { log, seed, bugs } = options
  const people = await createPeople(system, options.clients)
  await installWebhook(system, people)
  system.pushService.reset()
  log('Starting two servers …')
  await system.startServers(bugs)
  const history = new History(join(system.folder, `histories-${bugs[0] ?? 'campaign'}`))
  const servers = system.ports.map(
    (port) => new HttpClient({ address: () => `http://127.0.0.1:${port}`, timeoutMs: REQUEST_TIMEOUT_MS }),
  )
  const context: ClientContext = {
    servers,
    history,
    running: true,
    thinkMs: options.thinkMs,
    travelledAt: () => system.travelledAt,
  }
  const monitor = monitorCounters(system)
  const clients = startClients(context, people, options, (personId) => monitor.people.add(personId))
  const pushMonitor = new PushMonitor(system)
  const subscribers = startSubscribers(context, people.customers, {
    seed,
    service: system.pushService,
    monitor: pushMonitor,
  }).map((client) => client.catch(ignoreNoResponse))
  log(`${clients.all.length + subscribers.length} clients, seed ${seed}.`)

  const startedAt = Date.now()
  const loads: number[] = []
  const loadTimer = setInterval(() => loads.push(loadavg()[0] ?? 0), 5_000)
  const { faults, skipped } = await injectFaults(system, history, options)
  clearInterval(loadTimer)
  context.running = false
  const ranMs = Date.now() - startedAt
  log('Faults are over; the clients finish their operations …')
  await Promise.all([...clients.all, ...subscribers])
  await monitor.stop()
  const { customers } = clients
  const invariants = await checkAll(system, history, { samples: monitor.samples, customers, pushMonitor })
  await pushMonitor.stop()
  history.close()
  for (const server of servers) server.close()
  return { history, faults, skipped, invariants, ranMs, loads }
}

/** Every event of the campaign goes to a receiver, which faults slow down, break or remove. */
async function installWebhook(system: BankSystem, { admins }: CampaignPeople): Promise<void> {
  const sql = system.openSql('application')
  try {
    await system.receiver.install(sql, admins[0]?.id ?? '')
  } finally {
    await sql.end()
  }
}

type RunningClients = {
  all: Promise<void>[]
  /** One client of each customer, and of each newcomer so far. */
  customers: { person: Person; client: RetryingClient }[]
}

function startClients(
  context: ClientContext,
  { customers, regulars, admins, newcomers, appointees, puppets, leavers, expiring }: CampaignPeople,
  { seed, clients }: CampaignOptions,
  onGuessedAccount: (personId: string) => void,
): RunningClients {
  let count = 0
  const create = (name: string, email: string, passkeys?: DevicePasskeys, token?: string) =>
    new RetryingClient(name, email, createSeededRandom(seed * 1_000 + ++count), context, passkeys, token)
  const devices = customers.flatMap((person, index) =>
    Array.from({ length: clients.devices }, (_, device) => ({
      person,
      client: create(`customer ${index}-${device}`, person.email, person.passkeys[device]),
    })),
  )
  const everybody = [...customers, ...regulars, ...newcomers]
  const first = devices.filter(({ person }, index) => devices.findIndex((other) => other.person === person) === index)
  const opened: Person[] = []
  const open = (person: Person) => {
    const client = create(`newcomer ${newcomers.indexOf(person)}`, person.email)
    first.push({ person, client })
    opened.push(person)
    return client
  }
  const openRegular = (person: Regular) => {
    const client = create(`regular ${regulars.indexOf(person)}`, person.email, undefined, person.token)
    first.push({ person, client })
    return client
  }
  const openLeaver = ({ email, token, key }: Leaver) => ({
    member: create(`leaver ${email}`, email, undefined, token),
    program: create(`program of ${email}`, email, undefined, key),
  })
  /** The latest newcomers too: their accounts are closed while money is on its way to them. */
  const receivers = () => [...customers, ...opened.slice(-RECENT_NEWCOMERS)]
  const admin = (name: string, index: number) => create(name, admins[index % admins.length]?.email ?? '')
  const queue = [...newcomers]
  const bookkeepers = {
    first: admin('bookkeeper 0', 0),
    second: admin('bookkeeper 1', 1),
    third: admin('bookkeeper 2', 2),
  }
  const running = [
    ...devices.map(({ person, client }) => runCustomer(client, person, () => without(receivers(), person))),
    ...(regulars.length > 0 ? [runRegulars(openRegular, [...regulars])] : []),
    ...admins.map((_, index) => {
      const own = customers.filter((_, customer) => customer % admins.length === index)
      return runAdministrator(admin(`admin ${index}`, index), { everybody, customers, own })
    }),
    ...Array.from({ length: clients.clerks }, (_, index) =>
      runNewcomers({ staff: admin(`clerk ${index}`, index), open }, queue),
    ),
    ...appointees.map((appointee, index) =>
      runProposer(
        {
          proposer: admin(`proposer ${index}`, index),
          confirmer: admin(`confirmer ${index}`, index + 1),
          third: admin(`third ${index}`, index + 2),
          puppet: create(`puppet ${index}`, puppets[index]?.email ?? ''),
        },
        { appointee, expiring },
      ),
    ),
    runBookkeeper(bookkeepers),
    runLeavers(bookkeepers, openLeaver, leavers),
    runReconcilers({ first: admin('reconciler 0', 0), second: admin('reconciler 1', 1) }, customers),
    ...Array.from({ length: clients.guessers }, (_, index) =>
      runPinGuesser(create(`guesser ${index}`, ''), onGuessedAccount),
    ),
  ]
  return {
    all: running.map((client) => client.catch(ignoreNoResponse)),
    customers: first,
  }
}

const without = (people: readonly Person[], self: Person) => people.filter((person) => person !== self)

/** The client has reported it already; the other clients continue. */
function ignoreNoResponse(error: unknown): void {
  if (!(error instanceof NoResponseError)) throw error
}

/** Injects one fault after the other until the time is over. Returns when the bank has recovered from the last one. */
async function injectFaults(system: BankSystem, history: History, options: CampaignOptions) {
  const faults: FaultRecord[] = []
  const skipped: SkippedFault[] = []
  const recoveries: Promise<unknown>[] = []
  const isOver = createTimer(options, () => options.enough?.(history, faults) ?? false)
  const possible = options.faults.filter((fault) => {
    const reason = fault.impossible?.(system)
    if (reason) skipped.push({ kind: fault.kind, reason })
    return !reason
  })
  for (const { fault, afterMs, random, overlaps } of plan(options.seed, possible, options)) {
    if (await isOver(afterMs)) break
    const { since, note, missed } = await injectWithRetry(fault, system, random, options.durations)
    const record: FaultRecord = { kind: fault.kind, note, missed: missed === true, recoveryMs: null }
    faults.push(record)
    const recovered = timeRecovery(system, history, since).then((ms) => {
      record.recoveryMs = ms
      logFault(options, history, record, since)
    })
    recoveries.push(recovered)
    if (!overlaps) await recovered
    // The next failover needs a standby; no other fault is injected before there is one.
    if (options.standby && !system.database.standby) await recovered.then(() => system.database.addStandby())
  }
  if (possible.length === 0 || options.rounds === Number.POSITIVE_INFINITY) await isOver(Number.POSITIVE_INFINITY)
  await Promise.all([...recoveries, ...system.servers.map((_, index) => system.waitUntilReady(index, 120_000))])
  return { faults, skipped }
}

/** Once more if no command reached the point: a busy machine may do little in a few seconds. */
async function injectWithRetry(
  fault: Fault,
  system: BankSystem,
  random: SeededRandom,
  durations: FaultDurations,
): Promise<InjectionResult> {
  const result = await fault.inject(system, random, durations)
  return result.missed ? fault.inject(system, random, durations) : result
}

/** Returns a function that waits, at most until the campaign is over, and resolves with whether it is. */
function createTimer({ ms }: CampaignOptions, enough: () => boolean): (waitMs: number) => Promise<boolean> {
  const endsAt = Date.now() + ms
  return async (waitMs) => {
    for (const waitUntil = Date.now() + waitMs; Date.now() < waitUntil; await sleep(50))
      if (Date.now() >= endsAt || enough()) return true
    return Date.now() >= endsAt
  }
}

function logFault(
  { log }: CampaignOptions,
  history: History,
  { kind, note, missed, recoveryMs }: FaultRecord,
  since: number,
): void {
  const recovery = recoveryMs === null ? 'no recovery' : `${(recoveryMs / 1_000).toFixed(2)} s`
  log(`${formatClock(since - history.startedAt)}  ${kind}${note ? ` (${note})` : ''}: ${missed ? 'missed' : recovery}`)
  if (recoveryMs === null) history.report('no response', `${kind}: the bank did not recover`)
}

const formatClock = (ms: number) =>
  `${String(Math.floor(ms / 60_000)).padStart(2)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`
