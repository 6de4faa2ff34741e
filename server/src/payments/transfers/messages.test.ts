import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, fieldError, refusalOf, transferForm } from '../../../test/money.ts'
import { scheduled, scheduledPaymentsOf, sendDuring } from '../../../test/scheduled-payments.ts'

const bank = useBank({ config: { instantUpToCents: 100_00n, fourEyesAboveCents: null } })
const { form, run, noticesOf } = scheduledPaymentsOf(bank)
const HOSTILE = '</Ustrd><script>alert("1")</script> & \u200f=HYPERLINK(1)'
let teller: Person
beforeAll(async () => {
  teller = await bank.person({ role: 'Teller' })
})

const send = (by: Person, changed: Record<string, unknown>, key?: string) =>
  by.call('POST', '/transfer', {
    body: transferForm({ amount: 10, ...changed }),
    headers: key ? { 'idempotency-key': key } : {},
  })
const approve = async (transactionId: string) =>
  expect((await teller.call('POST', '/deposit/approve', { body: { transactionId } })).statusCode).toBe(200)
const latest = async (person: Person, query = '') => (await person.call('GET', `/transactions${query}`)).json()[0]

describe('a message to the payee', () => {
  test('is on both halves of a transfer, whether staff approve it or it is completed at once; a reversal has none', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: 500_00n }), await bank.person()]
    const to = { accountNumber: await ben.accountNumber() }
    const first = await send(ada, { ...to, message: '  Lunch, thanks 🍜 ' })
    expect([first.statusCode, first.json()]).toMatchObject([201, { status: 'Pending', message: 'Lunch, thanks 🍜' }])
    await approve(first.json()._id)
    expect(await latest(ben)).toMatchObject({ type: 'Deposit', message: 'Lunch, thanks 🍜' })
    const second = (await send(ada, { ...to, message: HOSTILE })).json()
    expect(second).toMatchObject({ status: 'Completed', message: HOSTILE })
    expect(await latest(ben)).toMatchObject({ amount: 10, message: HOSTILE })
    expect(await latest(ada, '?search=THANKS')).toMatchObject({ _id: first.json()._id })
    const seen = await teller.call('GET', '/transactions/admin', { query: { search: second._id } })
    expect(seen.json()).toMatchObject([{ message: HOSTILE }])
    const reversed = await teller.call('POST', '/admin/reverse', {
      body: { transactionId: second._id, reason: 'Sent twice' },
    })
    expect([reversed.statusCode, reversed.json().message, (await latest(ben)).message]).toEqual([201, '', ''])
    // No emails, pushes or webhooks carry it: anyone can write anything to any customer.
    expect(
      await bank.sql`select 1 from outbox where data::text like '%Lunch%' or data::text like '%HYPERLINK%'`,
    ).toEqual([])
  })

  test('can be left out or empty, and is then no value in the database', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    for (const changed of [{}, { message: '' }, { message: '   ' }])
      expect((await send(ada, { ...changed, amount: 1 })).json()).toMatchObject({ message: '' })
    expect(await bank.sql`select distinct message from transactions where account_id = ${ada.id}`).toEqual([
      { message: null },
    ])
  })

  test.each<[string, unknown, string]>([
    ['141 characters', 'x'.repeat(141), 'Message can have at most 140 characters.'],
    ...['a\u0000b', 'a\nb', 'a\u001b[31m', 'a\u202eb', 'a\u2066b', 'a\u0085b'].map(
      (text) =>
        [JSON.stringify(text), text, 'Message has characters that can’t be stored.'] satisfies [string, string, string],
    ),
    ['a number', 4711, 'Message must be text.'],
  ])('of %s is refused, and nothing changes', async (_, message, text) => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await send(ada, { message }))).toEqual(fieldError('message', text))
    const scheduledPayment = await ada.call('POST', '/orders', { body: form({ message }) })
    expect(refusalOf(scheduledPayment)).toEqual(fieldError('message', text))
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('of 140 characters of several code units fits', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    expect((await send(ada, { message: '🍜'.repeat(140) })).statusCode).toBe(201)
  })

  test('is part of what an idempotency key stands for', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const [first, again] = [await send(ada, { message: 'A' }, 'key'), await send(ada, { message: 'A' }, 'key')]
    expect([again.json(), again.headers['idempotency-replayed']]).toEqual([first.json(), 'true'])
    for (const changed of [{ message: 'B' }, {}])
      expect(refusalOf(await send(ada, changed, 'key'))).toMatchObject({ code: 'idempotency_key_reused' })
    expect(await ada.balance()).toMatchObject({ heldCents: 10_00n })
  })
})

describe('the message of a scheduled payment', () => {
  test('is on its transfers, and changes only with an approved amount', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const { _id, message } = await scheduled(ada, form({ message: 'Flat 12' }))
    expect(message).toBe('Flat 12')
    await run()
    expect(await latest(ada)).toMatchObject({ message: 'Flat 12' })
    const patch = (body: object) => ada.call('PATCH', `/orders/${_id}`, { body })
    const before = await databaseFingerprint(bank)
    for (const body of [
      { message: 'Mallory' },
      { message: 'Mallory', pin: '1234' },
      { message: 'Mallory', amount: 100 },
      { message: 'Mallory', status: 'paused' },
    ])
      expect((await patch(body)).statusCode, JSON.stringify(body)).toBe(400)
    expect(await databaseFingerprint(bank)).toEqual(before)
    expect((await patch({ message: 'Mallory', amount: 100, pin: '9999' })).statusCode).toBe(403)
    const stay = await patch({ amount: 110, pin: '1234' })
    const changed = await patch({ amount: 110, message: 'Flat 14', pin: '1234' })
    const both = await patch({ amount: 120, message: 'Flat 15', pin: '1234' })
    const none = await patch({ amount: 120, message: '', pin: '1234' })
    const messages = [stay, changed, both, none].map((response) => response.json().message)
    expect(messages).toEqual(['Flat 12', 'Flat 14', 'Flat 15', ''])
    expect(await noticesOf(ada)).toEqual([
      ['order.approved', 'created'],
      ...['amount', 'message', 'amount_and_message', 'message'].map((change) => ['order.approved', change]),
    ])
    expect(await bank.sql`select message from orders where id = ${_id}`).toEqual([{ message: null }])
  })

  test('is not set back by another amount that was sent before it changed', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const { _id } = await scheduled(ada, form({ message: 'Flat 12' }))
    const response = await sendDuring(
      bank,
      (tx) => tx`update orders set message = 'Flat 14' where id = ${_id}`,
      () => ada.call('PATCH', `/orders/${_id}`, { body: { amount: 110, pin: '1234' } }),
    )
    expect([response.statusCode, response.json()]).toMatchObject([200, { amount: 110, message: 'Flat 14' }])
    expect(await noticesOf(ada)).toContainEqual(['order.approved', 'amount'])
  })
})
