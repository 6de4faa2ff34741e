import { isPushKind } from '#contract/notifications/notification-kinds.ts'
import type { Sql } from '#server/platform/db/connection.ts'
import type { PushedNotification, PushMonitor } from '../clients/push-monitor.ts'
import type { History } from '../history.ts'
import type { PushService, Subscription } from '../push-service.ts'
import { waitUntilSent } from './wait-until-sent.ts'

export type Pushes = {
  /** Notifications and deliveries that still wait. */
  waiting: number
  notifications: PushedNotification[]
  /** Ids of the devices that the bank has. */
  devices: string[]
}

/** Waits until everything is sent: the pauses after failures, and the leases of killed servers, are cut short. */
export async function readPushes(sql: Sql): Promise<Pushes> {
  let waiting = 0
  await waitUntilSent(async () => {
    await sql`update push_deliveries set due_at = now() - interval '60 days' where due_at > now()`
    const [row] = await sql<{ count: number }[]>`
      select ((select count(*) from push_deliveries) + (select count(*) from outbox where push))::int as count`
    waiting = row?.count ?? 0
    return waiting
  })
  const notifications = await sql<PushedNotification[]>`
    select person_id, number::int, kind, created_at from outbox order by person_id, number`
  const devices = await sql<{ id: string }[]>`select id from push_devices`
  return { waiting, notifications, devices: devices.map(({ id }) => id) }
}

/**
 * A device got every notification that was made while it was subscribed, unless a server in another time expired one; after a log-out none, and
 * never one of another person. A subscription that the push service no longer has is removed, and no other one is.
 */
export function checkPushes(
  history: History,
  { waiting, notifications, devices }: Pushes,
  { subscriptions, errors }: Pick<PushService, 'subscriptions' | 'errors'>,
  monitor: Pick<PushMonitor, 'mayHaveExpired' | 'hasTravelled'>,
): void {
  const report = (description: string) => history.report('pushes', description)
  if (waiting > 0) report(`${waiting} pushes were not sent`)
  for (const error of errors) report(error)
  const notificationsOf = Map.groupBy(notifications, ({ person_id }) => person_id)
  for (const subscription of subscriptions) {
    const { deviceId, personId, state, mustBeRemoved } = subscription
    const own = notificationsOf.get(personId) ?? []
    for (const problem of checkArrived(subscription, own)) report(problem)
    if (deviceId === null) continue
    const isKept = devices.includes(deviceId)
    if (mustBeRemoved && isKept) report(`The device ${deviceId} is gone, but not removed`)
    if (state !== 'live') continue
    // A server that is days ahead may remove what it could not reach for so long.
    if (isKept) for (const problem of findMissing(subscription, own, monitor)) report(problem)
    else if (!monitor.hasTravelled(subscription.addedAt)) report(`The device ${deviceId} was removed without a reason`)
  }
}

function checkArrived({ state, tags, personId, deviceId, endedAt }: Subscription, own: readonly PushedNotification[]) {
  const known = new Set(own.map(({ kind, number }) => `${kind}.${number}`))
  return [...new Set(tags)].flatMap((tag) => {
    if (!known.has(tag)) return [`${tag} is no notification of ${personId}, whose device got it`]
    const number = Number(tag.slice(tag.lastIndexOf('.') + 1))
    return state === 'logged out' && number > endedAt ? [`${tag} reached ${deviceId} after it was logged out`] : []
  })
}

function findMissing(
  { deviceId, tags, addedAfter }: Subscription,
  own: readonly PushedNotification[],
  monitor: Pick<PushMonitor, 'mayHaveExpired'>,
): string[] {
  const arrived = new Set(tags)
  return own
    .filter(({ number, kind }) => number > addedAfter && isPushKind(kind) && !arrived.has(`${kind}.${number}`))
    .filter((notification) => !monitor.mayHaveExpired(deviceId ?? '', notification))
    .map(({ kind, number }) => `${kind}.${number} never reached the device ${deviceId}`)
}
