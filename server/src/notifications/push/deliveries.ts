import { isOptionalPushKind } from '#contract/notifications/notification-kinds.ts'
import type { OutboxMail } from '../../ledger/outbox.ts'
import { takePushes } from '../../ledger/outbox-events.ts'
import { column } from '../../platform/db/arrays.ts'
import type { Sql, TimeInSql } from '../../platform/db/connection.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'

/** Push services keep a message for this long, and so do we: an older one would confuse more than it informs. */
export const TIME_TO_LIVE_MS = 86_400_000
/** Longer than a request with its time limit, and the statements around it. */
export const LEASE_MS = 60_000
const FAN_OUT_SIZE = 200
/** Enough to fill every place with different hosts and people, without sorting all that is due. */
const MAX_CONSIDERED = 200

/** A notification for one device. `deliveryAttempts` includes the current one. */
export type ClaimedPush = Omit<OutboxMail, 'attempts'> & {
  id: string
  deviceId: string
  deliveryAttempts: number
  endpoint: string
  /** Of the endpoint, with its port. */
  host: string
  p256dh: Buffer
  auth: Buffer
  showAmounts: boolean
  /** The session was ended, or the device is another person's by now. */
  stale: boolean
}

/**
 * Makes a delivery of each notification for every device of its person that wants it. True when there may be more. In one transaction: a
 * server that dies leaves the notifications as they were.
 */
export function fanOut(sql: Sql, at: Date): Promise<boolean> {
  return inTransaction(sql, async (tx) => {
    const [waiting] = await tx`select 1 from outbox where push limit 1`
    if (!waiting) return false
    const taken = await takePushes(tx, FAN_OUT_SIZE)
    const people = [...new Set(taken.map(({ personId }) => personId))]
    const devices = await tx<{ id: string; personId: string; off: string }[]>`
      select d.id, d.person_id as "personId", coalesce(p.kinds_off, '') as off
      from push_devices d left join push_preferences p on p.person_id = d.person_id
      where d.person_id = any(${people}::uuid[])`
    const rows = taken.flatMap(({ personId, number, kind, createdAt }) =>
      devices
        .filter((device) => device.personId === personId)
        .filter(({ off }) => !(isOptionalPushKind(kind) && off.split(' ').includes(kind)))
        .map((device) => ({ id: newIdAt(at), deviceId: device.id, personId, number, createdAt })),
    )
    // A device that is removed at this moment needs nothing any more.
    if (rows.length > 0)
      await tx`
        insert into push_deliveries (id, device_id, person_id, number, created_at, due_at)
        select n.id, n.device_id, n.person_id, n.number, n.created_at, ${at}::timestamptz from unnest(
          ${column(rows, (row) => row.id)}::uuid[], ${column(rows, (row) => row.deviceId)}::uuid[],
          ${column(rows, (row) => row.personId)}::uuid[], ${column(rows, (row) => row.number)}::bigint[],
          ${column(rows, (row) => row.createdAt)}::timestamptz[]) as n (id, device_id, person_id, number, created_at)
        join (select id from push_devices where id = any(${column(rows, (row) => row.deviceId)}::uuid[]) for key share) d
          on d.id = n.device_id
        on conflict (device_id, number) do nothing`
    return taken.length === FAN_OUT_SIZE
  })
}

/** Every server asks each second. To plan `claimPushes` takes 3 ms, even if nothing is due. */
export async function hasDuePushes(sql: Sql, at: Date): Promise<boolean> {
  const [due] = await sql`select 1 from push_deliveries where due_at <= ${at} limit 1`
  return due !== undefined
}

type Limits = { all: number; perHost: number; perPerson: number }
type Place = Pick<ClaimedPush, 'personId' | 'host'>

/**
 * Claims what is due, and within the limits beside what runs, by moving its due time: if this server dies, another one sends it after the
 * lease. SKIP LOCKED: two servers claim different deliveries.
 */
