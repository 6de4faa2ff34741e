import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dice, loadDice } from '#server/demo/seeded-random.ts'
import { checkAll } from './checks/check-all.ts'
import { runAdministrator } from './clients/administrator.ts'
import { CounterMonitor } from './clients/counter-monitor.ts'
import { runCustomer } from './clients/customer.ts'
import { closeConnections } from './clients/http.ts'
import { runPinGuesser } from './clients/pin-guesser.ts'
import { type ClientContext, NoResponseError, RetryingClient } from './clients/retrying-client.ts'
import { History } from './history.ts'
import type { Fault, FaultDurations, InjectionResult } from './kinds/fault.ts'
import { createPeople, type Person } from './people.ts'
import { timeRecovery } from './recovery.ts'
import type { FaultRecord, SkippedFault } from './report.ts'
import { plan } from './schedule.ts'
import { BankSystem, type SystemOptions } from './system.ts'

export type CampaignOptions = {
  seed: number
  ms: number
  faults: readonly Fault[]
  pace: FaultDurations
  gapMs: readonly [number, number]
  /** How often every kind of fault comes; without end, the time decides. */
  rounds: number
  thinkMs: number
  crowd: { customers: number; devices: number; admins: number; guessers: number }
  /** After a failover there shall be a standby again. */
  standby: boolean
  /** The planted bug that the servers run with. */
  bug?: string
  /** Ends the campaign before its time. */
  enough?: (history: History, faults: readonly FaultRecord[]) => boolean
  say: (line: string) => void
}

export type CampaignResult = {
  history: History
  faults: FaultRecord[]
  skipped: SkippedFault[]
  invariants: string[]
  ranMs: number
  /** How much the machine had to do, this campaign included: recovery is a matter of that as well. */
  loads: number[]
}

/** The whole bank for as long as `work` takes. A campaign that is broken off leaves no disk mounted, no database running. */
export async function withSystem<T>(options: SystemOptions, work: (system: BankSystem) => Promise<T>): Promise<T> {
  const system = await BankSystem.start(options)
  const onSignal = () => void system.stop().finally(() => process.exit(130))
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    return await work(system)
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    closeConnections()
    await system.stop()
  }
}

/** Lets clients and faults loose on a bank without people, heals it, and checks everything. */
export async function runCampaign(system: BankSystem, setting: CampaignOptions): Promise<CampaignResult> {
  const { say, seed, crowd, bug } = setting
  const cast = await createPeople(system, crowd)
  say('Two servers are starting …')
  await system.startServers(bug)
  const history = new History(join(system.folder, `histories-${bug ?? 'campaign'}`))
  const stage: ClientContext = { ports: system.ports, history, running: true, thinkMs: setting.thinkMs }
  const watch = new CounterMonitor(system)
  const clients = startClients(stage, cast, setting, (personId) => watch.people.add(personId))
  say(`${clients.all.length} clients, seed ${seed}.`)

  const began = Date.now()
  const loads: number[] = []
  const looking = setInterval(() => loads.push(loadavg()[0] ?? 0), 5_000)
  const { faults, skipped } = await injectFaults(system, history, setting)
  clearInterval(looking)
  stage.running = false
  const ranMs = Date.now() - began
  say('Healed; the clients finish what is under way …')
  await Promise.all(clients.all)
  await watch.stop()
  const invariants = await checkAll(system, history, watch.samples, clients.customers)
  history.close()
  return { history, faults, skipped, invariants, ranMs, loads }
}

type StartedClients = { all: Promise<void>[]; customers: { person: Person; client: RetryingClient }[] }

