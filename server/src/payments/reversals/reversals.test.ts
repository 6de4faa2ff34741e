import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, databaseFingerprint, fieldError, refusalOf, tally, transferForm } from '../../../test/money.ts'
import { MAX_BALANCE_CENTS } from '../../ledger/account.ts'

const bank = useBank()
let teller: Person
beforeAll(async () => {
  teller = await bank.person({ role: 'Teller', fullName: 'Tia Teller' })
})

const REASON = 'Sent to the wrong person'
const reverse = (transactionId: unknown, by: Person = teller, key?: string, reason: unknown = REASON) =>
  by.call('POST', '/admin/reverse', {
    body: { transactionId, reason },
    headers: key ? { 'idempotency-key': key } : {},
  })
const decide = (how: 'approve' | 'decline', transactionId: string) =>
  teller.call('POST', `/deposit/${how}`, { body: { transactionId } })

async function submits(from: Person, amount: number, to?: Person): Promise<string> {
  const body = transferForm({ amount, ...(to ? { accountNumber: await to.accountNumber() } : {}) })
  const response = await from.call('POST', '/transfer', { body })
  expect(response.statusCode).toBe(201)
  return response.json()._id
}
async function sends(from: Person, amount: number, to?: Person): Promise<string> {
  const id = await submits(from, amount, to)
  expect((await decide('approve', id)).statusCode).toBe(200)
  return id
}
async function deposits(person: Person, amount: number): Promise<string> {
  const body = { amount, method: 'bank', receipt: await createUpload(bank, person) }
  const id = (await person.call('POST', '/deposit', { body })).json()._id
  expect((await decide('approve', id)).statusCode).toBe(200)
  return id
}
const own = async (person: Person, type = '') =>
  (await person.call('GET', '/transactions', { query: type ? { type } : {} })).json()
const entriesOf = (...people: Person[]) => bank.sql`
  select account_id, entry_id, transaction_id, contra, amount from postings
  where account_id = any(${people.map(({ id }) => id)}::uuid[]) order by booked_at, amount`
const monthsOf = ({ id }: Person) => bank.sql`
  select sum(deposits)::bigint as deposits, sum(transfers)::bigint as transfers from account_months where account_id = ${id}`

