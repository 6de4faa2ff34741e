import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { isOk } from '../history.ts'
import { accountsOf, type Person } from '../people.ts'
import { payOrReturn } from './outgoing-payments.ts'
import type { RetryingClient } from './retrying-client.ts'
import { adjust, freezeForAMoment } from './staff-acts.ts'

const AT_ONCE = 4

type Charges = {
  everybody: readonly Person[]
  customers: readonly Person[]
  /** Customers whom no one else freezes. */
  own: readonly Person[]
}

/**
 * An administrator: decides pending transactions, often concurrently with others, funds and debits accounts, reverses, makes
 * payment runs, returns wires, and freezes customers for a moment.
 */
export async function runAdministrator(client: RetryingClient, { everybody, customers, own }: Charges): Promise<void> {
  const { random, context } = client
  while (context.running) {
    if (own.length > 0 && random.chance(0.05)) await freezeForAMoment(client, random.pick(own))
    else if (random.chance(0.15)) await reverseOne(client, everybody)
    else if (random.chance(0.2)) await payOrReturn(client)
    else if (random.chance(0.3)) await adjustSome(client, random.pick(customers))
    else await decideSome(client)
    await client.think()
  }
}

async function adjustSome(client: RetryingClient, customer: Person): Promise<void> {
  const kind = client.random.chance(0.6) ? 'fund' : 'debit'
  const account = client.random.chance(0.3) ? customer.savings.id : customer.id
  await adjust(client, kind, customer, client.random.between(1_00, kind === 'fund' ? 900_00 : 200_00), account)
}

/** Sometimes twice at once, or of what is reversed already: one reversal wins. */
async function reverseOne(client: RetryingClient, customers: readonly Person[]): Promise<void> {
  const { random } = client
  const { body } = await client.read<AdminTransaction[]>('/transactions/admin?status=Completed&limit=30')
  if (body.length === 0) return
  const transaction = random.pick(body)
  const times = random.chance(0.5) ? 2 : 1
  await Promise.all(Array.from({ length: times }, () => reverse(client, transaction, customers)))
}

function reverse(client: RetryingClient, transaction: AdminTransaction, customers: readonly Person[]) {
  const { _id: subjectId, user, amount, method, counterparty, accountId = user._id } = transaction
  const hasOther = method === 'internal' || method === 'move'
  const other = customers.flatMap(accountsOf).find(({ number }) => hasOther && number === counterparty?.accountNumber)
  const intent = {
    kind: 'reverse',
    personId: user._id,
    accountId,
    cents: -Math.round(amount * 100),
    subjectId,
  } as const
  return client.perform({ ...intent, ...(other ? { receiverId: other.id } : {}) }, ({ id }) => ({
    method: 'POST',
    path: '/admin/reverse',
    keyed: true,
    body: { transactionId: subjectId, reason: id },
  }))
}

async function decideSome(client: RetryingClient): Promise<void> {
  const { random } = client
  const { body } = await client.read<AdminTransaction[]>('/transactions/admin?status=Pending&order=oldest&limit=40')
  if (body.length === 0) return
  const chosen = Array.from({ length: AT_ONCE }, () => random.pick(body))
  await Promise.all(chosen.map((transaction) => decide(client, transaction, random.chance(0.65))))
}

/** One transaction may be picked twice, to approve and to decline at the same time: one decision wins. */
async function decide(client: RetryingClient, transaction: AdminTransaction, approves: boolean): Promise<void> {
  await decideOne(client, { personId: transaction.user._id, transactionId: transaction._id }, approves)
}

export async function decideOne(
  client: RetryingClient,
  { personId, transactionId }: { personId: string; transactionId: string },
  approves: boolean,
): Promise<void> {
  const intent = {
    kind: approves ? 'approve' : 'decline',
    personId,
    cents: 0,
    subjectId: transactionId,
  } as const
  const confirm = client.random.chance(0.5) ? { confirm: true } : {}
  const operation = await client.perform(intent, ({ id }) => ({
    method: 'POST',
    path: approves ? '/deposit/approve' : '/deposit/decline',
    keyed: true,
    // Often asked whether a deposit is other money than what was credited for an entry.
    body: approves ? { transactionId, ...confirm } : { transactionId, reason: id },
  }))
  if (!isOk(operation)) return
  const { decided } = client.context.history
  if (!decided.has(transactionId))
    decided.set(transactionId, { state: approves ? 'Completed' : 'Declined', at: operation.endedAt })
}
