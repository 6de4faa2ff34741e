import { toPositionCursor } from '#contract/paging.ts'
import type { Transaction } from '#contract/payments/transactions.ts'
import { isOk, type Operation } from '../history.ts'
import { accountsOf, type CampaignAccount, CODE, type Person, PIN } from '../people.ts'
import { sendPasskeyTransfer } from './passkey-transfer.ts'
import { payRequest, requestMoney } from './pay-requests.ts'
import type { RetryingClient } from './retrying-client.ts'
import { changeScheduledPayments } from './scheduled-payments.ts'

/** The name that the servers of a campaign have. */
const BANK_NAME = 'Fable Bank'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A customer's device: transfers, scheduled payments, cancellations, deposits with receipts, and reads. Several devices share one account. */
export async function runCustomer(
  client: RetryingClient,
  self: Person,
  others: () => readonly Person[],
): Promise<void> {
  const { random, context } = client
  while (context.running) {
    const roll = random.between(1, 100)
    if (roll <= 24) await transfer(client, self, null)
    else if (roll <= 28) await requestMoney(client, self)
    else if (roll <= 34) await payRequest(client, self)
    else if (roll <= 44) await transfer(client, self, random.pick(accountsOf(random.pick(others()))))
    else if (roll <= 52) await move(client, self)
    else if (roll <= 56) await overdraw(client, self)
    else if (roll <= 58) await payNobody(client, self)
    else if (roll <= 76) await deposit(client, self)
    else if (roll <= 82) await cancelOne(client, self)
    else if (roll <= 90)
      await changeScheduledPayments(client, self, random.pick([null, ...accountsOf(random.pick(others()))]))
    else await readSomething(client)
    await client.think()
  }
}

/** Both devices move in both directions; sometimes there is not enough. */
async function move(client: RetryingClient, self: Person): Promise<void> {
  const [main, savings] = [self.id, self.savings.id]
  const [from, to] = client.random.chance(0.6) ? [main, savings] : [savings, main]
  const cents = client.context.history.nextMoveCents()
  const intent = { kind: 'move', personId: self.id, accountId: from, receiverId: to, cents } as const
  const operation = await client.perform(intent, () => ({
    method: 'POST',
    path: '/accounts/move',
    keyed: true,
    body: { from, to, amount: cents / 100 },
  }))
  if (isOk(operation) && client.random.chance(0.3)) await checkReadYourWrites(client, operation)
}

async function transfer(client: RetryingClient, self: Person, to: CampaignAccount | null): Promise<void> {
  const cents = client.random.between(1_00, 300_00)
  const operation = await sendTransfer(client, self, cents, to)
  if (isOk(operation) && client.random.chance(0.3)) await checkReadYourWrites(client, operation)
}

/** Often while an administrator decides it: one of the two wins. Sometimes from two devices at once. */
async function cancelOne(client: RetryingClient, self: Person): Promise<void> {
  const { body } = await client.read<Transaction[]>('/transactions?account=all&type=Transfer&status=Pending&limit=20')
  const own = body.filter(({ method }) => method !== 'adjustment')
  if (own.length === 0) return
  const subjectId = client.random.pick(own)._id
  const intent = { kind: 'cancel', personId: self.id, cents: 0, subjectId } as const
  const operation = await client.perform(intent, () => ({
    method: 'POST',
    path: '/transfer/cancel',
    keyed: true,
    body: { transactionId: subjectId },
  }))
  const { decided } = client.context.history
  if (isOk(operation) && !decided.has(subjectId)) decided.set(subjectId, { state: 'Declined', at: operation.endedAt })
}

/** More than any account holds: always refused, without any effect. */
const overdraw = (client: RetryingClient, self: Person) => sendTransfer(client, self, 90_000_000_00, null)

/** The bank that it names does not have the account: it is always refused, without any effect. */
async function payNobody(client: RetryingClient, self: Person): Promise<void> {
  const intent = { kind: 'unknown account', personId: self.id, cents: 1 } as const
  const operation = await client.perform(intent, ({ id }) => ({
    method: 'POST',
    path: self.hasCode ? '/transfer-code' : '/transfer',
    keyed: true,
    body: {
      accountName: id,
      accountNumber: `X${id}`,
      bankName: BANK_NAME,
      amount: 0.01,
      ...(self.hasCode ? { code: CODE } : {}),
      pin: PIN,
    },
  }))
  if (isOk(operation))
    client.context.history.report('previews', `${operation.id}: left the bank that has no such account`)
}