function startClients(
  stage: ClientContext,
  { customers, admins }: { customers: Person[]; admins: Person[] },
  { seed, crowd }: CampaignOptions,
  watch: (personId: string) => void,
): StartedClients {
  let count = 0
  const enter = (name: string, email: string) =>
    new RetryingClient(name, email, loadDice(seed * 1_000 + ++count), stage)
  const patient = (work: Promise<void>) => work.catch(ignoreNoResponse)
  const devices = customers.flatMap((person, index) =>
    Array.from({ length: crowd.devices }, (_, device) => ({
      person,
      client: enter(`customer ${index}-${device}`, person.email),
    })),
  )
  const all = [
    ...devices.map(({ person, client }) => patient(runCustomer(client, person, without(customers, person)))),
    ...admins.map(({ email }, index) => patient(runAdministrator(enter(`admin ${index}`, email), customers))),
    ...Array.from({ length: crowd.guessers }, (_, index) =>
      patient(runPinGuesser(enter(`guesser ${index}`, ''), watch)),
    ),
  ]
  return {
    all,
    customers: devices.filter(({ person }, index) => devices.findIndex((one) => one.person === person) === index),
  }
}

const without = (people: readonly Person[], self: Person) => people.filter((person) => person !== self)

/** It has been complained about where it happened; the other clients go on. */
function ignoreNoResponse(error: unknown): void {
  if (!(error instanceof NoResponseError)) throw error
}

/** One fault after the other until the time is over. Returns when the last one is healed. */
async function injectFaults(system: BankSystem, history: History, setting: CampaignOptions) {
  const faults: FaultRecord[] = []
  const skipped: SkippedFault[] = []
  const under: Promise<unknown>[] = []
  const over = timer(setting, () => setting.enough?.(history, faults) ?? false)
  const possible = setting.faults.filter((fault) => {
    const reason = fault.impossible?.(system)
    if (reason) skipped.push({ kind: fault.kind, reason })
    return !reason
  })
  for (const { fault, afterMs, dice, overlaps: together } of plan(setting.seed, possible, setting)) {
    if (await over(afterMs)) break
    const { since, note, missed } = await injectWithRetry(fault, system, dice, setting.pace)
    const record: FaultRecord = { kind: fault.kind, note, missed: missed === true, recoveryMs: null }
    faults.push(record)
    const recovered = timeRecovery(system, history, since).then((ms) => {
      record.recoveryMs = ms
      reportFault(setting, history, record, since)
    })
    under.push(recovered)
    if (!together) await recovered
    // The next failover needs a standby, and until there is one again nothing else is broken.
    if (setting.standby && !system.database.standby) await recovered.then(() => system.database.addStandby())
  }
  if (possible.length === 0 || setting.rounds === Number.POSITIVE_INFINITY) await over(Number.POSITIVE_INFINITY)
  await Promise.all([...under, ...system.servers.map((_, index) => system.untilReady(index, 120_000))])
  return { faults, skipped }
}

/** A point that nobody came by is waited for again: on a busy machine little happens in a few seconds. */
async function injectWithRetry(
  fault: Fault,
  system: BankSystem,
  dice: Dice,
  pace: FaultDurations,
): Promise<InjectionResult> {
  const injected = await fault.inject(system, dice, pace)
  return injected.missed ? fault.inject(system, dice, pace) : injected
}

/** Waits so long, or until the time is over or somebody has seen enough; true when it is over. */
function timer({ ms }: CampaignOptions, enough: () => boolean): (waitMs: number) => Promise<boolean> {
  const until = Date.now() + ms
  return async (waitMs) => {
    for (const waitUntil = Date.now() + waitMs; Date.now() < waitUntil; await sleep(50))
      if (Date.now() >= until || enough()) return true
    return Date.now() >= until
  }
}

function reportFault(
  { say }: CampaignOptions,
  history: History,
  { kind, note, missed, recoveryMs }: FaultRecord,
  since: number,
): void {
  const took = recoveryMs === null ? 'no recovery' : `${(recoveryMs / 1_000).toFixed(2)} s`
  say(`${clock(since - history.startedAt)}  ${kind}${note ? ` (${note})` : ''}: ${missed ? 'missed' : took}`)
  if (recoveryMs === null) history.report('no response', `${kind}: the bank did not recover`)
}

const clock = (ms: number) =>
  `${String(Math.floor(ms / 60_000)).padStart(2)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`
