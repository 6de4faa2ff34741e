import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { accountNumberIn, findPaymentReferences } from '#contract/payments/payment-reference.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, databaseFingerprint, fieldError, refusalOf, tally } from '../../../test/money.ts'
import { endSession } from '../../access/end-session.ts'
import { hashToken } from '../../access/session.ts'

const bank = useBank()
let ada: Person
let admin: Person
beforeAll(async () => {
  ada = await bank.person({ fullName: 'Ada Example' })
  admin = await bank.person({ role: 'Admin' })
  await offer('Bitcoin', '0.0000165')
  await offer('Ether', '0.000412345678901234')
})

let position = 0
const offer = (name: string, rate: string) => bank.owner`
  insert into crypto_entries (position, name, network, address, rate)
  values (${++position}, ${name}, 'Main', 'address', ${rate}::text::numeric)`

type Form = Record<string, unknown>
const deposit = (person: Person, form: Form, key?: string) =>
  person.call('POST', '/deposit', {
    body: { amount: 100, method: 'bank', ...form },
    headers: key ? { 'idempotency-key': key } : {},
  })

const NO_RECEIPT = {
  status: 400,
  code: 'receipt_required',
  message: 'Please upload a receipt before confirming payment.',
  errors: [{ msg: 'Please upload a receipt before confirming payment.', path: 'receipt' }],
}

test('everybody has a payment reference of their own, with check digits', async () => {
  const { reference } = (await ada.call('GET', '/deposit/reference')).json()
  const [account] = await bank.owner`select number from accounts where id = ${ada.id}`
  expect(findPaymentReferences(`deposit ${reference}`).map(accountNumberIn)).toEqual([account?.number])
  expect((await admin.call('GET', '/deposit/reference')).json().reference).not.toBe(reference)
})

describe('a deposit', () => {
  test('is Pending with its receipt, and no money moves', async () => {
    const receipt = await createUpload(bank, ada)
    const response = await deposit(ada, { amount: 250.25, receipt })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      type: 'Deposit',
      amount: 250.25,
      status: 'Pending',
      createdAt: expect.stringMatching(/Z$/),
      bookedAt: null,
      updatedAt: expect.stringMatching(/Z$/),
      method: 'bank',
      reference: expect.any(String),
      message: '',
      reason: '',
      receipt,
      counterparty: null,
      crypto: null,
      reverses: null,
      reversedBy: null,
      returns: null,
      returnedBy: null,
    })
    expect(await ada.balance()).toEqual({ availableCents: 0n, heldCents: 0n })
    expect(await ada.postings()).toEqual([])
    expect((await ada.call('GET', '/transactions?type=Deposit')).json()).toMatchObject([response.json()])
  })

  test('takes the bare id of an upload too, in any spelling', async () => {
    const receipt = await createUpload(bank, ada)
    const bare = receipt.slice('/api/images/'.length).toUpperCase()
    expect((await deposit(ada, { receipt: bare, currency: '' })).json()).toMatchObject({ receipt })
  })

  test('may be made by a Pending person', async () => {
    const ben = await bank.person({ status: 'Pending' })
    expect((await deposit(ben, { receipt: await createUpload(bank, ben) })).statusCode).toBe(201)
  })

  test('approved, it is credited once', async () => {
    const ben = await bank.person()
    const receipt = await createUpload(bank, ben)
    const { _id: transactionId } = (await deposit(ben, { receipt })).json()
    await Promise.all([1, 2, 3].map(() => admin.call('POST', '/deposit/approve', { body: { transactionId } })))
    expect(await ben.postings()).toEqual([
      { amount: 100_00n, balance_after: 100_00n, contra: 'wire_clearing', transaction_id: transactionId },
    ])
  })
})

describe('the receipt', () => {
  test.each([{}, { receipt: '' }, { receipt: '   ' }, { receipt: null }, { receipt: 5 }, { receipt: ['x'] }])(
    'rejects a missing receipt (%j) with the message for customers',
    async (form) => {
      const before = await databaseFingerprint(bank)
      expect(refusalOf(await deposit(ada, form))).toEqual(NO_RECEIPT)
      expect(await databaseFingerprint(bank)).toEqual(before)
    },
  )

  test('reports a missing receipt together with other errors', async () => {
    const response = await ada.call('POST', '/deposit', { body: {} })
    expect(refusalOf(response)).toMatchObject({
      code: 'receipt_required',
      errors: [{ path: 'amount' }, { path: 'method' }, { path: 'receipt' }],
    })
  })

  test.each(['x', '/api/images/', '/images/../x', 'https://elsewhere.example/receipt.png', '/api/images/../../etc'])(
    '%s is no upload',
    async (receipt) => {
      expect(refusalOf(await deposit(ada, { receipt }))).toEqual(
        fieldError('receipt', 'The receipt is the imageUrl of an upload.'),
      )
    },
  )

  test('rejects another person’s upload like an unknown one', async () => {
    const theirs = await createUpload(bank, await bank.person())
    for (const receipt of [theirs, `/api/images/${newId()}`])
      expect(refusalOf(await deposit(ada, { receipt }))).toEqual({
        status: 404,
        code: 'not_found',
        message: 'Not found.',
      })
    expect(refusalOf(await deposit(admin, { receipt: theirs }))).toMatchObject({ status: 404 })
  })

  test('backs one deposit only, also for fifty concurrent requests and after a decline', async () => {
    const receipt = await createUpload(bank, ada)
    const responses = await Promise.all(Array.from({ length: 50 }, () => deposit(ada, { receipt })))
    expect(tally(responses)).toEqual({ '201': 1, '409 receipt_used': 49 })
    const transactionId = responses.find(({ statusCode }) => statusCode === 201)?.json()._id
    await admin.call('POST', '/deposit/decline', { body: { transactionId } })
    expect(refusalOf(await deposit(ada, { receipt }))).toEqual({
      status: 409,
      code: 'receipt_used',
      message: 'This receipt has already been used for another deposit.',
    })
  })
})

