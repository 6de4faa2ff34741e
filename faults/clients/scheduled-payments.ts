import { addDays } from '#contract/payments/scheduled-payment-calendar.ts'
import type { ScheduledPayment } from '#contract/payments/scheduled-payments.ts'
import type { Operation } from '../history.ts'
import { type CampaignAccount, CODE, type Person, PIN } from '../people.ts'
import type { RetryingClient } from './retrying-client.ts'

/** Days until the first payment: today is paid at once, the others when days pass. */
const STARTS = [0, 0, 1, 7, 30]
const FREQUENCIES = ['once', 'week', 'week', 'month'] as const

/** Schedules a payment, or pauses, resumes, changes or deletes one, often while a server pays it. */
export async function changeScheduledPayments(
  client: RetryingClient,
  self: Person,
  to: CampaignAccount | null,
): Promise<void> {
  const { random } = client
  if (random.chance(0.45)) return void (await schedule(client, self, to))
  const { body } = await client.read<ScheduledPayment[]>('/orders')
  const open = body.filter(({ status }) => status !== 'ended')
  if (open.length === 0) return
  const payment = random.pick(open)
  const change = random.between(1, 10)
  if (change <= 3) await remove(client, self, payment._id)
  else if (change <= 5) await setAmount(client, self, payment._id)
  else await setStatus(client, self, payment._id, payment.status === 'paused' ? 'active' : 'paused')
}

const secrets = ({ hasCode }: Person) => ({ pin: PIN, ...(hasCode ? { code: CODE } : {}) })

/** The operation's id is the payee's name, by which the checks find the scheduled payment and its transfers. */
function schedule(client: RetryingClient, self: Person, to: CampaignAccount | null): Promise<Operation> {
  const { random } = client
  const cents = random.between(1_00, 40_00)
  const account = random.chance(0.2) ? { accountId: self.savings.id } : {}
  const intent = {
    kind: 'scheduled payment',
    personId: self.id,
    cents,
    ...account,
    ...(to ? { receiverId: to.id } : {}),
  } as const
  const startOn = addDays(new Date().toISOString().slice(0, 10), random.pick(STARTS))
  return client.perform(intent, ({ id }) => ({
    method: 'POST',
    path: '/orders',
    keyed: true,
    body: {
      accountName: id,
      accountNumber: to?.number ?? `X${id}`,
      bankName: 'Campaign Bank',
      amount: cents / 100,
      startOn,
      every: random.pick(FREQUENCIES),
      ...account,
      ...secrets(self),
    },
  }))
}

function setStatus(
  client: RetryingClient,
  { id: personId }: Person,
  scheduledPaymentId: string,
  status: 'active' | 'paused',
) {
  const kind = status === 'active' ? 'resume scheduled payment' : 'pause scheduled payment'
  return client.perform({ kind, personId, cents: 0, subjectId: scheduledPaymentId }, () => ({
    method: 'PATCH',
    path: `/orders/${scheduledPaymentId}`,
    body: { status },
  }))
}

function setAmount(client: RetryingClient, self: Person, scheduledPaymentId: string): Promise<Operation> {
  const cents = client.random.between(1_00, 40_00)
  return client.perform(
    { kind: 'change scheduled payment', personId: self.id, cents, subjectId: scheduledPaymentId },
    () => ({
      method: 'PATCH',
      path: `/orders/${scheduledPaymentId}`,
      body: { amount: cents / 100, ...secrets(self) },
    }),
  )
}

const remove = (client: RetryingClient, { id: personId }: Person, scheduledPaymentId: string): Promise<Operation> =>
  client.perform({ kind: 'delete scheduled payment', personId, cents: 0, subjectId: scheduledPaymentId }, () => ({
    method: 'DELETE',
    path: `/orders/${scheduledPaymentId}`,
  }))
