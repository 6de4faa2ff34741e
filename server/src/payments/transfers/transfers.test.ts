import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, fieldError, refusalOf, transferForm } from '../../../test/money.ts'
import { endSession } from '../../access/end-session.ts'
import { hashToken } from '../../access/session.ts'

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

const transfer = (person: Person, changed: Record<string, unknown> = {}, key?: string) =>
  person.call('POST', '/transfer', { body: transferForm(changed), headers: key ? { 'idempotency-key': key } : {} })
const transferWithCode = (person: Person, changed: Record<string, unknown> = {}) =>
  person.call('POST', '/transfer-code', { body: transferForm({ code: '12345', ...changed }) })
const inAYear = () => new Date(bank.now().getTime() + 365 * 86_400_000)

describe('a transfer', () => {
  test('is Pending, holds its amount and posts nothing', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const response = await transfer(ada, { iban: 'de89 3704 0044 0532 0130 00', swiftCode: 'EXAMDE00', code: '' })
    expect(response.statusCode).toBe(201)
    expect(response.headers['idempotency-replayed']).toBeUndefined()
    expect(response.json()).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      type: 'Transfer',
      amount: -120.5,
      status: 'Pending',
      createdAt: expect.stringMatching(/Z$/),
      bookedAt: null,
      updatedAt: expect.stringMatching(/Z$/),
      method: 'wire',
      reference: expect.stringMatching(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/),
      message: '',
      reason: '',
      receipt: null,
      counterparty: {
        accountName: 'Grace Example',
        accountNumber: 'X0532013000',
        bankName: 'Example Savings Bank',
        iban: 'DE89370400440532013000',
        swiftCode: 'EXAMDE00',
      },
      crypto: null,
      reverses: null,
      reversedBy: null,
      returns: null,
      returnedBy: null,
    })
    expect(await ada.balance()).toEqual({ availableCents: 379_50n, heldCents: 120_50n })
    expect(await ada.postings()).toHaveLength(1)
  })

  test('can take the last cent, and one cent more is refused', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    expect(refusalOf(await transfer(ada, { amount: 100.01 }))).toEqual({
      status: 409,
      code: 'insufficient_balance',
      message: 'Insufficient balance.',
    })
    expect((await transfer(ada, { amount: 100 })).statusCode).toBe(201)
    expect(await ada.balance()).toEqual({ availableCents: 0n, heldCents: 100_00n })
    expect(refusalOf(await transfer(ada, { amount: 0.01 }))).toMatchObject({
      status: 409,
      code: 'insufficient_balance',
    })
  })

  test('is sent from the caller’s account, whatever the body says', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: 100_00n }), await bank.person({ balanceCents: 100_00n })]
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await transfer(ada, { accountId: ben.id }))).toMatchObject({ status: 404, code: 'not_found' })
    for (const field of ['userId', '_id', 'type', 'status'])
      expect(refusalOf(await transfer(ada, { [field]: ben.id }))).toEqual(fieldError(field, 'Unknown field.'))
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('to the own account is refused', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const response = await transfer(ada, { accountNumber: await ada.accountNumber() })
    expect(refusalOf(response)).toEqual({
      status: 400,
      code: 'same_account',
      message: 'You can’t transfer to your own account.',
    })
  })
})

describe('the form', () => {
  test('reports every missing field once, with its own text', async () => {
    const ada = await bank.person()
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await ada.call('POST', '/transfer', { body: {} }))).toEqual({
      status: 400,
      code: 'invalid',
      message: 'Please check what you entered.',
      errors: [
        { msg: 'Account name is required.', path: 'accountName' },
        { msg: 'Account number is required.', path: 'accountNumber' },
        { msg: 'Bank name is required.', path: 'bankName' },
        { msg: 'Enter a valid withdrawal amount.', path: 'amount' },
        { msg: 'The PIN has four digits.', path: 'pin' },
      ],
    })
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test.each([
    ['accountName', '', 'Account name is required.'],
    ['accountName', '   ', 'Account name is required.'],
    ['accountName', null, 'Account name is required.'],
    ['accountNumber', '', 'Account number is required.'],
    ['accountNumber', 5, 'Account number is required.'],
    ['bankName', '\t', 'Bank name is required.'],
    ['bankName', ['x'], 'Bank name is required.'],
    ['accountName', 'x'.repeat(141), 'Account name can have at most 140 characters.'],
    ['bankName', 'a\u0000b', 'Bank name has characters that can’t be stored.'],
    ['accountName', 'a\ud800b', 'Account name has characters that can’t be stored.'],
    ['accountName', 'evil\u202Egnp', 'Account name has characters that can’t be stored.'],
    ['iban', 5, 'IBAN must be text.'],
    ['iban', 'DE00NOTANIBAN', 'Enter a valid IBAN.'],
    ['iban', 'DE88370400440532013000', 'Enter a valid IBAN.'],
    ['iban', 'DE8937040044053201300', 'Enter a valid IBAN.'],
    ['iban', 'ＤＥ89370400440532013000', 'Enter a valid IBAN.'],
    ['iban', '- -', 'Enter a valid IBAN.'],
    ['swiftCode', {}, 'Swift code must be text.'],
    ['amount', 0, 'Enter a valid withdrawal amount.'],
    ['pin', '123', 'The PIN has four digits.'],
    ['pin', '12345', 'The PIN has four digits.'],
    ['pin', '12 4', 'The PIN has four digits.'],
    ['pin', '１２３４', 'The PIN has four digits.'],
    ['pin', '1234\n', 'The PIN has four digits.'],
    ['pin', 1234, 'The PIN has four digits.'],
    ['pin', ['1234'], 'The PIN has four digits.'],
  ])('%s %j: %s', async (path, value, msg) => {
    expect(refusalOf(await transfer(admin, { [path]: value }))).toEqual(fieldError(path, msg))
  })

  test.each(['1234', '123456', '１２３４５', '12 45', 12345, ['12345'], undefined])(
    'code %j is no code',
    async (code) => {
      const response = await transferWithCode(admin, { code })
      expect(refusalOf(response)).toEqual(fieldError('code', 'The transaction code has five digits.'))
    },
  )
})

