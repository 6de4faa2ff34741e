import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { imageIdOf } from '#contract/customers/image-url.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { createUpload, databaseFingerprint, fieldError, refusalOf, tally, transferForm } from '../../../test/money.ts'
import { MAX_BALANCE_CENTS } from '../../ledger/account.ts'

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

const approve = (transactionId: unknown, by: Person = admin, key?: string) =>
  by.call('POST', '/deposit/approve', { body: { transactionId }, headers: key ? { 'idempotency-key': key } : {} })
const decline = (transactionId: unknown, reason?: unknown, by: Person = admin) =>
  by.call('POST', '/deposit/decline', { body: { transactionId, ...(reason === undefined ? {} : { reason }) } })

async function pendingTransfer(person: Person, changed: Record<string, unknown> = {}): Promise<string> {
  const response = await person.call('POST', '/transfer', { body: transferForm({ amount: 100, ...changed }) })
  expect(response.statusCode).toBe(201)
  return response.json()._id
}

/** Straight to the ledger: what a deposit's call checks is tested with that call. */
async function pendingDeposit(person: Person, amountCents = 100_00n, crypto = false): Promise<string> {
  const receiptId = imageIdOf(await createUpload(bank, person)) ?? ''
  const quote = crypto
    ? { method: 'crypto' as const, currency: 'Bitcoin', rate: '0.00001', amountDue: '0.001' }
    : { method: 'bank' as const, currency: '', rate: null, amountDue: null }
  const command = { ...commandsOf(bank).deposit(person, amountCents, receiptId), ...quote }
  expect(await bank.ledger.submit(command)).toMatchObject({ ok: true })
  return command.id
}

/** Everything but who looked: a repeated decision shows the transaction again. */
async function booksPrint() {
  const { access_log: _, ...books } = await databaseFingerprint(bank)
  return books
}

const actsOn = (person: Person) => bank.sql<{ action: string; actor_id: string; before: unknown; after: unknown }[]>`
  select action, actor_id, before, after from audit
  where subject_id = ${person.id} and action like 'transaction.%' order by number`
const toldOf = (person: Person) => bank.sql`
  select kind, mail_at is not null as mail from outbox where person_id = ${person.id} and kind like '%.%d' order by number`

test('who decides again what is decided already has looked at it: it is in the access log', async () => {
  const [ada, teller] = [await bank.person({ balanceCents: 500_00n }), await bank.person({ role: 'Teller' })]
  const [approved, declined] = [await pendingTransfer(ada), await pendingTransfer(ada)]
  const looks = async (staff: Person) =>
    (await bank.sql`select what from access_log where person_id = ${ada.id} and staff_id = ${staff.id}`).length
  await approve(approved)
  await decline(declined)
  expect(await looks(admin)).toBe(0)
  expect((await approve(approved, teller)).statusCode).toBe(200)
  expect(await looks(teller)).toBe(1)
  const other = await bank.person({ role: 'Teller' })
  expect((await decline(declined, undefined, other)).statusCode).toBe(200)
  expect(await looks(other)).toBe(1)
})

