import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, databaseFingerprint, fieldError, refusalOf, tally } from '../../../test/money.ts'
import { sendWire, submitWire } from '../../../test/wires.ts'

const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
})

const REASON = 'The account is closed at the other bank.'
const sendBack = (transactionId: unknown, by = admin, key?: string, reason: unknown = REASON) =>
  by.call('POST', '/admin/return', {
    body: { transactionId, reason },
    headers: key ? { 'idempotency-key': key } : {},
  })
const decide = (by: Person, how: 'approve' | 'decline', transactionId: string) =>
  by.call('POST', `/deposit/${how}`, { body: { transactionId } })
const rich = () => bank.person({ balanceCents: 1_000_00n })
const own = async (person: Person, type: string) =>
  (await person.call('GET', '/transactions', { query: { type } })).json()

/** By staff who decide nothing else: what one person decides for a customer counts towards the limit. */
async function sent(from: Person, amount: number): Promise<string> {
  if (amount < 100) return sendWire(bank, from, { amount })
  const id = await submitWire(from, { amount })
  for (const role of ['Admin', 'Admin'] as const)
    expect((await decide(await bank.person({ role }), 'approve', id)).statusCode).toBe(200)
  return id
}

describe('a returned wire', () => {
  test('is credited back by a linked transaction with the reason, and the customer hears of it', async () => {
    const ada = await rich()
    const id = await sent(ada, 60)
    const run = (await admin.call('POST', '/admin/payment-runs')).json()
    const before = await bank.sql`select status, amount, reason, booked_at from transactions where id = ${id}`
    const months = () => bank.sql`select month, deposits, transfers from account_months where account_id = ${ada.id}`
    // Its file may still be paid.
    expect(refusalOf(await sendBack(id))).toMatchObject({ status: 409, code: 'run_open' })
    await admin.call('POST', `/admin/payment-runs/${run._id}/sent`)
    const response = await sendBack(id)
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      type: 'Deposit',
      amount: 60,
      status: 'Completed',
      method: 'wire',
      reason: REASON,
      returns: id,
      returnedBy: null,
      reverses: null,
      reversedBy: null,
    })
    const back = response.json()._id
    expect((await ada.postings()).at(-1)).toMatchObject({
      amount: 60_00n,
      contra: 'wire_clearing',
      transaction_id: back,
    })
    expect(await ada.balance()).toEqual({ availableCents: 1_000_00n, heldCents: 0n })
    expect(await bank.sql`select status, amount, reason, booked_at from transactions where id = ${id}`).toEqual(before)
    expect((await own(ada, 'Transfer'))[0]).toMatchObject({ _id: id, returnedBy: back, reversedBy: null })
    expect((await own(ada, 'Deposit'))[0]).toMatchObject({ _id: back, returns: id, reason: REASON })
    // Neither income nor spending.
    expect(await months()).toContainEqual(expect.objectContaining({ transfers: 0n }))
    const [wire] = await bank.sql<{ reference: string }[]>`select reference from transactions where id = ${id}`
    const statement = await ada.call('GET', `/statements/${response.json().bookedAt.slice(0, 7)}`)
    expect(statement.json().transactions.at(-1).description).toBe(`Return of ${wire?.reference}`)
    const [payment] = (await admin.call('GET', `/admin/payment-runs/${run._id}`)).json().payments
    expect(payment).toMatchObject({ transactionId: id, returnedBy: back })

    const [notification] = await bank.sql`
      select kind, mail_at is not null as mail, read_at, data from outbox where person_id = ${ada.id} order by number desc limit 1`
    expect(notification).toMatchObject({ kind: 'transfer.returned', mail: true, read_at: null })
    const [entry] =
      await bank.sql`select actor_id, action, after from audit where subject_id = ${ada.id} order by number desc limit 1`
    expect(entry).toMatchObject({
      actor_id: admin.id,
      action: 'transaction.returned',
      after: { reason: REASON, transactionId: back },
    })
    const { body } = await ada.call('GET', '/users/access-log')
    expect(body).toContain('transaction.returned')
  })

  test('needs a second person above the limit, and is not seen before', async () => {
    const ada = await rich()
    const id = await sent(ada, 150)
    const proposed = await sendBack(id, admin, 'once')
    expect(proposed.json()).toMatchObject({ status: 'Pending', reason: REASON, returns: id })
    expect(await own(ada, 'Deposit')).not.toContainEqual(expect.objectContaining({ returns: id }))
    expect(await ada.balance()).toEqual({ availableCents: 850_00n, heldCents: 0n })
    // A run does not pay what may be returned, and it can't be reversed meanwhile.
    await admin.call('POST', '/admin/payment-runs')
    expect(await bank.sql`select 1 from run_payments where transaction_id = ${id}`).toEqual([])
    const teller = await bank.person({ role: 'Teller' })
    const reversal = await teller.call('POST', '/admin/reverse', { body: { transactionId: id, reason: 'x' } })
    expect(refusalOf(reversal)).toMatchObject({ status: 409, code: 'return_pending' })
    const proposalId = proposed.json()._id
    expect(refusalOf(await decide(admin, 'approve', proposalId))).toMatchObject({ code: 'second_admin_needed' })
    expect((await decide(teller, 'approve', proposalId)).json()).toMatchObject({ status: 'Completed', reason: REASON })
    expect(await ada.balance()).toEqual({ availableCents: 1_000_00n, heldCents: 0n })
    expect((await own(ada, 'Deposit'))[0]).toMatchObject({ returns: id, reason: REASON })
    const [last] = await bank.sql`select kind from outbox where person_id = ${ada.id} order by number desc limit 1`
    expect(last).toEqual({ kind: 'transfer.returned' })
    const replay = await sendBack(id, admin, 'once')
    expect([replay.json(), replay.headers['idempotency-replayed']]).toEqual([proposed.json(), 'true'])
  })

  test('a declined return leaves the transfer as it was', async () => {
    const ada = await rich()
    const id = await sent(ada, 150)
    const proposalId = (await sendBack(id)).json()._id
    await decide(await bank.person({ role: 'Teller' }), 'decline', proposalId)
    expect(await ada.balance()).toEqual({ availableCents: 850_00n, heldCents: 0n })
    const run = (await admin.call('POST', '/admin/payment-runs')).json()
    expect((await admin.call('POST', `/admin/payment-runs/${run._id}/sent`)).statusCode).toBe(200)
    expect((await sendBack(id)).statusCode).toBe(201)
  })

  test('reaches a frozen customer; that of a closed account is refused', async () => {
    const [ada, ben] = [await rich(), await bank.person({ balanceCents: 60_00n })]
    const [fromFrozen, fromClosed] = [await sent(ada, 60), await sent(ben, 60)]
    await bank.owner`update people set status = 'Frozen' where id = ${ada.id}`
    expect((await sendBack(fromFrozen)).statusCode).toBe(201)
    expect(await ada.balance()).toEqual({ availableCents: 1_000_00n, heldCents: 0n })
    const closed = await admin.call('PATCH', '/admin/user', {
      body: { userId: ben.id, updates: { status: 'Closed' }, reason: 'Asked for it' },
    })
    expect(closed.statusCode).toBe(200)
    expect(refusalOf(await sendBack(fromClosed))).toMatchObject({ status: 403, code: 'account_closed' })
  })
})

