import { beforeAll, describe, expect, test } from 'vitest'
import { storeKey } from '../../../test/api-keys.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, fieldError, refusalOf, transferForm } from '../../../test/money.ts'
import { scheduledPaymentsOf } from '../../../test/scheduled-payments.ts'

const bank = useBank()
const { form: orderForm, inDays, passDays, runsOf, transfersOf } = scheduledPaymentsOf(bank)
let ben: Person
let number: string
beforeAll(async () => {
  ben = await bank.person({ fullName: 'Ben Example' })
  number = await ben.accountNumber()
})

const IBAN = 'DE89370400440532013000'
const NUMBER_TEXT = 'An account number has letters and digits only, at most 34.'
type Changes = Record<string, unknown>
const send = (by: Person, changed: Changes = {}) =>
  by.call('POST', '/transfer', { body: transferForm({ amount: 1, ...changed }) })
const check = async (by: Person, body: Changes) =>
  (await by.call('POST', '/payees/check', { body: { accountName: 'Ben Example', ...body } })).json()
const rich = () => bank.person({ balanceCents: 500_00n })
/** The number as people write it: 6424 296 447. */
const grouped = (text: string, by = ' ') => [text.slice(0, 4), text.slice(4, 7), text.slice(7)].join(by)

describe('a number of this bank', () => {
  test.each([' ', '-', '.', '\u00a0', '\u2013', ' - '])('in groups with %j is the same account', async (separator) => {
    const ada = await rich()
    const accountNumber = grouped(number, separator)
    const sent = (await send(ada, { accountNumber, bankName: 'Fable Bank' })).json()
    expect(sent).toMatchObject({ method: 'internal', counterparty: { accountNumber: number } })
    expect(await check(ada, { accountNumber, bankName: 'Fable Bank' })).toEqual({ result: 'match' })
    expect(refusalOf(await send(ada, { accountNumber: grouped(await ada.accountNumber(), separator) }))).toMatchObject({
      code: 'same_account',
    })
  })

  test('is asked about where another bank is named, and not refused', async () => {
    const ada = await rich()
    const asked = { accountNumber: number, bankName: 'Example Savings Bank' }
    expect(await check(ada, asked)).toEqual({ result: 'match', bankName: 'Fable Bank' })
    expect((await send(ada, asked)).json()).toMatchObject({ method: 'internal', status: 'Pending' })
  })
})

