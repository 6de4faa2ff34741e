import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../bank.ts'
import { createUpload, databaseFingerprint, refusalOf, transferForm } from '../money.ts'

/** Invalid amounts, as JSON text. */
const INVALID_AMOUNTS = [
  '0',
  '-0',
  '0.0',
  '-1',
  '-0.01',
  '0.001',
  '0.009',
  '10.999',
  '1e-7',
  '1e-3',
  '1e15',
  '10000000000',
  '9999999999.999',
  '"10"',
  '"1,000"',
  '"0x10"',
  '"１０"',
  '""',
  'null',
  'true',
  'false',
  '[5]',
  '[]',
  '{}',
  '{"valueOf": 5}',
  // Absent.
  undefined,
]
/** Numbers that a double can't represent exactly. */
const INEXACT = ['1e309', '-1e309', '9007199254740993', '10.10000000000000000001', '0.30000000000000004000001']
/** Not JSON at all. */
const UNREADABLE = ['NaN', 'Infinity', '0x10', '1_000', '01', '1.', '.5', '+1', '１０', "'10'"]

const bank = useBank()
let admin: Person
const calls: Record<string, { text: string; others: Record<string, unknown> }> = {}

beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', balanceCents: 500_00n })
  const { amount: _, ...form } = transferForm()
  const deposit = 'Enter an amount between 0.01 and 9,999,999,999.99 with at most two decimals.'
  calls['/transfer'] = { text: 'Enter a valid withdrawal amount.', others: form }
  calls['/transfer-code'] = { text: 'Enter a valid withdrawal amount.', others: { ...form, code: '12345' } }
  calls['/deposit'] = { text: deposit, others: { method: 'bank', receipt: await createUpload(bank, admin) } }
  calls['/admin/fund'] = { text: 'Please enter a valid amount', others: { userId: admin.id } }
  calls['/admin/debit'] = { text: 'Please enter a valid amount', others: { userId: admin.id } }
})

function send(path: string, amount: string | undefined) {
  const others = JSON.stringify(calls[path]?.others).slice(1, -1)
  return admin.call('POST', path, {
    body: `{${amount === undefined ? '' : `"amount":${amount},`}${others}}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'the same for all: none of them uses it up' },
  })
}

describe.each(['/transfer', '/transfer-code', '/deposit', '/admin/fund', '/admin/debit'])('%s', (path) => {
  test('rejects an invalid amount with a field error, and changes no row', async () => {
    const before = await databaseFingerprint(bank)
    for (const amount of INVALID_AMOUNTS) {
      const errors = [{ msg: calls[path]?.text, path: 'amount' }]
      const expected = { status: 400, code: 'invalid', message: 'Please check what you entered.', errors }
      expect(refusalOf(await send(path, amount)), amount).toEqual(expected)
    }
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('rejects a number that can’t be read exactly before validation', async () => {
    const before = await databaseFingerprint(bank)
    for (const amount of INEXACT)
      expect(refusalOf(await send(path, amount)), amount).toEqual({
        status: 400,
        code: 'malformed',
        message: `The number ${amount} can’t be read exactly.`,
      })
    for (const amount of UNREADABLE)
      expect(refusalOf(await send(path, amount)), amount).toEqual({
        status: 400,
        code: 'malformed',
        message: 'The body is not JSON.',
      })
    expect(await databaseFingerprint(bank)).toEqual(before)
  })
})

/** Every notation of a number is accepted, exact to the cent. */
test.each([
  ['0.01', 1n],
  ['1e-2', 1n],
  ['0.10', 10n],
  ['1.1', 110n],
  ['4.35', 435n],
  ['1.005e3', 100_500n],
  ['1e2', 100_00n],
  ['2.0000', 200n],
  ['9999999999.99', 999_999_999_999n],
])('%s dollars are %s cents', async (amount, cents) => {
  const person = await bank.person()
  const body = `{"userId":"${person.id}","amount":${amount}}`
  const response = await admin.call('POST', '/admin/fund', { body, headers: { 'content-type': 'application/json' } })
  expect([response.statusCode, response.json().amount]).toEqual([201, Number(amount)])
  expect(await person.postings()).toMatchObject([{ amount: cents, balance_after: cents }])
})
