import { describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf, tally, transferForm } from '../../../test/money.ts'

const bank = useBank()

const transfer = (person: Person, changed: Record<string, unknown> = {}) =>
  person.call('POST', '/transfer', { body: transferForm(changed) })
const transferWithCode = (person: Person, changed: Record<string, unknown> = {}) =>
  person.call('POST', '/transfer-code', { body: transferForm({ code: '12345', ...changed }) })
const inAYear = () => new Date(bank.now().getTime() + 365 * 86_400_000)
const attempts = async ({ id }: Person) => {
  const [row] = await bank.sql<{ pin: number; code: number }[]>`
    select pin_attempts as pin, code_attempts as code from accounts where id = ${id}`
  return row
}
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

describe('the PIN', () => {
  test('five wrong in a row lock it, and then the correct one is rejected', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    for (let wrong = 1; wrong <= 5; wrong++) {
      const response = await transfer(ada, { pin: '0000' })
      expect(refusalOf(response)).toMatchObject({ status: 403, code: 'pin_incorrect' })
      expect(response.json().current).toEqual({ attemptsLeft: 5 - wrong })
      expect(await attempts(ada)).toEqual({ pin: wrong, code: 0 })
    }
    for (const pin of ['0000', '1234'])
      expect(refusalOf(await transfer(ada, { pin }))).toEqual({
        status: 423,
        code: 'pin_locked',
        message: 'Your PIN is locked. Please contact support.',
      })
    expect(await ada.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
    expect(await attempts(ada)).toEqual({ pin: 5, code: 0 })
  })

  test('a correct one resets the count', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    for (let i = 0; i < 4; i++) await transfer(ada, { pin: '0000' })
    expect((await transfer(ada, { amount: 1 })).statusCode).toBe(201)
    expect(await attempts(ada)).toEqual({ pin: 0, code: 0 })
  })

  test('checks five of two hundred concurrent wrong ones, then rejects the correct one', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const responses = await Promise.all(times(200, () => transfer(ada, { pin: '0000' })))
    expect(tally(responses)).toEqual({ '403 pin_incorrect': 5, '423 pin_locked': 195 })
    expect(await attempts(ada)).toEqual({ pin: 5, code: 0 })
    expect((await transfer(ada)).statusCode).toBe(423)
  })

  test('another person’s attempts are counted separately', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: 500_00n }), await bank.person({ balanceCents: 500_00n })]
    for (let i = 0; i < 5; i++) await transfer(ada, { pin: '0000' })
    expect((await transfer(ben)).statusCode).toBe(201)
  })
})

describe('the transaction code', () => {
  const withCode = () => bank.person({ balanceCents: 500_00n, code: { code: '12345', expiresAt: inAYear() } })

  test('allows the transfer, and remains valid for the next', async () => {
    const ada = await withCode()
    expect(refusalOf(await transfer(ada))).toEqual({ status: 403, code: 'code_required', message: 'Require code' })
    expect((await transferWithCode(ada)).statusCode).toBe(201)
    expect((await transferWithCode(ada)).statusCode).toBe(201)
    expect(await ada.balance()).toEqual({ availableCents: 259_00n, heldCents: 241_00n })
  })

  test('five wrong in a row lock it, also with correct PINs', async () => {
    const ada = await withCode()
    for (let wrong = 1; wrong <= 5; wrong++) {
      const response = await transferWithCode(ada, { code: '00000' })
      expect(response.json()).toMatchObject({ code: 'code_incorrect', current: { attemptsLeft: 5 - wrong } })
      expect(await attempts(ada)).toEqual({ pin: 0, code: wrong })
    }
    expect(refusalOf(await transferWithCode(ada))).toEqual({
      status: 423,
      code: 'code_locked',
      message: 'Your transaction code is locked. Please contact support.',
    })
    expect(refusalOf(await transfer(ada))).toMatchObject({ code: 'code_required' })
    expect(await ada.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
  })

  test('checks five of two hundred concurrent wrong ones', async () => {
    const ada = await withCode()
    const responses = await Promise.all(times(200, () => transferWithCode(ada, { code: '00000' })))
    expect(tally(responses)).toEqual({ '403 code_incorrect': 5, '423 code_locked': 195 })
    expect(await attempts(ada)).toEqual({ pin: 0, code: 5 })
  })

  test('a wrong PIN is rejected before the code is checked', async () => {
    const ada = await withCode()
    expect(refusalOf(await transferWithCode(ada, { pin: '0000', code: '00000' }))).toMatchObject({
      code: 'pin_incorrect',
    })
    expect(await attempts(ada)).toEqual({ pin: 1, code: 0 })
  })
})

test('of a hundred concurrent transfers of the whole balance, one succeeds', async () => {
  const ada = await bank.person({ balanceCents: 500_00n })
  const responses = await Promise.all(times(100, () => transfer(ada, { amount: 500 })))
  expect(tally(responses)).toEqual({ '201': 1, '409 insufficient_balance': 99 })
  expect(await ada.balance()).toEqual({ availableCents: 0n, heldCents: 500_00n })
})
