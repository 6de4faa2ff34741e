import type { OwnPayRequest } from '#contract/payments/pay-requests.ts'
import { isOk } from '../history.ts'
import { CODE, type Person, PIN } from '../people.ts'
import type { RetryingClient } from './retrying-client.ts'

/** So few are known at once that several devices often pay the same one. */
const KNOWN = 4

/** Asks all others for money: the list has the code. A response that was lost leaves a second request, which no one pays. */
export async function requestMoney(client: RetryingClient, self: Person): Promise<void> {
  const cents = client.random.between(1_00, 50_00)
  const operation = await client.perform({ kind: 'request money', personId: self.id, cents }, ({ id }) => ({
    method: 'POST',
    path: '/pay-requests',
    body: { amount: cents / 100, reference: id },
  }))
  if (!isOk(operation)) return
  const { body } = await client.read<OwnPayRequest[]>('/pay-requests?limit=20')
  const made = body.find(({ reference }) => reference === operation.id)
  const { payRequests } = client.context.history
  if (made) payRequests.push({ id: made._id, code: made.code, cents, by: { id: self.id, number: self.number } })
}

/** Often while others pay it, and from two devices at once: one of them succeeds. Afterwards it is refused. */
export async function payRequest(client: RetryingClient, self: Person): Promise<void> {
  const known = client.context.history.payRequests.slice(-KNOWN).filter(({ by }) => by.id !== self.id)
  if (known.length === 0) return
  const { id: subjectId, code: payRequest, cents, by } = client.random.pick(known)
  const intent = { kind: 'request transfer', personId: self.id, cents, subjectId, receiverId: by.id } as const
  await client.perform(intent, ({ id }) => ({
    method: 'POST',
    path: self.hasCode ? '/transfer-code' : '/transfer',
    keyed: true,
    body: {
      accountName: id,
      accountNumber: by.number,
      bankName: 'Campaign Bank',
      amount: cents / 100,
      payRequest,
      ...(self.hasCode ? { code: CODE } : {}),
      pin: PIN,
    },
  }))
}
