import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dice, loadDice } from '#server/demo/seeded-random.ts'
import { checkAll } from './checks/check-all.ts'
import { beAdministrator } from './clients/administrator.ts'
import { Client, type Stage, Unanswered } from './clients/client.ts'
import { beGuesser } from './clients/guesser.ts'
import { beHolder } from './clients/holder.ts'
import { closeConnections } from './clients/http.ts'
import { CounterWatch } from './clients/watch-counters.ts'
import { History } from './history.ts'
import type { Fault, Injected, Pace } from './kinds/fault.ts'
import { makePeople, type Person } from './people.ts'
import { timeRecovery } from './recovery.ts'
import type { FaultRecord, Skipped } from './report.ts'
import { plan } from './schedule.ts'
import { BankSystem, type SystemOptions } from './system.ts'

export type Setting = {
  seed: number
  ms: number
  faults: readonly Fault[]
  pace: Pace
  gapMs: readonly [number, number]
  /** How often every kind of fault comes; without end, the time decides. */
  rounds: number
  thinkMs: number
  crowd: { holders: number; devices: number; admins: number; guessers: number }
  /** After a failover there shall be a standby again. */
  standby: boolean
  /** The planted bug that the servers run with. */
  bug?: string
  /** Ends the campaign before its time. */
  enough?: (history: History, faults: readonly FaultRecord[]) => boolean
  say: (line: string) => void
}

export type Result = {
  history: History
  faults: FaultRecord[]
  skipped: Skipped[]
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
export async function runCampaign(system: BankSystem, setting: Setting): Promise<Result> {
  const { say, seed, crowd, bug } = setting
  const cast = await makePeople(system, crowd)
  say('Two servers are starting …')
  await system.startServers(bug)
  const history = new History(join(system.folder, `histories-${bug ?? 'campaign'}`))
  const stage: Stage = { ports: system.ports, history, running: true, thinkMs: setting.thinkMs }
  const watch = new CounterWatch(system)
  const clients = gather(stage, cast, setting, (personId) => watch.people.add(personId))
  say(`${clients.all.length} clients, seed ${seed}.`)

  const began = Date.now()
  const loads: number[] = []
  const looking = setInterval(() => loads.push(loadavg()[0] ?? 0), 5_000)
  const { faults, skipped } = await rage(system, history, setting)
  clearInterval(looking)
  stage.running = false
  const ranMs = Date.now() - began
  say('Healed; the clients finish what is under way …')
  await Promise.all(clients.all)
  await watch.stop()
  const invariants = await checkAll(system, history, watch.samples, clients.holders)
  history.close()
  return { history, faults, skipped, invariants, ranMs, loads }
}

type Gathered = { all: Promise<void>[]; holders: { person: Person; client: Client }[] }

function gather(
  stage: Stage,
  { holders, admins }: { holders: Person[]; admins: Person[] },
  { seed, crowd }: Setting,
  watch: (personId: string) => void,
): Gathered {
  let count = 0
  const enter = (name: string, email: string) => new Client(name, email, loadDice(seed * 1_000 + ++count), stage)
  const patient = (work: Promise<void>) => work.catch(forgiveUnanswered)
  const seated = holders.flatMap((person, index) =>
    Array.from({ length: crowd.devices }, (_, device) => ({
      person,
      client: enter(`holder ${index}-${device}`, person.email),
    })),
  )
  const all = [
    ...seated.map(({ person, client }) => patient(beHolder(client, person, without(holders, person)))),
    ...admins.map(({ email }, index) => patient(beAdministrator(enter(`admin ${index}`, email), holders))),
    ...Array.from({ length: crowd.guessers }, (_, index) => patient(beGuesser(enter(`guesser ${index}`, ''), watch))),
  ]
  return {
    all,
    holders: seated.filter(({ person }, index) => seated.findIndex((one) => one.person === person) === index),
  }
}

const without = (people: readonly Person[], self: Person) => people.filter((person) => person !== self)

/** It has been complained about where it happened; the other clients go on. */
function forgiveUnanswered(error: unknown): void {
  if (!(error instanceof Unanswered)) throw error
}

/** One fault after the other until the time is over. Returns when the last one is healed. */
async function rage(system: BankSystem, history: History, setting: Setting) {
  const faults: FaultRecord[] = []
  const skipped: Skipped[] = []
  const under: Promise<unknown>[] = []
  const over = timer(setting, () => setting.enough?.(history, faults) ?? false)
  const possible = setting.faults.filter((fault) => {
    const reason = fault.impossible?.(system)
    if (reason) skipped.push({ kind: fault.kind, reason })
    return !reason
  })
  for (const { fault, afterMs, dice, together } of plan(setting.seed, possible, setting)) {
    if (await over(afterMs)) break
    const { since, note, missed } = await injectInTheEnd(fault, system, dice, setting.pace)
    const record: FaultRecord = { kind: fault.kind, note, missed: missed === true, recoveryMs: null }
    faults.push(record)
    const recovered = timeRecovery(system, history, since).then((ms) => {
      record.recoveryMs = ms
      tell(setting, history, record, since)
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
async function injectInTheEnd(fault: Fault, system: BankSystem, dice: Dice, pace: Pace): Promise<Injected> {
  const injected = await fault.inject(system, dice, pace)
  return injected.missed ? fault.inject(system, dice, pace) : injected
}

/** Waits so long, or until the time is over or somebody has seen enough; true when it is over. */
function timer({ ms }: Setting, enough: () => boolean): (waitMs: number) => Promise<boolean> {
  const until = Date.now() + ms
  return async (waitMs) => {
    for (const waitUntil = Date.now() + waitMs; Date.now() < waitUntil; await sleep(50))
      if (Date.now() >= until || enough()) return true
    return Date.now() >= until
  }
}

function tell(
  { say }: Setting,
  history: History,
  { kind, note, missed, recoveryMs }: FaultRecord,
  since: number,
): void {
  const took = recoveryMs === null ? 'no recovery' : `${(recoveryMs / 1_000).toFixed(2)} s`
  say(`${clock(since - history.begunAt)}  ${kind}${note ? ` (${note})` : ''}: ${missed ? 'missed' : took}`)
  if (recoveryMs === null) history.complain('no response', `${kind}: the bank did not recover`)
}

const clock = (ms: number) =>
  `${String(Math.floor(ms / 60_000)).padStart(2)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`
