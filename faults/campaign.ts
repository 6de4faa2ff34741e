import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadDice } from '#server/demo/dice.ts'
import { checkAll } from './checks/check-all.ts'
import { beAdministrator } from './clients/administrator.ts'
import { Client, type Stage, Unanswered } from './clients/client.ts'
import { beGuesser } from './clients/guesser.ts'
import { beHolder } from './clients/holder.ts'
import { closeConnections } from './clients/http.ts'
import { CounterWatch } from './clients/watch-counters.ts'
import { History } from './history.ts'
import type { Fault, Pace } from './kinds/fault.ts'
import { makePeople, type Person } from './people.ts'
import { timeRecovery } from './recovery.ts'
import type { FaultRecord, Skipped } from './report.ts'
import { plan } from './schedule.ts'
import { BankSystem } from './system.ts'

export type Setting = {
  seed: number
  ms: number
  faults: readonly Fault[]
  pace: Pace
  gapMs: readonly [number, number]
  thinkMs: number
  crowd: { holders: number; devices: number; admins: number; guessers: number }
  standby: boolean
  disks: boolean
  bug?: string
  statement?: string
  say: (line: string) => void
}

export type Result = {
  history: History
  faults: FaultRecord[]
  skipped: Skipped[]
  invariants: string[]
  ranMs: number
}

/** Starts the system, lets clients and faults loose on it, heals it, and checks everything. */
export async function runCampaign(setting: Setting): Promise<Result> {
  const { say, standby, disks, bug } = setting
  const system = await BankSystem.start({ say, standby, disks, ...(bug ? { bug } : {}) })
  // A campaign that is broken off leaves no disk mounted and no database running.
  const onSignal = () => void system.stop().finally(() => process.exit(130))
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal)
  try {
    return await runOn(system, setting)
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    closeConnections()
    await system.stop()
  }
}

async function runOn(system: BankSystem, setting: Setting): Promise<Result> {
  const { say, seed, crowd } = setting
  if (setting.statement) await system.database.primary.ask(setting.statement, 'openteller')
  const cast = await makePeople(system, crowd)
  say('Two servers are starting …')
  await system.startServers()
  const history = new History(join(system.folder, 'histories'))
  const stage: Stage = { ports: system.ports, history, running: true, thinkMs: setting.thinkMs }
  const watch = new CounterWatch(system)
  const clients = gather(stage, cast, setting, (personId) => watch.people.add(personId))
  say(`${clients.all.length} clients, seed ${seed}.`)

  const began = Date.now()
  const { faults, skipped } = await rage(system, history, setting, began + setting.ms)
  stage.running = false
  const ranMs = Date.now() - began
  say('Healed; the clients finish what is under way …')
  await Promise.all(clients.all)
  await watch.stop()
  const invariants = await checkAll(system, history, watch.samples, clients.holders)
  history.close()
  return { history, faults, skipped, invariants, ranMs }
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
async function rage(system: BankSystem, history: History, setting: Setting, until: number) {
  const faults: FaultRecord[] = []
  const skipped: Skipped[] = []
  const { say, pace } = setting
  const possible = setting.faults.filter((fault) => {
    const reason = fault.impossible?.(system)
    if (reason) skipped.push({ kind: fault.kind, reason })
    return !reason
  })
  if (possible.length === 0) await sleep(until - Date.now())
  for (const { fault, afterMs, dice, together } of plan(setting.seed, possible, setting.gapMs)) {
    if (Date.now() + afterMs >= until) break
    await sleep(afterMs)
    const { since, note, missed } = await fault.inject(system, dice, pace)
    const record: FaultRecord = { kind: fault.kind, note, missed: missed === true, recoveryMs: null }
    faults.push(record)
    const recovered = timeRecovery(system, history, since).then((ms) => {
      record.recoveryMs = ms
      const took = ms === null ? 'no recovery' : `${(ms / 1_000).toFixed(2)} s`
      say(`${clock(since - history.begunAt)}  ${fault.kind}${note ? ` (${note})` : ''}: ${missed ? 'missed' : took}`)
      if (ms === null) history.complain('unanswered', `${fault.kind}: the bank did not recover`)
    })
    if (!together) await recovered
    // The next failover needs a standby, and until there is one again nothing else is broken.
    if (setting.standby && !system.database.standby) await recovered.then(() => system.database.addStandby())
  }
  if (Date.now() < until) await sleep(until - Date.now())
  await Promise.all(system.servers.map((_, index) => system.untilReady(index, 120_000)))
  return { faults, skipped }
}

const clock = (ms: number) =>
  `${String(Math.floor(ms / 60_000)).padStart(2)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`
