import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf, tally, transferForm } from '../../../test/money.ts'

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

const transfer = (person: Person, key: string, changed: Record<string, unknown> = {}, path = '/transfer') =>
  person.call('POST', path, { body: transferForm(changed), headers: { 'idempotency-key': key } })
const transfersOf = ({ id }: Person) => bank.sql`
  select id from transactions where account_id = ${id} and type = 'Transfer'`
const wrongAttempts = async ({ id }: Person) => {
  const [row] = await bank.sql`select pin_attempts as pin, code_attempts as code from accounts where id = ${id}`
  return row
}

describe('an idempotency key', () => {
  test('a retry returns the first response and has no effect', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const key = newId()
    const first = await transfer(ada, key)
    const again = await transfer(ada, key)
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.body).toBe(first.body)
    expect(await ada.balance()).toEqual({ availableCents: 379_50n, heldCents: 120_50n })
  })

  test('also after the transfer was decided', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const first = await transfer(ada, 'key')
    const body = { transactionId: first.json()._id, reason: 'No' }
    expect((await admin.call('POST', '/deposit/decline', { body })).statusCode).toBe(200)
    const again = await transfer(ada, 'key')
    expect([again.statusCode, again.body]).toEqual([201, first.body])
    expect(await ada.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
  })

  test('the same fields in another order, spelled with more blanks, are the same request', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const first = await transfer(ada, 'key')
    const reversed = Object.fromEntries(Object.entries(transferForm({ bankName: ' Example Savings Bank ' })).reverse())
    const again = await ada.call('POST', '/transfer', { body: reversed, headers: { 'idempotency-key': 'key' } })
    expect([again.statusCode, again.body]).toEqual([201, first.body])
  })

  test('a stored refusal is returned again, even if the request would succeed now', async () => {
    const ada = await bank.person({ balanceCents: 1_00n })
    const first = await transfer(ada, 'key')
    await bank.fund(ada.id, 500_00n)
    const again = await transfer(ada, 'key')
    expect(refusalOf(first)).toEqual({ status: 409, code: 'insufficient_balance', message: 'Insufficient balance.' })
    expect(refusalOf(again)).toEqual(refusalOf(first))
    expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true'])
    expect(await transfersOf(ada)).toHaveLength(0)
  })

  test('never tells about a PIN: a wrong one is counted, whatever is stored, and locks after five', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    expect(refusalOf(await transfer(ada, 'key', { pin: '0000' }))).toMatchObject({ code: 'pin_incorrect' })
    const first = await transfer(ada, 'key')
    expect(first.statusCode).toBe(201)
    for (let wrong = 1; wrong <= 4; wrong++) {
      const response = await transfer(ada, 'key', { pin: `000${wrong}` })
      expect(refusalOf(response)).toMatchObject({ status: 403, code: 'pin_incorrect' })
      expect(response.headers['idempotency-replayed']).toBeUndefined()
      expect(await wrongAttempts(ada)).toMatchObject({ pin: wrong })
    }
    const again = await transfer(ada, 'key')
    expect([again.statusCode, again.body, again.headers['idempotency-replayed']]).toEqual([201, first.body, 'true'])
    expect(await wrongAttempts(ada)).toMatchObject({ pin: 0 })

    const guesses = Array.from({ length: 40 }, () => transfer(ada, 'key', { pin: '0000' }))
    expect(tally(await Promise.all(guesses))).toEqual({ '403 pin_incorrect': 5, '423 pin_locked': 35 })
    expect((await transfer(ada, 'key')).statusCode).toBe(423)
    expect(await transfersOf(ada)).toHaveLength(1)
  })

  test('never tells about a transaction code either', async () => {
    const expiresAt = new Date(bank.now().getTime() + 60_000)
    const ada = await bank.person({ balanceCents: 500_00n, code: { code: '12345', expiresAt } })
    const send = (code: string) => transfer(ada, 'key', { code }, '/transfer-code')
    expect(refusalOf(await send('00000'))).toMatchObject({ code: 'code_incorrect' })
    const first = await send('12345')
    const guesses = Array.from({ length: 40 }, () => send('00000'))
    expect(tally(await Promise.all(guesses))).toEqual({ '403 code_incorrect': 5, '423 code_locked': 35 })
    expect((await send('12345')).statusCode).toBe(423)
    // What has changed since must not turn a retry into a second payment.
    await bank.owner`update accounts set code_attempts = 0, code_expires_at = ${bank.now()} where id = ${ada.id}`
    expect((await send('12345')).body).toBe(first.body)
    await bank.owner`update accounts set pin_hash = null where id = ${ada.id}`
    expect((await send('12345')).body).toBe(first.body)
    expect(await transfersOf(ada)).toHaveLength(1)
  })

  test.each([{ amount: 120.51 }, { accountNumber: 'X1' }, { iban: 'DE89370400440532013000' }])(
    'with another body (%j) it is refused',
    async (changed) => {
      const ada = await bank.person({ balanceCents: 500_00n })
      await transfer(ada, 'key')
      const response = await transfer(ada, 'key', changed)
      expect(refusalOf(response)).toEqual({
        status: 422,
        code: 'idempotency_key_reused',
        message: 'This idempotency key was used with another request.',
      })
      expect(response.headers['idempotency-replayed']).toBeUndefined()
      expect(await transfersOf(ada)).toHaveLength(1)
    },
  )

  test('fifty concurrent requests have one effect and one response', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const key = newId()
    const responses = await Promise.all(Array.from({ length: 50 }, () => transfer(ada, key)))
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(responses.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1)
    expect(await transfersOf(ada)).toHaveLength(1)
    expect(await ada.balance()).toEqual({ availableCents: 379_50n, heldCents: 120_50n })
  })

  test('belongs to one person and one route', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: 500_00n }), await bank.person({ balanceCents: 500_00n })]
    expect((await transfer(ada, 'shared')).statusCode).toBe(201)
    expect((await transfer(ben, 'shared', { amount: 7 })).json()).toMatchObject({ amount: -7 })
    expect((await transfer(ada, 'shared', { code: '12345', amount: 8 }, '/transfer-code')).json()).toMatchObject({
      amount: -8,
    })
  })

  test('is not used up by a request that could not be read', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    expect((await transfer(ada, 'key', { amount: -1 })).statusCode).toBe(400)
    expect((await transfer(ada, 'key')).statusCode).toBe(201)
  })

  test.each(['', 'x'.repeat(256), 'schlüssel', 'tab\there'])('%j is none', async (key) => {
    const response = await transfer(admin, key)
    expect(refusalOf(response)).toMatchObject({
      status: 400,
      code: 'malformed',
      message: 'Idempotency-Key must be 1 to 255 printable characters.',
    })
  })
})
