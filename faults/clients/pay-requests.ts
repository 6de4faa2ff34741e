import type { OwnPayRequest } from '#contract/payments/pay-requests.ts'
import { isOk } from '../history.ts'
import { CODE, type Person, PIN } from '../people.ts'
import type { RetryingClient } from './retrying-client.ts'

/** So few are known at once that several devices often pay the same one. */
const KNOWN = 4

/** Asks all others for money: the list has the code. It has a key, so that a lost response leaves no second request. */
export async function requestMoney(client: RetryingClient, self: Person): Promise<void> {
  const cents = client.random.between(1_00, 50_00)
  const operation = await client.perform({ kind: 'request money', personId: self.id, cents }, ({ id }) => ({
    method: 'POST',
    path: '/pay-requests',
    keyed: true,
    body: { amount: cents / 100, reference: id },
  }))
  if (!isOk(operation)) return
  const { body } = await client.read<OwnPayRequest[]>('/pay-requests?limit=20')
  const [made, ...again] = body.filter(({ reference }) => reference === operation.id)
  const { history } = client.context
  if (again.length > 0) history.report('pay requests', `${operation.id} was made ${again.length + 1} times`)
  if (made) history.payRequests.push({ id: made._id, code: made.code, cents, by: { id: self.id, number: self.number } })
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
