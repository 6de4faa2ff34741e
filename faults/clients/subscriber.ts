import { setTimeout as sleep } from 'node:timers/promises'
import type { PushSettings } from '#contract/notifications/push.ts'
import { createSeededRandom } from '#server/demo/seeded-random.ts'
import { isOk } from '../history.ts'
import type { Person } from '../people.ts'
import type { PushService, Subscription } from '../push-service.ts'
import type { PushMonitor } from './push-monitor.ts'
import { type ClientContext, RetryingClient } from './retrying-client.ts'

const SUBSCRIBERS = 2

type Pushes = { service: PushService; monitor: PushMonitor }

/** Two browsers for each of some customers: one has push notifications to the end, the other for seconds at a time. */
export function startSubscribers(
  context: ClientContext,
  customers: readonly Person[],
  { seed, ...pushes }: Pushes & { seed: number },
): Promise<void>[] {
  // Without passkeys, which only two devices have.
  const people = customers.filter(({ passkeys }) => passkeys.length === 0).slice(0, SUBSCRIBERS)
  return people.flatMap((person, index) => {
    pushes.monitor.people.add(person.id)
    const create = (device: number) => {
      const random = createSeededRandom(seed * 1_000 + 900 + 2 * index + device)
      return new RetryingClient(`subscriber ${index}-${device}`, person.email, random, context)
    }
    return [keepSubscribed(create(0), person, pushes), subscribeAgain(create(1), person, pushes)]
  })
}

async function keepSubscribed(client: RetryingClient, person: Person, pushes: Pushes): Promise<void> {
  while (client.context.running) {
    const { state } = await subscribe(client, person, pushes)
    if (state === 'live') return
    await client.think()
  }
}

/** Subscribes, and after some seconds logs out or withdraws the subscription, as a browser does whose site data is cleared. */
async function subscribeAgain(client: RetryingClient, person: Person, pushes: Pushes): Promise<void> {
  const { random, context } = client
  while (context.running) {
    const subscription = await subscribe(client, person, pushes)
    const until = Date.now() + random.between(1_500, 5_000)
    while (context.running && Date.now() < until) await sleep(100)
    if (!context.running) return
    if (subscription.state !== 'live') continue
    if (random.chance(0.5)) {
      subscription.state = 'withdrawn'
      continue
    }
    const isEnded = await client.logOut()
    subscription.endedAt = await pushes.monitor.readLastNumber(person.id)
    subscription.state = isEnded ? 'logged out' : 'abandoned'
  }
}

/**
 * Live only if one request in one session added it: a second one, which a paused server executes later, could add the browser again
 * after it is gone.
 */
async function subscribe(client: RetryingClient, person: Person, { service, monitor }: Pushes): Promise<Subscription> {
  service.trustKey((await client.read<PushSettings>('/push')).body.publicKey)
  const subscription = service.subscribe(person.id)
  const { signedInAt } = client
  const operation = await client.perform({ kind: 'add push device', personId: person.id, cents: 0 }, () => ({
    method: 'POST',
    path: '/push/devices',
    body: service.toBody(subscription),
  }))
  subscription.deviceId = operation.results[0]?.transactionId ?? null
  subscription.addedAfter = await monitor.readLastNumber(person.id)
  const isCertain = isOk(operation) && operation.attempts === 1 && client.signedInAt === signedInAt
  subscription.state = isCertain ? 'live' : 'abandoned'
  return subscription
}
