import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { databaseFingerprint, refusalOf, transferForm } from '../../../test/money.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'
import { MAX_BALANCE_CENTS } from '../../ledger/account.ts'
import { closeAccounts } from '../../ledger/close-accounts.ts'
import { createLedger } from '../../ledger/ledger.ts'

const bank = useBank({ config: { instantUpToCents: 100_00n, fourEyesAboveCents: 0n } })
let admins: [Person, Person]
beforeAll(async () => {
  admins = [await bank.person({ role: 'Admin' }), await bank.person({ role: 'Admin' })]
})

/** The first payment to a payee is flagged, so staff approve it: from then on the payee is known. */
async function payerOf(payee: Person, balanceCents = 1_000_00n) {
  const payer = await bank.person({ balanceCents })
  const first = await send(payer, payee, 1)
  expect(first.json()).toMatchObject({ status: 'Pending' })
  for (const admin of admins)
    expect(
      (await admin.call('POST', '/deposit/approve', { body: { transactionId: first.json()._id } })).statusCode,
    ).toBe(200)
  return payer
}
const send = async (from: Person, to: Person, amount: number, key?: string) =>
  from.call('POST', '/transfer', {
    body: transferForm({ accountName: to.fullName, accountNumber: await to.accountNumber(), amount }),
    headers: key ? { 'idempotency-key': key } : {},
  })

describe('a transfer inside the bank', () => {
  test('is Completed at once, with both postings in one entry, and both sides are notified', async () => {
    const ben = await bank.person({ fullName: 'Ben Example' })
    const ada = await payerOf(ben)
    const response = await send(ada, ben, 100)
    expect(response.statusCode).toBe(201)
    const sent = response.json()
    expect(sent).toMatchObject({ type: 'Transfer', method: 'internal', status: 'Completed', amount: -100 })
    expect(sent.bookedAt).toBe(sent.createdAt)
    expect(await ada.balance()).toEqual({ availableCents: 899_00n, heldCents: 0n })
    expect(await ben.balance()).toEqual({ availableCents: 101_00n, heldCents: 0n })
    const [received] = (await ben.call('GET', '/transactions')).json()
    expect(received).toMatchObject({
      type: 'Deposit',
      status: 'Completed',
      amount: 100,
      counterparty: { accountName: ada.fullName, accountNumber: await ada.accountNumber() },
    })
    const both = { entry_id: sent._id, contra: 'customer_funds' }
    expect(
      await bank.sql`select transaction_id, entry_id, contra, amount, balance_after from postings
                     where entry_id = ${sent._id} order by amount`,
    ).toEqual([
      { ...both, transaction_id: sent._id, amount: -100_00n, balance_after: 899_00n },
      { ...both, transaction_id: received._id, amount: 100_00n, balance_after: 101_00n },
    ])
    const told = (id: string, transactionId: string) => bank.sql`
      select kind, mail_at is not null as mailed from outbox where person_id = ${id} and data ->> 'transactionId' = ${transactionId}`
    expect(await told(ada.id, sent._id)).toEqual([{ kind: 'transfer.completed', mailed: true }])
    expect(await told(ben.id, received._id)).toEqual([{ kind: 'deposit.received', mailed: true }])
    // No member of staff decided about it, so it counts for no one and is in no audit log.
    expect(await bank.sql`select decided_by, flags from transactions where id = ${sent._id}`).toEqual([
      { decided_by: null, flags: '' },
    ])
    expect(await bank.sql`select from audit where before ->> 'transactionId' = ${sent._id}`).toEqual([])
  })

  test('can be reversed like any other', async () => {
    const ben = await bank.person()
    const ada = await payerOf(ben)
    const sent = (await send(ada, ben, 40)).json()
    const reversal = await admins[0].call('POST', '/admin/reverse', {
      body: { transactionId: sent._id, reason: 'By mistake' },
    })
    expect(reversal.statusCode).toBe(201)
    const { _id: transactionId } = reversal.json()
    await admins[1].call('POST', '/deposit/approve', { body: { transactionId } })
    expect(await ada.balance()).toEqual({ availableCents: 999_00n, heldCents: 0n })
  })

  test('waits for staff when it is larger, has a risk flag or leaves the bank', async () => {
    const ben = await bank.person()
    const ada = await payerOf(ben)
    const larger = await send(ada, ben, 100.01)
    const outside = await ada.call('POST', '/transfer', { body: transferForm({ amount: 1 }) })
    const newPayee = await send(ada, await bank.person(), 1)
    const whole = await payerOf(ben, 51_00n)
    const wholeBalance = await send(whole, ben, 50)
    for (const response of [larger, outside, newPayee, wholeBalance])
      expect(response.json()).toMatchObject({ status: 'Pending', bookedAt: null })
    expect(await ben.balance()).toEqual({ availableCents: 2_00n, heldCents: 0n })
  })

  test('waits for staff when the receiver can’t hold it: the sender learns nothing about the balance', async () => {
    const ben = await bank.person()
    const ada = await payerOf(ben)
    await bank.fund(ben.id, MAX_BALANCE_CENTS - 1_00n)
    expect((await send(ada, ben, 1)).json()).toMatchObject({ status: 'Pending' })
  })

  test('is refused to a closed account, also when it is closed meanwhile', async () => {
    const ben = await bank.person()
    const ada = await payerOf(ben)
    await drain(ben)
    const number = await ben.accountNumber()
    const closing = bank.owner.begin(async (tx) => {
      await tx`select from accounts where id = ${ben.id} for update`
      const sent = ada.call('POST', '/transfer', { body: transferForm({ accountNumber: number, amount: 5 }) })
      await waitUntilBlocked(bank.owner)
      expect(await closeAccounts(tx as never, ben.id, bank.now())).toBe(true)
      await tx`update people set status = 'Closed' where id = ${ben.id}`
      return { sent }
    })
    const { sent } = await closing
    expect(refusalOf(await sent)).toMatchObject({ status: 409, code: 'receiver_closed' })
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await send(ada, ben, 5))).toMatchObject({ status: 409, code: 'receiver_closed' })
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  /** Debits everything, with the second administrator's confirmation. */
  async function drain(person: Person) {
    const ask = commandsOf(bank)
    const { availableCents } = await person.balance()
    const made = await bank.ledger.submit(ask.adjust('debit', admins[0], person, availableCents))
    if (!made.ok) throw new Error(made.code)
    expect(await bank.ledger.submit(ask.approve(admins[1], made.transaction.id))).toMatchObject({ ok: true })
  }
})

