import { setTimeout as sleep } from 'node:timers/promises'
import { type Point, SAVINGS_POINTS, SCHEDULED_PAYMENT_POINTS } from '../probe.ts'
import type { BankSystem } from '../system.ts'
import { anyServer, done, type Fault, missed } from './fault.ts'

type DueTable = 'orders' | 'savings_rules'

const DAY_MS = 86_400_000
const POINT_WITHIN_MS = 5_000
/** The job looks every second for what is due. */
const OTHERS_MS = 1_500

/** Of what is paid or saved by itself. */
export const scheduledPaymentFaults: readonly Fault[] = [
  ...SCHEDULED_PAYMENT_POINTS.map((point) => killedWhenDue(point, 'orders')),
  ...SAVINGS_POINTS.map((point) => killedWhenDue(point, 'savings_rules')),
]

/**
 * Moves the time to the next day on which something is due, of one server or of both, and kills one at a point of the transaction
 * that pays. The other server and the restarted one find what is left.
 */
function killedWhenDue(point: Point, table: DueTable): Fault {
  return {
    kind: `server killed ${point}`,
    async inject(system, random) {
      const days = await daysUntilDue(system, table)
      if (days === null) return missed('nothing is scheduled')
      const server = anyServer(system, random)
      const moved = random.chance(0.5) ? system.servers : [server]
      for (const one of moved) one.travel(days * DAY_MS)
      const killed = await server.signalAt(point, 'kill', POINT_WITHIN_MS)
      await sleep(OTHERS_MS)
      for (const one of moved) one.travel(0)
      const note = `${server.name}, ${days} d ahead on ${moved.length === 1 ? 'one server' : 'both'}`
      return killed ? done(note) : missed(`${note}: no payment on ${server.name}`)
    },
  }
}

async function daysUntilDue({ database }: BankSystem, table: DueTable): Promise<number | null> {
  const rows = await database.primary
    .query<{ days: number | null }>(
      `select (min(next_on) - (now() at time zone 'UTC')::date)::int as days from ${table} where next_on is not null`,
      'openteller',
    )
    .catch(() => [])
  return rows[0]?.days ?? null
}
