import { isOk, type Operation } from '../history.ts'
import { INSTANT_UP_TO_CENTS } from '../instant-limit.ts'
import { PIN, type Regular } from '../people.ts'
import { TRAVEL_SETTLE_MS } from './passkey-transfer.ts'
import type { RetryingClient } from './retrying-client.ts'

/**
 * One customer after the other pays a known payee: the first four transfers are completed at once, the fifth within an hour
 * has a flag and waits for staff. Some are sent at the same time.
 */
export async function runRegulars(open: (person: Regular) => RetryingClient, queue: Regular[]): Promise<void> {
  for (let person = queue.shift(); person; person = queue.shift()) {
    const client = open(person)
    const { random, context } = client
    for (let left = 5; left > 0 && context.running; ) {
      const together = Math.min(left, random.between(1, 2))
      const amounts = Array.from({ length: together }, () => random.between(1, INSTANT_UP_TO_CENTS))
      // Another payment meanwhile may change what becomes of one.
      const payOne = together === 1 ? payAsPreviewed : pay
      await Promise.all(amounts.map((cents) => payOne(client, person, cents)))
      left -= together
      await client.think()
    }
    if (!context.running) return
  }
}

const formOf = ({ payee }: Regular, cents: number, accountName: string) => ({
  accountName,
  accountNumber: payee.number,
  bankName: 'Campaign Bank',
  amount: cents / 100,
})

const pay = (client: RetryingClient, person: Regular, cents: number): Promise<Operation> =>
  client.perform({ kind: 'instant transfer', personId: person.id, cents, receiverId: person.payee.id }, ({ id }) => ({
    method: 'POST',
    path: '/transfer',
    keyed: true,
    body: { ...formOf(person, cents, id), pin: PIN },
  }))

/** A preview holds for a minute, on servers that live in the same time. */
const HOLDS_MS = 60_000

async function payAsPreviewed(client: RetryingClient, person: Regular, cents: number): Promise<void> {
  const preview = await client.perform({ kind: 'preview', personId: person.id, cents }, ({ id }) => ({
    method: 'POST',
    path: '/transfer/preview',
    body: formOf(person, cents, id),
  }))
  const payment = await pay(client, person, cents)
  if (!isOk(preview) || !isOk(payment)) return
  const { history, travelledAt } = client.context
  if (payment.endedAt - preview.startedAt > HOLDS_MS || preview.startedAt < travelledAt() + TRAVEL_SETTLE_MS) return
  const [said, became] = [preview.results[0]?.state, payment.results[0]?.state]
  if (became !== (said === 'now' ? 'Completed' : 'Pending'))
    history.report('previews', `${payment.id}: the preview said ${said}, and it was ${became}`)
}