describe('a retry', () => {
  test('repeats the first response: Completed', async () => {
    const ben = await bank.person()
    const ada = await payerOf(ben)
    const first = await send(ada, ben, 10, 'instant')
    const again = await send(ada, ben, 10, 'instant')
    expect(first.json()).toMatchObject({ status: 'Completed' })
    expect([again.statusCode, again.body, again.headers['idempotency-replayed']]).toEqual([201, first.body, 'true'])
    expect(await ben.balance()).toEqual({ availableCents: 11_00n, heldCents: 0n })
  })

  test('of one that waited says Pending, though it is Completed meanwhile', async () => {
    const ben = await bank.person()
    const ada = await payerOf(ben)
    const first = await send(ada, ben, 200, 'waits')
    for (const admin of admins)
      await admin.call('POST', '/deposit/approve', { body: { transactionId: first.json()._id } })
    expect((await send(ada, ben, 200, 'waits')).body).toBe(first.body)
  })
})

test('twenty at once in both directions and over two servers neither deadlock nor lose a cent', async () => {
  const ben = await bank.person()
  const ada = await payerOf(ben)
  await bank.fund(ben.id, 1_000_00n)
  const back = await send(ben, ada, 1)
  for (const admin of admins) await admin.call('POST', '/deposit/approve', { body: { transactionId: back.json()._id } })
  const total = async () => (await ada.balance()).availableCents + (await ben.balance()).availableCents
  const before = await total()
  const ask = commandsOf(bank)
  const numbers = [await ben.accountNumber(), await ada.accountNumber()]
  const second = createLedger(bank.sql, { zone: 'UTC', instantUpToCents: 100_00n, lanes: 2, maxBatch: 3 })
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      [bank.ledger, second][at % 2]?.submit(
        ask.transfer(at % 4 < 2 ? ada : ben, 3_00n, { to: { accountNumber: numbers[at % 4 < 2 ? 0 : 1] ?? '' } }),
      ),
    ),
  )
  expect(outcomes.every((outcome) => outcome?.ok)).toBe(true)
  // Five within an hour are flagged and wait.
  const completed = outcomes.filter((outcome) => outcome?.ok && outcome.transaction.status === 'Completed')
  expect(completed.length).toBeGreaterThan(3)
  expect(completed.length).toBeLessThan(9)
  const heldCents = (await ada.balance()).heldCents + (await ben.balance()).heldCents
  expect(heldCents).toBe(BigInt(20 - completed.length) * 3_00n)
  expect((await total()) + heldCents).toBe(before)
})

test('is off by default', async () => {
  const ben = await bank.person()
  const ada = await payerOf(ben)
  const usual = createLedger(bank.sql, { zone: 'UTC' })
  const transfer = commandsOf(bank).transfer(ada, 1_00n, { to: { accountNumber: await ben.accountNumber() } })
  expect(await usual.submit(transfer)).toMatchObject({ ok: true, transaction: { status: 'Pending' } })
})