describe('an account that this bank does not have', () => {
  const wrong = () => ({ accountNumber: `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}` })
  const names = ['Fable Bank', 'FABLE BANK', ' fable-bank.', 'Fáble  Bank', 'FableBank']

  test.each(names)('is unknown at %j, and nothing leaves as a wire', async (bankName) => {
    const ada = await rich()
    expect(await check(ada, { ...wrong(), bankName })).toEqual({ result: 'unknown' })
    const before = await databaseFingerprint(bank)
    const refused = {
      status: 400,
      code: 'unknown_account',
      message: 'There is no account with this number at this bank.',
    }
    expect(refusalOf(await send(ada, { ...wrong(), bankName }))).toEqual(refused)
    const body = transferForm({ amount: 1, ...wrong(), bankName, code: '12345' })
    expect(refusalOf(await ada.call('POST', '/transfer-code', { body }))).toEqual(refused)
    expect(refusalOf(await ada.call('POST', '/orders', { body: orderForm({ ...wrong(), bankName }) }))).toEqual(refused)
    const token = await storeKey(bank, ada, ['transfer'])
    const { pin: _, ...byKey } = transferForm({ amount: 1, ...wrong(), bankName })
    expect(refusalOf(await bank.call('POST', '/transfer', { token, body: byKey }))).toEqual(refused)
    expect(await databaseFingerprint(bank, ['api_keys'])).toEqual(
      expect.objectContaining({ transactions: before.transactions, accounts: before.accounts, orders: before.orders }),
    )
  })

  test('is elsewhere at another bank, or where none is named', async () => {
    const ada = await rich()
    expect(await check(ada, wrong())).toEqual({ result: 'elsewhere' })
    expect(await check(ada, { ...wrong(), bankName: 'Fable Bank of Elsewhere' })).toEqual({ result: 'elsewhere' })
    expect((await send(ada, wrong())).json()).toMatchObject({ method: 'wire' })
  })

  test('can’t be collected by trial: it is told last, and counts as a check of a payee', async () => {
    const [ada, ben] = [await rich(), await bank.person()]
    const bankName = 'Fable Bank'
    const aboveFunds = { bankName, amount: 99_999_999 }
    for (const accountNumber of [wrong().accountNumber, await ben.accountNumber()])
      expect(refusalOf(await send(ada, { accountNumber, ...aboveFunds }))).toMatchObject({
        code: 'insufficient_balance',
      })
    for (let i = 0; i < 29; i++) await check(ada, wrong())
    expect(refusalOf(await send(ada, { ...wrong(), bankName }))).toMatchObject({ code: 'unknown_account' })
    expect(refusalOf(await send(ada, { ...wrong(), bankName }))).toMatchObject({ code: 'too_many' })
    expect(refusalOf(await ada.call('POST', '/orders', { body: orderForm({ ...wrong(), bankName }) }))).toMatchObject({
      code: 'too_many',
    })
  })

  test('tells nothing about accounts before the PIN is right', async () => {
    const ada = await rich()
    const guess = { ...wrong(), bankName: 'Fable Bank', pin: '9999' }
    expect(refusalOf(await send(ada, guess))).toMatchObject({ code: 'pin_incorrect' })
  })

  test('ends a payment that was scheduled to it earlier; numbers stored with spaces are found', async () => {
    const ada = await rich()
    const make = async () =>
      (await ada.call('POST', '/orders', { body: orderForm({ startOn: inDays(1), every: 'once' }) })).json()
        ._id as string
    const [lost, spaced] = [await make(), await make()]
    await bank.owner`update orders set party_bank = 'Fable Bank', party_account = ${wrong().accountNumber} where id = ${lost}`
    await bank.owner`update orders set party_bank = 'Fable Bank', party_account = ${grouped(number)} where id = ${spaced}`
    await passDays(1)
    expect(await runsOf(lost)).toMatchObject([{ status: 'skipped', reason: 'unknown_account' }])
    expect(await bank.sql`select status, end_reason from orders where id = ${lost}`).toEqual([
      { status: 'ended', end_reason: 'unknown_account' },
    ])
    expect(await runsOf(spaced)).toMatchObject([{ status: 'sent' }])
    expect(await transfersOf(ada)).toMatchObject([{ method: 'internal' }])
  })
})