export function sendTransfer(
  client: RetryingClient,
  self: Person,
  cents: number,
  to: CampaignAccount | null,
): Promise<Operation> {
  const account = client.random.chance(0.2) ? { accountId: self.savings.id } : {}
  const intent = { personId: self.id, cents, ...account, ...(to ? { receiverId: to.id } : {}) }
  const toPayment = ({ id }: Operation) => ({
    accountName: id,
    accountNumber: to?.number ?? `X${id}`,
    bankName: 'Campaign Bank',
    amount: cents / 100,
    ...account,
  })
  const code = self.hasCode ? { code: CODE } : {}
  if (client.passkeys && client.random.chance(0.5))
    return sendPasskeyTransfer(client, client.passkeys.transfers, { intent, toPayment, code })
  return client.perform({ kind: self.hasCode ? 'code transfer' : 'transfer', ...intent }, (operation) => ({
    method: 'POST',
    path: self.hasCode ? '/transfer-code' : '/transfer',
    keyed: true,
    body: { ...toPayment(operation), ...code, pin: PIN },
  }))
}

async function deposit(client: RetryingClient, self: Person): Promise<void> {
  const sent = await client.perform({ kind: 'upload', personId: self.id, cents: 0 }, ({ id }) => ({
    method: 'POST',
    path: '/images',
    file: receipt(id, client.random.chance(0.1) ? 200_000 : 200),
  }))
  const receiptId = sent.results[0]?.transactionId
  if (!isOk(sent) || !receiptId) return
  sent.subjectId = receiptId
  const cents = client.random.between(1_00, 500_00)
  const intent = { kind: 'deposit', personId: self.id, cents, subjectId: receiptId } as const
  const operation = await client.perform(intent, () => ({
    method: 'POST',
    path: '/deposit',
    keyed: true,
    body: { amount: cents / 100, method: 'bank', receipt: `/api/images/${receiptId}` },
  }))
  if (isOk(operation) && client.random.chance(0.3)) await checkReadYourWrites(client, operation)
}

/** Every receipt is a different file; the large ones are for the full disk. */
export function receipt(name: string, bytes: number): Buffer {
  const filler = Array.from({ length: bytes / 8 }, (_, n) => ((n * 2_654_435_761) >>> 0).toString(36)).join('')
  return Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n%${name}${filler}\nxref\n0 3\n0000000000 65535 f \ntrailer\n<< /Root 1 0 R /Size 3 >>\nstartxref\n9\n%%EOF\n`,
    'latin1',
  )
}

/**
 * Read your writes: an acknowledged transaction is in the list of either server. The list is sorted by value date, which a
 * moved clock changes, so the page starts at the transaction's own time.
 */
async function checkReadYourWrites(client: RetryingClient, operation: Operation): Promise<void> {
  const id = operation.results[0]?.transactionId
  if (!id) return
  const at = new Date(timestampOf(id) + 1)
  const from = toPositionCursor({ at, id: LAST_ID })
  const { body } = await client.read<Transaction[]>(
    `/transactions?accountId=${operation.accountId}&limit=50&cursor=${from}`,
  )
  if (!body.some(({ _id }) => _id === id))
    client.context.history.report('read your writes', `${operation.id}: ${id} was acknowledged but is not in the list`)
}

/** A UUIDv7 begins with the server's clock in milliseconds, which is also the value date. */
const timestampOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

async function readSomething(client: RetryingClient): Promise<void> {
  const { history } = client.context
  if (client.random.chance(0.5)) {
    await client.read('/users')
    return
  }
  const { body, startedAt } = await client.read<Transaction[]>('/transactions?limit=50')
  for (const { _id, status } of body) {
    const known = history.decided.get(_id)
    if (known && known.at < startedAt && status !== known.state)
      history.report('monotonic reads', `${_id} was ${known.state} before and is now listed as ${status}`)
  }
}