describe('an internal transfer', () => {
  test.each(['the sent half', 'the received half'])('is reversed on both sides in one entry: %s', async (half) => {
    const ada = await bank.person({ fullName: 'Ada Sender', balanceCents: 500_00n })
    const ben = await bank.person({ fullName: 'Ben Receiver' })
    const sentId = await sends(ada, 120.5, ben)
    const [received] = await own(ben)
    const before = await bank.sql`
      select id, amount, status, reason, note, booked_at, decided_at from transactions
      where id = any(${[sentId, received._id]}::uuid[]) order by id`
    const requested = half === 'the sent half' ? sentId : received._id
    const response = await reverse(requested)
    expect(response.statusCode).toBe(201)
    const amount = half === 'the sent half' ? 120.5 : -120.5
    expect(response.json()).toMatchObject({
      type: amount > 0 ? 'Deposit' : 'Transfer',
      amount,
      status: 'Completed',
      method: 'internal',
      reason: '',
      reverses: requested,
      reversedBy: null,
      returns: null,
      returnedBy: null,
    })

    const [back] = await own(ada, 'Deposit')
    const [taken] = await own(ben, 'Transfer')
    expect(back).toMatchObject({ amount: 120.5, reverses: sentId })
    expect(taken).toMatchObject({ amount: -120.5, reverses: received._id })
    const entries = (await entriesOf(ada, ben)).slice(-2)
    expect(entries).toMatchObject([
      { account_id: ben.id, transaction_id: taken._id, contra: 'customer_funds', amount: -120_50n },
      { account_id: ada.id, transaction_id: back._id, contra: 'customer_funds', amount: 120_50n },
    ])
    expect(entries[0]?.entry_id).toBe(entries[1]?.entry_id)
    expect(await ada.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
    expect(await ben.balance()).toEqual({ availableCents: 0n, heldCents: 0n })

    expect((await own(ada, 'Transfer'))[0]).toMatchObject({ _id: sentId, status: 'Completed', reversedBy: back._id })
    expect((await own(ben, 'Deposit'))[0]).toMatchObject({ _id: received._id, reversedBy: taken._id })
    expect(
      await bank.sql`
        select id, amount, status, reason, note, booked_at, decided_at from transactions
        where id = any(${[sentId, received._id]}::uuid[]) order by id`,
    ).toEqual(before)
  })

  test('notifies both customers and is in both audit logs, with the reason for staff only', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: 100_00n }), await bank.person()]
    const sentId = await sends(ada, 40, ben)
    const back = (await reverse(sentId)).json()
    for (const person of [ada, ben]) {
      const [last] = await bank.sql`
        select kind, mail_at is not null as mail from outbox where person_id = ${person.id} order by number desc limit 1`
      expect(last).toEqual({ kind: 'transaction.reversed', mail: true })
      expect(JSON.stringify(await own(person))).not.toContain(REASON)
      const [entry] = await bank.sql`
        select actor_id, action, before, after from audit where subject_id = ${person.id} order by number desc limit 1`
      expect(entry).toMatchObject({
        actor_id: teller.id,
        action: 'transaction.reversed',
        after: { reason: REASON },
      })
    }
    const [staff] = (await teller.call('GET', '/transactions/admin', { query: { search: back._id } })).json()
    expect(staff).toMatchObject({ note: REASON, reverses: sentId, decidedBy: { fullName: 'Tia Teller' } })
  })

  test('reversing both halves at once, forty times, reverses it once', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: 100_00n }), await bank.person({ balanceCents: 500_00n })]
    const sentId = await sends(ada, 40, ben)
    const [received] = await own(ben)
    const responses = await Promise.all(Array.from({ length: 40 }, (_, i) => reverse(i % 2 ? sentId : received._id)))
    expect(tally(responses)).toEqual({ '201': 1, '409 already_reversed': 39 })
    expect(await ada.balance()).toEqual({ availableCents: 100_00n, heldCents: 0n })
    expect(await ben.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
  })

  test('is refused when the receiver’s money is spent or held by a pending transfer, to the cent', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: 100_00n }), await bank.person()]
    const sentId = await sends(ada, 100, ben)
    const pending = await submits(ben, 0.01)
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await reverse(sentId))).toEqual({
      status: 409,
      code: 'insufficient_balance',
      message: 'Insufficient balance.',
    })
    expect({ ...(await databaseFingerprint(bank)), sessions: '' }).toEqual({ ...before, sessions: '' })
    await decide('decline', pending)
    expect((await reverse(sentId)).statusCode).toBe(201)
    expect(await ben.balance()).toEqual({ availableCents: 0n, heldCents: 0n })
  })

  test('is refused when the sender’s balance would become too large', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: 100_00n }), await bank.person()]
    const sentId = await sends(ada, 100, ben)
    await bank.fund(ada.id, MAX_BALANCE_CENTS)
    expect(refusalOf(await reverse(sentId))).toMatchObject({ status: 409, code: 'balance_limit' })
    expect((await own(ben)).length).toBe(1)
  })
})

describe('one account', () => {
  test.each([
    ['a wire transfer', (person: Person) => sends(person, 60), 60_00n, 'wire_clearing'],
    ['a deposit', (person: Person) => deposits(person, 60), -60_00n, 'wire_clearing'],
    [
      'a fund',
      async ({ id: userId }: Person) =>
        (await teller.call('POST', '/admin/fund', { body: { userId, amount: 60 } })).json()._id,
      -60_00n,
      'adjustments',
    ],
    [
      'a debit',
      async ({ id: userId }: Person) =>
        (await teller.call('POST', '/admin/debit', { body: { userId, amount: 60 } })).json()._id,
      60_00n,
      'adjustments',
    ],
  ] as const)('%s is reversed against the same contra account', async (_, book, amount, contra) => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const id = await book(ada)
    const response = await reverse(id)
    expect(response.json()).toMatchObject({ status: 'Completed', receipt: null, reverses: id })
    expect((await ada.postings()).at(-1)).toMatchObject({ amount, contra, transaction_id: response.json()._id })
    expect(await ada.balance()).toEqual({ availableCents: 100_00n, heldCents: 0n })
  })

  test('a reversal is neither income nor spending: it reduces the month of the original', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const before = await monthsOf(ada)
    const body = { userId: ada.id, amount: 25, createdAt: '2024-02-03', confirm: true }
    const funded = (await teller.call('POST', '/admin/fund', { body })).json()._id
    const sent = await sends(ada, 60)
    await reverse(funded)
    await reverse(sent)
    expect(await monthsOf(ada)).toEqual(before)
    expect(
      await bank.sql`select month, deposits, transfers from account_months
      where account_id = ${ada.id} and month < '2025-01-01'`,
    ).toEqual([{ month: '2024-02-01', deposits: 0n, transfers: 0n }])
  })

  test('the sender of a reversed transfer is no payee of the receiver', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: 100_00n }), await bank.person()]
    await reverse(await sends(ada, 60, ben))
    expect(await bank.sql`select 1 from transactions where account_id = ${ben.id} and type = 'Transfer'`).toHaveLength(
      1,
    )
    const payees = await ben.call('GET', '/users/payees')
    expect(payees.json()).toEqual([])
  })
})