describe('the order of checks: session, fields, status, PIN, code, funds', () => {
  /** All values are wrong at first; correcting them one by one shows the order of the checks. */
  test('each check runs only after all earlier ones pass', async () => {
    const ada = await bank.person({
      status: 'Pending',
      pin: null,
      code: { code: '12345', expiresAt: inAYear() },
      balanceCents: 1_00n,
    })
    const wrong = { amount: 500, pin: '9999', code: '99999' }
    const asks = async (path: string, changed: Record<string, unknown>, token: string | null = ada.token) => {
      const { status, code, message } = refusalOf(
        await bank.call('POST', path, { token, body: transferForm({ ...wrong, ...changed }) }),
      )
      return [status, code, message]
    }
    expect(await asks('/transfer', { amount: 0 }, null)).toEqual([401, 'unauthenticated', 'Please sign in.'])
    expect((await asks('/transfer', { amount: 0 }))[1]).toBe('invalid')
    expect(await asks('/transfer', {})).toEqual([403, 'account_pending', 'Your account is awaiting verification.'])
    await bank.owner`update people set status = 'Active' where id = ${ada.id}`
    expect(await asks('/transfer', {})).toEqual([403, 'pin_missing', 'Create a transaction PIN first.'])
    await ada.call('POST', '/users/create-transaction-code', { body: { pin: '1234' } })
    expect(await asks('/transfer', {})).toEqual([403, 'pin_incorrect', 'Incorrect PIN.'])
    expect(await asks('/transfer', { pin: '1234' })).toEqual([403, 'code_required', 'Require code'])
    expect(await asks('/transfer-code', {})).toEqual([403, 'pin_incorrect', 'Incorrect PIN.'])
    expect(await asks('/transfer-code', { pin: '1234' })).toEqual([
      403,
      'code_incorrect',
      'Incorrect transaction code.',
    ])
    const right = { pin: '1234', code: '12345' }
    expect(await asks('/transfer-code', right)).toEqual([409, 'insufficient_balance', 'Insufficient balance.'])
    expect((await transferWithCode(ada, { ...right, amount: 1 })).statusCode).toBe(201)
  })

  test('/transfer ignores the code in the form', async () => {
    const ada = await bank.person({ balanceCents: 500_00n, code: { code: '12345', expiresAt: inAYear() } })
    const response = await transfer(ada, { code: '12345' })
    expect(refusalOf(response)).toEqual({ status: 403, code: 'code_required', message: 'Require code' })
    expect(await ada.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
  })

  test('/transfer-code needs no code for an account without one', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    expect((await transferWithCode(ada)).statusCode).toBe(201)
  })

  test('reports an expired code and accepts a new one', async () => {
    const expiresAt = new Date(bank.now().getTime() + 60_000)
    const ada = await bank.person({ balanceCents: 500_00n, code: { code: '12345', expiresAt } })
    expect((await transferWithCode(ada, { amount: 1 })).statusCode).toBe(201)
    await bank.owner`update accounts set code_expires_at = ${bank.now()} where id = ${ada.id}`
    expect(refusalOf(await transferWithCode(ada))).toEqual({
      status: 403,
      code: 'code_expired',
      message: 'Transaction code has expired.',
    })
    expect(refusalOf(await transfer(ada))).toMatchObject({ code: 'code_required' })
  })
})

describe('permissions', () => {
  test('rejects a revoked session inside the batch, while it is still cached for other requests', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    expect((await ada.call('GET', '/transactions')).statusCode).toBe(200)
    // The look at the session stays fresh, however slow the machine is.
    bank.clock.offsetMs -= 10_000
    // Behind this server's back, as another server would do it.
    await endSession(bank.owner, hashToken(ada.token), bank.now())
    expect((await ada.call('GET', '/transactions')).statusCode).toBe(200)
    expect(refusalOf(await transfer(ada))).toEqual({ status: 401, code: 'unauthenticated', message: 'Please sign in.' })
    bank.clock.offsetMs += 10_000
    expect(await ada.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
  })

  test('rejects a person made Pending immediately', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    expect((await ada.call('GET', '/transactions')).statusCode).toBe(200)
    await bank.owner`update people set status = 'Pending' where id = ${ada.id}`
    expect(refusalOf(await transfer(ada))).toMatchObject({ status: 403, code: 'account_pending' })
  })

  test('works without the path prefix too', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const headers = { authorization: `Bearer ${ada.token}` }
    const response = await bank.app.inject({ method: 'POST', url: '/transfer', headers, payload: transferForm() })
    expect(response.statusCode).toBe(201)
  })
})
