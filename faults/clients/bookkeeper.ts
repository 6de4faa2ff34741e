import { isOk } from '../history.ts'
import type { RetryingClient } from './retrying-client.ts'

type Clients = Record<'first' | 'second' | 'third', RetryingClient>

/**
 * Proposes a journal entry by hand, which two others confirm at the same time as the proposer tries to. The text is the id of the
 * operation, so that the check can count what was booked.
 */
export async function runBookkeeper({ first, second, third }: Clients): Promise<void> {
  const { random, context } = first
  while (context.running) {
    const proposalId = await proposeEntry(first)
    if (proposalId)
      await Promise.all(
        [first, second, third].filter(() => random.chance(0.7)).map((client) => confirmEntry(client, proposalId)),
      )
    await first.think()
  }
}

/** Returns the id of the proposal. */
export async function proposeEntry(client: RetryingClient, personId = ''): Promise<string | null> {
  const cents = client.random.between(1, 10_000)
  const proposed = await client.perform({ kind: 'journal entry', personId, cents }, ({ id }) => ({
    method: 'POST',
    path: '/admin/journal-entries',
    body: {
      date: yesterday(),
      text: id,
      lines: [
        { account: '5100', debit: cents / 100 },
        { account: '3000', credit: cents / 100 },
      ],
    },
    keyed: true,
  }))
  return isOk(proposed) ? (proposed.results[0]?.transactionId ?? null) : null
}

/** A past day in every time zone, and not in a closed month. */
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

export const confirmEntry = (client: RetryingClient, subjectId: string) =>
  client.perform({ kind: 'confirm entry', personId: '', cents: 0, subjectId }, () => ({
    method: 'POST',
    path: `/admin/proposals/${subjectId}/confirm`,
  }))