describe('a receipt file sent twice is flagged to administrators', () => {
  const flags = async (person: Person) =>
    (await admin.call('GET', `/transactions/admin?userId=${person.id}`))
      .json()
      .map((transaction: { duplicateReceipt: boolean }) => transaction.duplicateReceipt)

  test('with another deposit of the same person: on both', async () => {
    const ben = await bank.person()
    const file = newId()
    await deposit(ben, { receipt: await createUpload(bank, ben, file) })
    expect(await flags(ben)).toEqual([false])
    const again = await createUpload(bank, ben, file)
    expect(await flags(ben)).toEqual([false])
    await deposit(ben, { receipt: again })
    expect(await flags(ben)).toEqual([true, true])
  })

  test('by anyone else, with a deposit or not', async () => {
    const [ben, cyd] = [await bank.person(), await bank.person()]
    const file = newId()
    await deposit(ben, { receipt: await createUpload(bank, ben, file) })
    await deposit(cyd, { receipt: await createUpload(bank, cyd) })
    expect([await flags(ben), await flags(cyd)]).toEqual([[false], [false]])
    await createUpload(bank, cyd, file)
    expect([await flags(ben), await flags(cyd)]).toEqual([[true], [false]])
  })

  test('the customer does not see it', async () => {
    const response = await deposit(ada, { receipt: await createUpload(bank, ada, 'the same') })
    expect(response.body).not.toContain('uplicate')
  })
})

describe('a crypto deposit', () => {
  const pay = async (form: Form, key?: string) =>
    deposit(ada, { method: 'crypto', receipt: await createUpload(bank, ada), ...form }, key)

  test('stores the current rate and the exact amount due', async () => {
    const response = await pay({ currency: 'Ether', amount: 9_999_999_999.99 })
    expect(response.statusCode).toBe(201)
    // 999,999,999,999 cents × 412,345,678,901,234, twenty decimals: computed by hand, not by a double.
    const quote = { currency: 'Ether', rate: '0.000412345678901234', amountDue: '4123456.78900821654321098766' }
    expect(response.json()).toMatchObject({ method: 'crypto', crypto: quote })

    await bank.owner`update crypto_entries set rate = 1 where name = 'Ether'`
    const [listed] = (await ada.call('GET', '/transactions')).json()
    expect(listed).toMatchObject(response.json())
    const [row] = await bank.sql`select rate, amount_due from transactions where id = ${listed._id}`
    expect(row).toEqual({ rate: quote.rate, amount_due: quote.amountDue })
  })

  test('is posted against crypto clearing', async () => {
    const ben = await bank.person()
    const form = { method: 'crypto', currency: 'Bitcoin', receipt: await createUpload(bank, ben) }
    const made = (await deposit(ben, form)).json()
    expect(made.crypto).toEqual({ currency: 'Bitcoin', rate: '0.0000165', amountDue: '0.00165' })
    await admin.call('POST', '/deposit/approve', { body: { transactionId: made._id } })
    expect(await ben.postings()).toMatchObject([{ amount: 100_00n, contra: 'crypto_clearing' }])
  })

  const CURRENCY = 'A crypto deposit names its currency, and no other does.'
  test.each([{ currency: undefined }, { currency: '' }, { currency: ' ' }, { method: 'bank', currency: 'Bitcoin' }])(
    '%j: the currency belongs to it',
    async (form) => expect(refusalOf(await pay(form))).toEqual(fieldError('currency', CURRENCY)),
  )

  test('in a currency that is not offered is refused', async () => {
    for (const currency of ['Dogecoin', 'bitcoin', '__proto__'])
      expect(refusalOf(await pay({ currency }))).toEqual({
        status: 400,
        code: 'currency_not_offered',
        message: 'This currency is not offered.',
      })
  })

  test('returns the stored response after the currency was removed', async () => {
    await offer('Passing', '2')
    const form = { currency: 'Passing', receipt: await createUpload(bank, ada) }
    const first = await pay(form, 'passing')
    expect(first.statusCode).toBe(201)
    await bank.owner`delete from crypto_entries where name = 'Passing'`
    const again = await pay(form, 'passing')
    expect([again.statusCode, again.headers['idempotency-replayed'], again.body]).toEqual([201, 'true', first.body])
  })
})

describe('the call', () => {
  test.each(['wire', 'Bank', '', null, undefined, 5])('method %j is none', async (method) => {
    const response = await deposit(ada, { method, receipt: `/api/images/${newId()}` })
    expect(refusalOf(response)).toEqual(fieldError('method', 'The method is bank or crypto.'))
  })

  test('the same key has one effect, and another body with it is rejected', async () => {
    const form = { receipt: await createUpload(bank, ada) }
    const responses = await Promise.all(Array.from({ length: 50 }, () => deposit(ada, form, 'key')))
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(responses[0]?.statusCode).toBe(201)
    expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(49)
    expect(refusalOf(await deposit(ada, { ...form, amount: 101 }, 'key'))).toMatchObject({ status: 422 })
  })

  test('a revoked session is refused inside the batch', async () => {
    const ben = await bank.person()
    const receipt = await createUpload(bank, ben)
    expect((await ben.call('GET', '/transactions')).statusCode).toBe(200)
    bank.clock.offsetMs -= 10_000
    await endSession(bank.owner, hashToken(ben.token), bank.now())
    expect(refusalOf(await deposit(ben, { receipt }))).toMatchObject({ status: 401, code: 'unauthenticated' })
    bank.clock.offsetMs += 10_000
  })
})
