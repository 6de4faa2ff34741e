import type { Operation } from '../history.ts'
import type { Person } from '../people.ts'
import type { RetryingClient } from './retrying-client.ts'

export function adjust(
  client: RetryingClient,
  kind: 'fund' | 'debit',
  { id: personId }: Person,
  cents: number,
  accountId = personId,
): Promise<Operation> {
  return client.perform({ kind, personId, accountId, cents }, ({ id }) => ({
    method: 'POST',
    path: `/admin/${kind}`,
    keyed: true,
    // Statement entries of customers wait at any time, which is asked about.
    body: { userId: personId, accountId, amount: cents / 100, reason: 'Correction', confirm: true, note: id },
  }))
}

const STATUS = { freeze: 'Frozen', unfreeze: 'Active', close: 'Closed' } as const

/** The operation's id is the reason, by which the checks find it in the audit log. */
export function changeStatus(
  client: RetryingClient,
  kind: keyof typeof STATUS,
  { id: personId }: Person,
): Promise<Operation> {
  return client.perform({ kind, personId, cents: 0 }, ({ id }) => ({
    method: 'PATCH',
    path: '/admin/user',
    body: { userId: personId, updates: { status: STATUS[kind] }, reason: id },
  }))
}

export async function freezeForAMoment(client: RetryingClient, person: Person): Promise<void> {
  await changeStatus(client, 'freeze', person)
  await client.think()
  await client.think()
  await changeStatus(client, 'unfreeze', person)
}