describe('refuses, without any effect,', () => {
  const refuses = async (id: unknown, expected: object, by = admin, reason: unknown = REASON) => {
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await sendBack(id, by, undefined, reason))).toMatchObject(expected)
    expect({ ...(await databaseFingerprint(bank)), sessions: '' }).toEqual({ ...before, sessions: '' })
  }
  const NOT_RETURNABLE = {
    status: 409,
    code: 'not_returnable',
    message: 'Only a completed wire transfer can be returned.',
  }

  test('what did not leave: a pending, a declined and an internal transfer, a deposit, a return', async () => {
    const [ada, ben] = [await rich(), await rich()]
    const teller = await bank.person({ role: 'Teller' })
    const pending = await submitWire(ada, { amount: 5 })
    await refuses(pending, NOT_RETURNABLE)
    await decide(teller, 'decline', pending)
    await refuses(pending, NOT_RETURNABLE)
    const internal = await submitWire(ada, { amount: 5, accountNumber: await ben.accountNumber() })
    await decide(teller, 'approve', internal)
    await refuses(internal, NOT_RETURNABLE)
    const receipt = await createUpload(bank, ada)
    const deposit = (await ada.call('POST', '/deposit', { body: { amount: 5, method: 'bank', receipt } })).json()._id
    await decide(teller, 'approve', deposit)
    await refuses(deposit, NOT_RETURNABLE)
    const back = (await sendBack(await sent(ada, 5))).json()._id
    await refuses(back, NOT_RETURNABLE)
    await refuses(newId(), { status: 404, code: 'not_found' })
    await refuses('x', fieldError('transactionId', 'Not a valid id.'))
    await refuses(back, fieldError('reason', 'Please enter a reason.'), admin, ' ')
  })

  test('a second return, the return of what was reversed, and the reversal of what was returned', async () => {
    const ada = await rich()
    const teller = await bank.person({ role: 'Teller' })
    const [returned, reversed] = [await sent(ada, 5), await sent(ada, 6)]
    const reverse = (transactionId: string) =>
      teller.call('POST', '/admin/reverse', { body: { transactionId, reason: 'x' } })
    await sendBack(returned)
    await reverse(reversed)
    await refuses(returned, { status: 409, code: 'already_returned' })
    await refuses(reversed, { status: 409, code: 'already_reversed' })
    expect(refusalOf(await reverse(returned))).toMatchObject({ status: 409, code: 'already_returned' })
  })

  test('an administrator who credits an own transfer, and one who was made a Teller a moment ago', async () => {
    const mallory = await bank.person({ role: 'Admin', balanceCents: 50_00n })
    await refuses(await sent(mallory, 5), { status: 403, code: 'own_account' }, mallory)
    const id = await sent(await rich(), 5)
    expect((await mallory.call('GET', '/admin/payment-runs')).statusCode).toBe(200)
    await bank.owner`update people set role = 'Teller' where id = ${mallory.id}`
    await refuses(id, { status: 403, code: 'forbidden' }, mallory)
  })
})

test('twenty clients at once credit it once, with one key or with many', async () => {
  const ada = await rich()
  const [id, other] = [await sent(ada, 30), await sent(ada, 20)]
  const key = newId()
  const same = await Promise.all(Array.from({ length: 20 }, () => sendBack(id, admin, key)))
  expect(new Set(same.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(refusalOf(await sendBack(other, admin, key))).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  const many = await Promise.all(Array.from({ length: 20 }, () => sendBack(other, admin, newId())))
  expect(tally(many)).toEqual({ '201': 1, '409 already_returned': 19 })
  expect(await ada.balance()).toEqual({ availableCents: 1_000_00n, heldCents: 0n })
})
