import { setTimeout as sleep } from 'node:timers/promises'
import type { BankSystem } from '../system.ts'
import { DatabaseSampler } from './database-sampler.ts'

/** Notifications expire after a day: one made by a server that is in another time by about as much may expire at once. */
const EXPIRING_TRAVEL_MS = 20 * 3_600_000
/** A busy server gets the instruction about the time later. */
const TRAVEL_MARGIN_MS = 3_000
const SAMPLE_EVERY_MS = 400

type Row = { what: 'last' | 'waiting'; id: string; number: number }
type Queue = { lastNumbers: Map<string, number>; waiting: Set<string> }

export type PushedNotification = { person_id: string; number: number; kind: string; created_at: Date }

/** Samples which pushes wait: one that is deleted without being sent leaves no trace. */
export class PushMonitor extends DatabaseSampler<Row, Queue> {
  readonly #system: BankSystem

  constructor(system: BankSystem) {
    super(system, { everyMs: SAMPLE_EVERY_MS, statement: selectPushes, read: toQueue })
    this.#system = system
  }

  /** The number of the person's latest notification; waits while the database is down. */
  async readLastNumber(personId: string): Promise<number> {
    for (;;) {
      const statement = `select coalesce(max(number), 0)::int as number from outbox where person_id = '${personId}'`
      const rows = await this.query<{ number: number }>(statement)
      if (rows?.[0]) return rows[0].number
      await sleep(100)
    }
  }

  /** True when a server in another time may have made the notification, or deleted it as too old for this device. */
  mayHaveExpired(deviceId: string, { person_id: personId, number, created_at }: PushedNotification): boolean {
    if (Math.abs(Date.now() - created_at.getTime()) > EXPIRING_TRAVEL_MS) return true
    const keys = [`${personId} ${number}`, `${deviceId} ${number}`]
    const lastWaiting = this.samples.findLastIndex(({ waiting }) => keys.some((key) => waiting.has(key)))
    const last =
      lastWaiting >= 0
        ? lastWaiting
        : this.samples.findLastIndex(({ lastNumbers }) => (lastNumbers.get(personId) ?? 0) < number)
    return this.hasTravelled(this.samples[last]?.from ?? 0, this.samples[last + 1]?.to)
  }

  hasTravelled(from: number, to = Number.POSITIVE_INFINITY): boolean {
    return this.#system.servers
      .flatMap(({ timeTravels }) => timeTravels)
      .filter(({ offsetMs }) => Math.abs(offsetMs) > EXPIRING_TRAVEL_MS)
      .some((move) => move.from < to && move.to + TRAVEL_MARGIN_MS > from)
  }
}

const selectPushes = (people: readonly string[]) => `
  select 'last' as what, p.id::text, o.number::int from unnest('{${people.join(',')}}'::uuid[]) as p (id),
    lateral (select number from outbox where person_id = p.id order by number desc limit 1) o
  union all select 'waiting', device_id::text, number::int from push_deliveries
  union all select 'waiting', person_id::text, number::int from outbox where push`

const toQueue = (rows: readonly Row[]): Queue => ({
  lastNumbers: new Map(rows.flatMap(({ what, id, number }) => (what === 'last' ? [[id, number]] : []))),
  waiting: new Set(rows.flatMap(({ what, id, number }) => (what === 'waiting' ? [`${id} ${number}`] : []))),
})