test('a dishonest teller can’t get the money of an own transfer back, from either half', async () => {
  const mallory = await bank.person({ role: 'Teller', balanceCents: 100_00n })
  const ben = await bank.person()
  const sentId = await sends(mallory, 100, ben)
  const [received] = await own(ben)
  const outside = await deposits(mallory, 5)
  for (const id of [sentId, received._id, outside])
    expect(refusalOf(await reverse(id, mallory))).toEqual({
      status: 403,
      code: 'own_account',
      message: 'Another member of staff must do this.',
    })
  expect(await mallory.balance()).toEqual({ availableCents: 5_00n, heldCents: 0n })
  expect(await ben.balance()).toEqual({ availableCents: 100_00n, heldCents: 0n })
  expect((await reverse(sentId)).statusCode).toBe(201)
  // The teller is a party of the reversal, too.
  const [taken] = await own(ben, 'Transfer')
  expect(refusalOf(await reverse(taken._id, mallory))).toMatchObject({ status: 403, code: 'own_account' })
})

describe('refuses, without any effect,', () => {
  const refuses = async (id: unknown, expected: object, by = teller, reason: unknown = REASON) => {
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await reverse(id, by, undefined, reason))).toMatchObject(expected)
    expect({ ...(await databaseFingerprint(bank)), sessions: '' }).toEqual({ ...before, sessions: '' })
  }
  const NOT_REVERSIBLE = {
    status: 409,
    code: 'not_reversible',
    message: 'Only a completed transaction can be reversed, and a reversal can’t.',
  }

  test('a pending, a declined and an unknown transaction', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const pending = await submits(ada, 10)
    await refuses(pending, NOT_REVERSIBLE)
    await decide('decline', pending)
    await refuses(pending, NOT_REVERSIBLE)
    await refuses(newId(), { status: 404, code: 'not_found' })
  })

  test('a reversal, and a second reversal', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: 100_00n }), await bank.person({ balanceCents: 100_00n })]
    const id = await sends(ada, 10, ben)
    const back = (await reverse(id)).json()._id
    await refuses(back, NOT_REVERSIBLE)
    const [taken] = await own(ben, 'Transfer')
    await refuses(taken._id, NOT_REVERSIBLE)
    await refuses(id, {
      status: 409,
      code: 'already_reversed',
      message: 'This transaction has already been reversed.',
    })
  })

  test('customers, an administrator who was made Pending, and a missing or overlong reason', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const id = await sends(ada, 10)
    await refuses(id, { status: 403, code: 'forbidden' }, ada)
    const former = await bank.person({ role: 'Admin' })
    expect((await former.call('GET', '/transactions/admin')).statusCode).toBe(200)
    await bank.owner`update people set status = 'Pending' where id = ${former.id}`
    await refuses(id, { status: 403, code: 'forbidden' }, former)
    await refuses(id, fieldError('reason', 'Please enter a reason.'), teller, '  ')
    await refuses(id, fieldError('reason', 'Reason can have at most 500 characters.'), teller, 'x'.repeat(501))
    await refuses('x', fieldError('transactionId', 'Not a valid id.'))
  })
})

test('one key has one effect and one response, also after a restart', async () => {
  const [ada, ben] = [await bank.person({ balanceCents: 100_00n }), await bank.person()]
  const [id, other] = [await sends(ada, 30, ben), await sends(ada, 20)]
  const key = newId()
  const responses = await Promise.all(Array.from({ length: 20 }, () => reverse(id, teller, key)))
  expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(19)
  expect(await ada.balance()).toEqual({ availableCents: 80_00n, heldCents: 0n })
  expect(refusalOf(await reverse(other, teller, key))).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  // Another key for the same transaction is a second reversal.
  expect(refusalOf(await reverse(id, teller, newId()))).toMatchObject({ code: 'already_reversed' })
})

test('a key of the original returns its first response, without the reversal', async () => {
  const ada = await bank.person()
  const fund = () =>
    teller.call('POST', '/admin/fund', {
      body: { userId: ada.id, amount: 5 },
      headers: { 'idempotency-key': `fund ${ada.id}` },
    })
  const first = await fund()
  await reverse(first.json()._id)
  expect((await fund()).json()).toEqual(first.json())
})

test('the database refuses a second reversal by itself', async () => {
  const ada = await bank.person({ balanceCents: 100_00n })
  const id = await sends(ada, 10)
  const back = (await reverse(id)).json()._id
  const forged = bank.owner`
    insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at,
      decided_at, reverses_id)
    select ${newId()}, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at, decided_at,
      reverses_id from transactions where id = ${back}`
  await expect(forged).rejects.toMatchObject({ constraint: 'transactions_reverses' })
})
