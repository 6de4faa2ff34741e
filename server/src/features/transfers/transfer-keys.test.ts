import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf, transferForm } from '../../../test/money.ts'

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

const transfer = (person: Person, key: string, changed: Record<string, unknown> = {}, path = '/transfer') =>
  person.call('POST', path, { body: transferForm(changed), headers: { 'idempotency-key': key } })
const transfersOf = ({ id }: Person) => bank.sql`
  select id from transactions where account_id = ${id} and type = 'Transfer'`

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

  test('a wrong PIN under one key is counted once', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    for (let i = 0; i < 10; i++)
      expect(refusalOf(await transfer(ada, 'key', { pin: '0000' }))).toMatchObject({
        status: 403,
        code: 'pin_incorrect',
      })
    const [row] = await bank.sql<{ pin_attempts: number }[]>`select pin_attempts from accounts where id = ${ada.id}`
    expect(row?.pin_attempts).toBe(1)
  })

  test.each([{ amount: 120.51 }, { pin: '4321' }, { accountNumber: 'X-1' }, { iban: 'XX00' }])(
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
