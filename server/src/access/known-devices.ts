import { hash } from 'node:crypto'
import { ago } from '../platform/db/ago.ts'
import type { Reader, TimeInSql, Tx } from '../platform/db/connection.ts'
import { deleteInBatches } from '../platform/db/delete-in-batches.ts'

/** Since the last sign-in from it; the cookie ends at the same time. */
export const DEVICE_LIFETIME_MS = 90 * 86_400_000

export const hashDevice = (deviceId: string): Buffer => hash('sha256', deviceId, 'buffer')

/** For an unknown person (null) the same query runs: the response time must not tell them apart. */
export async function isKnownDevice(sql: Reader, personId: string | null, deviceId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from known_devices
    where person_id = ${personId} and device_hash = ${hashDevice(deviceId)}
      and last_used_at > ${ago(sql, DEVICE_LIFETIME_MS)}`
  return rows.length > 0
}

/** One device can be known to several people. With the database's time, by which unused ones are forgotten. */
export async function rememberDevice(tx: Reader, personId: string, deviceId: string): Promise<void> {
  await tx`
    insert into known_devices (person_id, device_hash, created_at, last_used_at)
    values (${personId}, ${hashDevice(deviceId)}, ${tx.now()}, ${tx.now()})
    on conflict (person_id, device_hash) do update set last_used_at = excluded.last_used_at`
}

/**
 * A thief's device must not stay known. `exceptOfSession`: the device of the session in which the person acts stays. Returns
 * how many were forgotten.
 */
export async function forgetDevices(tx: Tx, personId: string, exceptOfSession: Buffer | null = null): Promise<number> {
  const forgotten = await tx`
    delete from known_devices where person_id = ${personId} and device_hash is distinct from (
      select device_hash from sessions where token_hash = ${exceptOfSession})`
  return forgotten.count
}

/** When a person ends a session, unless it is one of the device they are using. */
export async function forgetDeviceOf(tx: Tx, endedSession: Buffer, ownSession: Buffer): Promise<void> {
  await tx`
    delete from known_devices d using sessions s
    where s.token_hash = ${endedSession} and d.person_id = s.person_id and d.device_hash = s.device_hash
      and d.device_hash is distinct from (select device_hash from sessions where token_hash = ${ownSession})`
}

export const deleteDevicesUnusedSince = (sql: Reader, before: TimeInSql): Promise<number> =>
  deleteInBatches(
    (rows) => sql`
      with old as materialized (
        select person_id, device_hash from known_devices where last_used_at < ${before} limit ${rows} for update skip locked)
      delete from known_devices d using old where d.person_id = old.person_id and d.device_hash = old.device_hash`,
  )
