import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf, transferForm } from '../../../test/money.ts'
import { MAX_BALANCE_CENTS } from '../../ledger/account.ts'

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

const decide = (what: 'approve' | 'decline', transactionId: string) =>
  admin.call('POST', `/deposit/${what}`, { body: { transactionId } })

async function sends(from: Person, to: Person, amount: number): Promise<string> {
  const body = transferForm({ amount, accountNumber: await to.accountNumber() })
  const response = await from.call('POST', '/transfer', { body })
  expect(response.json()).toMatchObject({ status: 'Pending', method: 'internal' })
  return response.json()._id
}

const entriesOf = (...people: Person[]) => bank.sql`
  select account_id, entry_id, transaction_id, contra, amount, balance_after from postings
  where contra = 'customer_funds' and account_id = any(${people.map(({ id }) => id)}::uuid[]) order by amount`

test('approval credits the receiver in the same entry as a Deposit from the sender', async () => {
  const ada = await bank.person({ fullName: 'Ada Sender', balanceCents: 500_00n })
  const ben = await bank.person({ balanceCents: 10_00n })
  const id = await sends(ada, ben, 120.5)
  expect((await ben.call('GET', '/transactions?type=Deposit')).json()).toHaveLength(1)

  expect((await decide('approve', id)).statusCode).toBe(200)
  const [received] = (await ben.call('GET', '/transactions')).json()
  const [sent] = (await ada.call('GET', '/transactions?type=Transfer')).json()
  expect(sent).toMatchObject({ _id: id, amount: -120.5, status: 'Completed', method: 'internal' })
  expect(received).toMatchObject({
    type: 'Deposit',
    amount: 120.5,
    status: 'Completed',
    method: 'internal',
    bookedAt: sent.bookedAt,
    counterparty: { accountName: 'Ada Sender', accountNumber: await ada.accountNumber() },
  })
  expect(received._id).not.toBe(id)
  expect(received.reference).not.toBe(sent.reference)

  const both = { entry_id: id, contra: 'customer_funds' }
  expect(await entriesOf(ada, ben)).toEqual([
    { ...both, account_id: ada.id, transaction_id: id, amount: -120_50n, balance_after: 379_50n },
    { ...both, account_id: ben.id, transaction_id: received._id, amount: 120_50n, balance_after: 130_50n },
  ])
  const notifications = await bank.sql`select kind, mail_at is not null as mail from outbox where person_id = ${ben.id}`
  expect(notifications).toContainEqual({ kind: 'deposit.received', mail: true })
})

test('a declined transfer does not notify the receiver', async () => {
  const [ada, ben] = [await bank.person({ balanceCents: 500_00n }), await bank.person()]
  const id = await sends(ada, ben, 100)
  expect((await decide('decline', id)).statusCode).toBe(200)
  expect(await ada.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
  expect((await ben.call('GET', '/transactions')).json()).toEqual([])
  expect(await bank.sql`select 1 from outbox where person_id = ${ben.id}`).toHaveLength(0)
})

test('rejects a decision on a received transfer', async () => {
  const [ada, ben] = [await bank.person({ balanceCents: 500_00n }), await bank.person()]
  await decide('approve', await sends(ada, ben, 100))
  const [received] = (await ben.call('GET', '/transactions')).json()
  expect(refusalOf(await decide('decline', received._id))).toMatchObject({ status: 409, code: 'already_decided' })
  const { note: _, category: __, categoryGuessed: ___, categoryAlways: ____, ...asDecided } = received
  expect((await decide('approve', received._id)).json()).toEqual(asDecided)
  expect(await ben.balance()).toEqual({ availableCents: 100_00n, heldCents: 0n })
})

test('a transfer beyond the receiver’s largest balance stays Pending', async () => {
  const [ada, ben] = [
    await bank.person({ balanceCents: 500_00n }),
    await bank.person({ balanceCents: MAX_BALANCE_CENTS }),
  ]
  const id = await sends(ada, ben, 1)
  expect(refusalOf(await decide('approve', id))).toMatchObject({ status: 409, code: 'balance_limit' })
  expect(await ada.balance()).toEqual({ availableCents: 499_00n, heldCents: 1_00n })
})

test('concurrent transfers in a ring conserve the total', async () => {
  const ring = await Promise.all(Array.from({ length: 5 }, () => bank.person({ balanceCents: 100_00n })))
  const ids = await Promise.all(ring.map((person, i) => sends(person, ring[(i + 1) % ring.length] ?? person, 60)))
  const responses = await Promise.all([...ids, ...ids].map((id) => decide('approve', id)))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
  for (const person of ring) expect(await person.balance()).toEqual({ availableCents: 100_00n, heldCents: 0n })
  expect(await entriesOf(...ring)).toHaveLength(10)
})
