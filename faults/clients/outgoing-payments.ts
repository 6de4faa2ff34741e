import type { PaymentRun } from '#contract/external-money/payment-runs.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { reportPayment } from './payment-reports.ts'
import type { RetryingClient } from './retrying-client.ts'

export function payOrReturn(client: RetryingClient): Promise<void> {
  if (client.random.chance(0.1)) return cancelOne(client)
  return client.random.chance(0.5) ? collectPayments(client) : returnOne(client)
}

/** A colleague may mark the run as sent or cancel it at the same moment. The next run has its payments. */
async function cancelOne(client: RetryingClient): Promise<void> {
  const { body } = await client.read<PaymentRun[]>('/admin/payment-runs?limit=20')
  const run = body.find(({ state }) => state === 'open')
  if (!run) return
  const path = `/admin/payment-runs/${run._id}/cancel`
  await client.repeatUntilAccepted({ method: 'POST', path, body: { confirm: true } }, [200, 403, 409])
}

/** Sometimes twice at once. A run has no key: one whose response is lost is found in the list. */
async function collectPayments(client: RetryingClient): Promise<void> {
  const times = client.random.chance(0.3) ? 2 : 1
  await Promise.all(Array.from({ length: times }, () => collect(client)))
}

const collect = (client: RetryingClient) =>
  client.perform({ kind: 'payment run', personId: '', cents: 0 }, () => ({
    method: 'POST',
    path: '/admin/payment-runs',
    body: {},
  }))

/** Sometimes twice at once, or of what was returned or reversed already: one wins. */
async function returnOne(client: RetryingClient): Promise<void> {
  const { random } = client
  const { body } = await client.read<AdminTransaction[]>(
    '/transactions/admin?status=Completed&type=Transfer&method=wire&limit=20',
  )
  if (body.length === 0) return
  await markRunsSent(client)
  if (random.chance(0.5)) await reportPayment(client)
  const transaction = random.pick(body)
  const times = random.chance(0.5) ? 2 : 1
  await Promise.all(Array.from({ length: times }, () => sendBack(client, transaction)))
}

/** A transfer in an open run can't be returned. */
async function markRunsSent(client: RetryingClient): Promise<void> {
  const { body } = await client.read<PaymentRun[]>('/admin/payment-runs?limit=20')
  for (const { _id, state } of body)
    if (state === 'open')
      await client.repeatUntilAccepted({ method: 'POST', path: `/admin/payment-runs/${_id}/sent` }, [200, 403, 409])
}

function sendBack(client: RetryingClient, { _id: subjectId, user, amount, accountId = user._id }: AdminTransaction) {
  const intent = { kind: 'return', personId: user._id, accountId, cents: -Math.round(amount * 100), subjectId } as const
  return client.perform(intent, ({ id }) => ({
    method: 'POST',
    path: '/admin/return',
    keyed: true,
    body: { transactionId: subjectId, reason: id },
  }))
}