describe('an own account', () => {
  test('is moved to: a transfer or a scheduled payment says so, also with spaces and by key', async () => {
    const ada = await rich()
    const { number: savings } = (await ada.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()
    const refused = {
      status: 400,
      code: 'use_move',
      message: 'This is an account of your own. Move the money instead.',
    }
    const to = { accountNumber: grouped(savings), bankName: 'Fable Bank' }
    expect(refusalOf(await send(ada, to))).toEqual(refused)
    expect(refusalOf(await ada.call('POST', '/orders', { body: orderForm(to) }))).toEqual(refused)
    const token = await storeKey(bank, ada, ['transfer'])
    const { pin: _, ...byKey } = transferForm(to)
    expect(refusalOf(await bank.call('POST', '/transfer', { token, body: byKey }))).toEqual(refused)
    // Nothing is said about the PIN.
    expect(refusalOf(await send(ada, { ...to, pin: '0000' }))).toEqual(refused)
    expect(await bank.sql`select pin_attempts from accounts where id = ${ada.id}`).toEqual([{ pin_attempts: 0 }])
  })
})

describe('an IBAN', () => {
  test.each([{ accountNumber: undefined }, { accountNumber: '' }, { accountNumber: '  ' }])(
    'needs no account number beside it: %j',
    async (given) => {
      const ada = await rich()
      const counterparty = { accountNumber: IBAN, iban: IBAN, swiftCode: 'COBADEFF' }
      const typed = { ...given, iban: 'de89 3704-0044.0532 0130 00', swiftCode: 'coba de-ff' }
      expect((await send(ada, typed)).json()).toMatchObject({ method: 'wire', counterparty })
      expect(
        (await ada.call('POST', '/orders', { body: orderForm({ ...typed, startOn: inDays(1) }) })).json(),
      ).toMatchObject(counterparty)
      const { pin: _, ...details } = transferForm(typed)
      const { amount: __, ...payee } = details
      const saved = (await ada.call('POST', '/payees', { body: { name: 'Rent', ...payee } })).json()
      expect(saved).toMatchObject(counterparty)
      const [recent] = (await ada.call('GET', '/users/payees')).json()
      expect(recent).toMatchObject(counterparty)
      expect(await check(ada, typed && { iban: typed.iban })).toEqual({ result: 'elsewhere' })
      // The number follows the IBAN that it stands for, and can't be taken away.
      const change = (body: Changes) => ada.call('PATCH', `/payees/${saved._id}`, { body })
      const other = 'GB29NWBK60161331926819'
      expect((await change({ iban: other })).json()).toMatchObject({ accountNumber: other, iban: other })
      expect(refusalOf(await change({ iban: '' }))).toEqual(fieldError('accountNumber', 'Account number is required.'))
    },
  )

  test('that is none is refused, and neither is needed only where the other is missing', async () => {
    const ada = await rich()
    const none = { accountNumber: undefined }
    expect(refusalOf(await send(ada, none))).toEqual(fieldError('accountNumber', 'Account number is required.'))
    expect(refusalOf(await send(ada, { ...none, iban: ' ' }))).toEqual(
      fieldError('accountNumber', 'Account number is required.'),
    )
    expect(refusalOf(await send(ada, { ...none, iban: 'DE00' }))).toEqual(fieldError('iban', 'Enter a valid IBAN.'))
  })
})

describe('what is no number', () => {
  test.each([
    "' OR 1=1 --",
    '---',
    '12/34',
    'Grace’s',
    '٠١٢٣٤٥٦٧٨٩',
    '１２３４',
    'a\u0131b',
    '9'.repeat(35),
    '12\u202e34',
    '12\u000034',
  ])('%j is refused everywhere', async (accountNumber) => {
    const ada = await rich()
    const before = await databaseFingerprint(bank)
    const refused = fieldError('accountNumber', NUMBER_TEXT)
    expect(refusalOf(await send(ada, { accountNumber }))).toEqual(refused)
    expect(refusalOf(await ada.call('POST', '/orders', { body: orderForm({ accountNumber }) }))).toEqual(refused)
    expect(refusalOf(await ada.call('POST', '/payees/check', { body: { accountNumber, accountName: 'x' } }))).toEqual(
      refused,
    )
    const { pin: _, amount: __, ...payee } = transferForm({ accountNumber })
    expect(refusalOf(await ada.call('POST', '/payees', { body: { name: 'x', ...payee } }))).toEqual(refused)
    const { pin: ___, ...form } = transferForm({ accountNumber })
    for (const path of ['/transfer/preview', '/transfer/authorisation'])
      expect(refusalOf(await ada.call('POST', path, { body: form }))).toEqual(refused)
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('a SWIFT code is checked wherever a payment is made', async () => {
    const ada = await rich()
    const refused = fieldError('swiftCode', 'Enter a valid SWIFT code (8 or 11 characters).')
    for (const swiftCode of ['!!', '--', 'NOPE', 'COBAXXFF']) {
      expect(refusalOf(await send(ada, { swiftCode }))).toEqual(refused)
      expect(refusalOf(await ada.call('POST', '/orders', { body: orderForm({ swiftCode }) }))).toEqual(refused)
    }
  })
})

test('a payee that was stored with spaces is the same account', async () => {
  const ada = await rich()
  const { pin: _, amount: __, ...payee } = transferForm({ accountNumber: '0532013000' })
  const { _id } = (await ada.call('POST', '/payees', { body: { name: 'Rent', ...payee } })).json()
  await bank.owner`update payees set account_number = '0532 013 000' where id = ${_id}`
  expect((await ada.call('GET', '/payees')).json()).toMatchObject([{ accountNumber: '0532013000' }])
  const again = await ada.call('POST', '/payees', { body: { name: 'Again', ...payee } })
  expect(refusalOf(again)).toMatchObject({ code: 'payee_exists' })
})
