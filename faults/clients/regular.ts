import type { Operation } from '../history.ts'
import { INSTANT_UP_TO_CENTS } from '../instant-limit.ts'
import { PIN, type Regular } from '../people.ts'
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
      await Promise.all(amounts.map((cents) => pay(client, person, cents)))
      left -= together
      await client.think()
    }
    if (!context.running) return
  }
}

const pay = (client: RetryingClient, { id: personId, payee }: Regular, cents: number): Promise<Operation> =>
  client.perform({ kind: 'instant transfer', personId, cents, receiverId: payee.id }, ({ id }) => ({
    method: 'POST',
    path: '/transfer',
    keyed: true,
    body: { accountName: id, accountNumber: payee.number, bankName: 'Campaign Bank', amount: cents / 100, pin: PIN },
  }))
