import { ECDH } from 'node:crypto'
import { MAX_PUSH_DEVICES, type PushDevice } from '#contract/notifications/push.ts'
import type { Session } from '../../access/session.ts'
import { lockOpenAccount } from '../../customers/lock-person.ts'
import type { Deps } from '../../http/deps.ts'
import { record } from '../../ledger/record.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { sqlState, violatedConstraint } from '../../platform/db/errors.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import { invalidField, Refusal } from '../../platform/runtime/refusal.ts'
import { endpointProblem, hashEndpoint } from './endpoints.ts'
import { type PushDeviceRow, toPushDevice } from './store.ts'

type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }
type Browser = { session: Pick<Session, 'id' | 'personId'>; userAgent: string; at: Date }
type PushDeps = Pick<Deps, 'sql'> & { config: Pick<Config, 'pushAllow'> }

/** A browser has one owner, the person who added it last: two people never get each other's notifications. */
export function addDevice({ sql, config }: PushDeps, browser: Browser, given: Subscription): Promise<PushDevice> {
  const device = readSubscription(config, given)
  return inTransaction(sql, async (tx) => {
    const { personId } = browser.session
    await lockSession(tx, browser)
    await tx`delete from push_devices where endpoint_hash = ${device.hash} and person_id <> ${personId}`
    const others = await tx`
      select 1 from push_devices where person_id = ${personId} and endpoint_hash <> ${device.hash}`
    if (others.length >= MAX_PUSH_DEVICES) throw new Refusal('push_device_limit')
    const id = newIdAt(browser.at)
    // Another person may have added it since: their insert is undone here.
    const [row] = await tx<PushDeviceRow[]>`
      insert into push_devices (id, person_id, session_id, endpoint, endpoint_hash, p256dh, auth, user_agent, created_at)
      values (${id}, ${personId}, ${browser.session.id}, ${device.endpoint}, ${device.hash}, ${device.p256dh}, ${device.auth},
        ${browser.userAgent}, ${browser.at})
      on conflict (endpoint_hash) do update set person_id = excluded.person_id, session_id = excluded.session_id,
        p256dh = excluded.p256dh, auth = excluded.auth, user_agent = excluded.user_agent, failures = 0, failing_since = null
      returning id, session_id, user_agent, created_at`
    if (row?.id === id) await notify(tx, browser)
    return toPushDevice(row as PushDeviceRow, browser.session.id)
  })
}

type Renewal = Subscription & { id: string; previousEndpoint: string }

/** In a new session, or with a new subscription of the same browser. */
export function renewDevice({ sql, config }: PushDeps, browser: Browser, given: Renewal): Promise<PushDevice> {
  const device = readSubscription(config, given)
  return inTransaction(sql, async (tx) => {
    const { personId } = browser.session
    await lockSession(tx, browser)
    const isMoved = given.endpoint !== given.previousEndpoint
    const [row] = await tx<PushDeviceRow[]>`
      update push_devices set session_id = ${browser.session.id}, endpoint = ${device.endpoint},
        endpoint_hash = ${device.hash}, p256dh = ${device.p256dh}, auth = ${device.auth}, user_agent = ${browser.userAgent}
      where id = ${given.id} and person_id = ${personId} and endpoint_hash = ${hashEndpoint(given.previousEndpoint)}
        and not exists (
          select 1 from push_devices other where other.endpoint_hash = ${device.hash} and other.id <> ${given.id})
      returning id, session_id, user_agent, created_at`.catch(rethrowTakenEndpoint)
    if (!row) throw new Refusal('not_found')
    if (isMoved) await notify(tx, browser)
    return toPushDevice(row, browser.session.id)
  })
}

/** Another person adds the same endpoint at this moment: `not exists` does not see their row yet. */
function rethrowTakenEndpoint(error: unknown): never {
  if (sqlState(error) !== '23505' || violatedConstraint(error) !== 'push_devices_endpoint_hash_key') throw error
  throw new Refusal('not_found')
}

function readSubscription(config: Pick<Config, 'pushAllow'>, { endpoint, keys }: Subscription) {
  if (endpointProblem(endpoint, config) !== null) throw new Refusal('push_endpoint_refused')
  const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')]
  if (!isPoint(p256dh)) throw invalidField('keys.p256dh', 'This is not a public key of a browser.')
  return { endpoint, hash: hashEndpoint(endpoint), p256dh, auth }
}

/** Encrypting for anything else would fail with every notification. */
function isPoint(key: Buffer): boolean {
  try {
    return key[0] === 4 && ECDH.convertKey(key, 'prime256v1').length > 0
  } catch {
    return false
  }
}

/** A session that is logged out at this moment either is seen here, or removes the device after this. */
async function lockSession(tx: Tx, { session }: Browser): Promise<void> {
  await lockOpenAccount(tx, session.personId)
  const [alive] = await tx`select 1 from sessions where id = ${session.id} and ended_at is null for share`
  if (!alive) throw new Refusal('unauthenticated')
}

const notify = (tx: Tx, { session: { personId }, at }: Browser) =>
  record(tx, { notifications: [{ personId, kind: 'push.added', data: {}, at }] })