export const claimPushes = (sql: Sql, at: Date, running: readonly Place[], limits: Limits) => sql<ClaimedPush[]>`
  with places as materialized (
    select n.id, n.due_at, n.person_id, h.host, r.of_person, r.of_host
    from push_deliveries n join push_devices d on d.id = n.device_id,
      lateral (select lower(split_part(d.endpoint, '/', 3)) as host) h,
      lateral (select
        cardinality(array_positions(${column(running, ({ personId }) => personId)}::uuid[], n.person_id)) as of_person,
        cardinality(array_positions(${column(running, ({ host }) => host)}::text[], h.host)) as of_host) r
    where n.due_at <= ${at} and r.of_person < ${limits.perPerson} and r.of_host < ${limits.perHost}
    order by n.due_at limit ${MAX_CONSIDERED}
  ), ranked as (
    select id, of_person + row_number() over (partition by person_id order by due_at, id) as person_place,
      of_host + row_number() over (partition by host order by due_at, id) as host_place
    from places
  ), due as materialized (
    select id from push_deliveries
    where due_at <= ${at} and id in (
      select id from ranked where person_place <= ${limits.perPerson} and host_place <= ${limits.perHost})
    order by due_at limit ${limits.all - running.length} for update skip locked)
  update push_deliveries n set due_at = ${new Date(at.getTime() + LEASE_MS)}, attempts = n.attempts + 1
  from due, push_devices d
    join sessions s on s.id = d.session_id
    join people p on p.id = d.person_id
    left join push_preferences f on f.person_id = d.person_id,
    outbox o
  where n.id = due.id and d.id = n.device_id and o.person_id = n.person_id and o.number = n.number
  returning n.id, n.device_id as "deviceId", n.person_id as "personId", n.number, n.attempts as "deliveryAttempts",
    n.created_at as "createdAt", ${sql.now()} as "claimedAt", o.kind, o.data, p.full_name as "fullName", p.email, p.locale, d.endpoint,
    lower(split_part(d.endpoint, '/', 3)) as host, d.p256dh, d.auth,
    coalesce(f.show_amounts, false) as "showAmounts", (s.ended_at is not null or d.person_id <> n.person_id) as stale`

/** Fenced: a server whose lease has ended, and whose delivery another one has claimed since, changes nothing. */
const own = (sql: Sql, { id, deliveryAttempts }: ClaimedPush) => sql`id = ${id} and attempts = ${deliveryAttempts}`

/** Sent, or not to be sent any more. */
export async function deleteDelivery(sql: Sql, push: ClaimedPush): Promise<void> {
  await sql`delete from push_deliveries where ${own(sql, push)}`
}

export async function deferDelivery(sql: Sql, push: ClaimedPush, dueAt: Date): Promise<void> {
  await sql`update push_deliveries set due_at = ${dueAt} where ${own(sql, push)}`
}

/** Deletes a device with its deliveries. The endpoint is compared because another browser may have the device's place by now. */
export async function deleteDevice(sql: Sql, { deviceId, endpoint }: ClaimedPush): Promise<void> {
  await sql`delete from push_devices where id = ${deviceId} and endpoint = ${endpoint}`
}

export async function noteSuccess(sql: Sql, { deviceId }: ClaimedPush): Promise<void> {
  await sql`update push_devices set failures = 0, failing_since = null where id = ${deviceId} and failures > 0`
}

/** How often, and since when, nothing has arrived at the device. */
export async function noteFailure(sql: Sql, { deviceId }: ClaimedPush) {
  const [row] = await sql<{ failures: number; since: Date; now: Date }[]>`
    update push_devices set failures = failures + 1, failing_since = coalesce(failing_since, ${sql.now()})
    where id = ${deviceId} returning failures, failing_since as since, ${sql.now()} as now`
  return row ?? null
}

/** Deletes old deliveries that could not be claimed, because what they are about is gone. */
export const deletePushesBefore = (sql: Sql, before: TimeInSql): Promise<number> =>
  deleteInBatches(
    (rows) => sql`
      delete from push_deliveries where id in (
        select id from push_deliveries where created_at < ${before} and due_at < ${before} limit ${rows})`,
  )