describe('approve', () => {
  test('posts the hold of a transfer against wire clearing', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const id = await pendingTransfer(ada)
    const response = await approve(id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ _id: id, status: 'Completed', amount: -100, reason: '' })
    expect(response.json().bookedAt >= response.json().createdAt).toBe(true)
    expect(await ada.balance()).toEqual({ availableCents: 400_00n, heldCents: 0n })
    expect((await ada.postings()).slice(1)).toEqual([
      { amount: -100_00n, balance_after: 400_00n, contra: 'wire_clearing', transaction_id: id },
    ])
    expect(await actsOn(ada)).toEqual([
      {
        action: 'transaction.approved',
        actor_id: admin.id,
        before: {
          transactionId: id,
          type: 'Transfer',
          amountCents: '-10000',
          status: 'Pending',
          balanceCents: '50000',
        },
        after: { status: 'Completed', reason: '', balanceCents: '40000' },
      },
    ])
    expect((await toldOf(ada)).at(-1)).toEqual({ kind: 'transfer.approved', mail: true })
  })

  test.each([
    [false, 'wire_clearing'],
    [true, 'crypto_clearing'],
  ])('a deposit (crypto: %s) is credited against %s', async (crypto, contra) => {
    const ada = await bank.person()
    const id = await pendingDeposit(ada, 100_00n, crypto)
    expect(await ada.balance()).toEqual({ availableCents: 0n, heldCents: 0n })
    expect((await approve(id)).json()).toMatchObject({ status: 'Completed', amount: 100, type: 'Deposit' })
    expect(await ada.postings()).toEqual([{ amount: 100_00n, balance_after: 100_00n, contra, transaction_id: id }])
  })

  test('approving again returns the same response, and declining then is rejected', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const id = await pendingTransfer(ada)
    const first = await approve(id)
    const before = await booksPrint()
    const again = await approve(id)
    expect([again.statusCode, again.body]).toEqual([200, first.body])
    expect(refusalOf(await decline(id, 'Too late'))).toEqual({
      status: 409,
      code: 'already_decided',
      message: 'This transaction has already been decided.',
      current: expect.objectContaining({ status: 'Completed' }),
    })
    expect(await booksPrint()).toEqual(before)
  })

  test('fifty concurrent approvals and declines make one decision', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const id = await pendingTransfer(ada)
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? approve(id) : decline(id))),
    )
    expect(tally(responses)).toEqual({ '200': 50, '409 already_decided': 50 })
    expect(await actsOn(ada)).toHaveLength(1)
    expect((await ada.postings()).length + Number((await ada.balance()).availableCents === 500_00n)).toBe(2)
  })

  test('the same key again is a replay, also of an old decision', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const [one, two] = [await pendingTransfer(ada), await pendingTransfer(ada)]
    const first = await approve(one, admin, 'key')
    const again = await approve(one, admin, 'key')
    expect([again.statusCode, again.headers['idempotency-replayed'], again.body]).toEqual([200, 'true', first.body])
    expect(refusalOf(await approve(two, admin, 'key'))).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    expect(await ada.balance()).toEqual({ availableCents: 300_00n, heldCents: 100_00n })
  })

  test('rejects a deposit beyond the largest balance, which stays Pending', async () => {
    const ada = await bank.person({ balanceCents: MAX_BALANCE_CENTS - 1n })
    const id = await pendingDeposit(ada)
    expect(refusalOf(await approve(id))).toMatchObject({ status: 409, code: 'balance_limit' })
    expect((await decline(id)).json()).toMatchObject({ status: 'Declined' })
  })
})

describe('decline', () => {
  test('releases the hold of a transfer, shows the reason and posts nothing', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const id = await pendingTransfer(ada)
    const response = await decline(id, 'The account number\ndoes not exist.')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      _id: id,
      status: 'Declined',
      reason: 'The account number\ndoes not exist.',
      bookedAt: null,
    })
    expect(await ada.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
    expect(await ada.postings()).toHaveLength(1)
    expect((await ada.call('GET', '/transactions')).json()[0]).toMatchObject({
      _id: id,
      reason: 'The account number\ndoes not exist.',
    })
    expect((await actsOn(ada)).map(({ action }) => action)).toEqual(['transaction.declined'])
    expect((await toldOf(ada)).at(-1)).toEqual({ kind: 'transfer.declined', mail: true })
  })

  test.each([undefined, '', '   '])('reason %j: may be empty', async (reason) => {
    const ada = await bank.person()
    const id = await pendingDeposit(ada)
    expect((await decline(id, reason)).json()).toMatchObject({ status: 'Declined', reason: '' })
    expect(await ada.postings()).toHaveLength(0)
  })

  test('declining again keeps the first reason, and approving then is rejected', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const id = await pendingTransfer(ada)
    await decline(id, 'First')
    const before = await booksPrint()
    expect((await decline(id, 'Second')).json()).toMatchObject({ status: 'Declined', reason: 'First' })
    expect(refusalOf(await approve(id))).toMatchObject({ status: 409, code: 'already_decided' })
    expect(await booksPrint()).toEqual(before)
  })

  test.each([
    ['x'.repeat(501), 'Reason can have at most 500 characters.'],
    ['a\u0000', 'Reason has characters that can’t be stored.'],
    [5, 'Reason must be text.'],
    [null, 'Reason must be text.'],
  ])('reason %#: %s', async (reason, msg) => {
    expect(refusalOf(await decline(newId(), reason))).toEqual(fieldError('reason', msg))
  })
})

describe.each([
  ['approve', approve],
  ['decline', (id: unknown, by?: Person) => decline(id, undefined, by)],
] as const)('%s', (_, decides) => {
  test('rejects an unknown transaction', async () => {
    expect(refusalOf(await decides(newId()))).toEqual({ status: 404, code: 'not_found', message: 'Not found.' })
  })

  test.each(['', 'x', '../etc', 5, null, {}, [newId()]])('transactionId %j is none', async (id) => {
    expect(refusalOf(await decides(id))).toEqual(fieldError('transactionId', 'Not a valid id.'))
  })

  test('is for administrators only, checked at the time of execution', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const id = await pendingTransfer(ada)
    const former = await bank.person({ role: 'Admin' })
    expect((await former.call('GET', '/transactions/admin')).statusCode).toBe(200)
    await bank.owner`update people set status = 'Pending' where id = ${former.id}`
    for (const person of [ada, await bank.person(), former])
      expect(refusalOf(await decides(id, person))).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await ada.balance()).toEqual({ availableCents: 400_00n, heldCents: 100_00n })
  })
})
