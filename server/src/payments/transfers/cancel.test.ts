import { describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { databaseFingerprint, refusalOf, tally, transferForm } from '../../../test/money.ts'

const bank = useBank()

const submit = async (person: Person, changed: Record<string, unknown> = {}) => {
  const response = await person.call('POST', '/transfer', { body: transferForm(changed) })
  expect(response.statusCode).toBe(201)
  return response.json()._id as string
}
const cancel = (person: Person, transactionId: unknown, key?: string) =>
  person.call('POST', '/transfer/cancel', {
    body: { transactionId },
    headers: key ? { 'idempotency-key': key } : {},
  })
const decide = (admin: Person, how: 'approve' | 'decline', transactionId: string) =>
  admin.call('POST', `/deposit/${how}`, { body: { transactionId } })

const decided = { status: 409, code: 'already_decided', message: 'This transaction has already been decided.' }
const missing = { status: 404, code: 'not_found', message: 'Not found.' }

describe('cancelling a transfer', () => {
  test('declines it, releases the hold, posts nothing, and reloads the other devices without bell or mail', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const id = await submit(ada)
    expect(await ada.balance()).toEqual({ availableCents: 379_50n, heldCents: 120_50n })
    const response = await cancel(ada, id)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      _id: id,
      status: 'Declined',
      reason: 'Cancelled by you.',
      amount: -120.5,
      bookedAt: null,
    })
    expect(await ada.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
    const [row] = await bank.owner`
      select status, decided_by, (select count(*)::int from postings where transaction_id = ${id}) as postings,
             (select count(*)::int from audit where subject_id = ${ada.id} and action like 'transaction.%') as audited
      from transactions where id = ${id}`
    expect(row).toEqual({ status: 'Declined', decided_by: ada.id, postings: 0, audited: 0 })
    const [told] = await bank.owner`
      select kind, mail_at, read_at is not null as read from outbox where person_id = ${ada.id} order by number desc limit 1`
    expect(told).toEqual({ kind: 'transfer.cancelled', mail_at: null, read: true })
  })

  test('is refused after a decision and after a cancellation, and then changes nothing', async () => {
    const [ada, admin] = [await bank.person({ balanceCents: 500_00n }), await bank.person({ role: 'Admin' })]
    const [approved, declined, cancelled] = [await submit(ada), await submit(ada), await submit(ada)]
    await decide(admin, 'approve', approved)
    await decide(admin, 'decline', declined)
    await cancel(ada, cancelled)
    const before = await databaseFingerprint(bank)
    for (const id of [approved, declined, cancelled]) expect(refusalOf(await cancel(ada, id))).toEqual(decided)
    expect(await databaseFingerprint(bank)).toEqual(before)
    expect(refusalOf(await decide(admin, 'approve', cancelled))).toMatchObject(decided)
  })

  test('is refused as not found for others’ transfers, deposits and what staff booked or proposed', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: 500_00n }), await bank.person()]
    const admin = await bank.person({ role: 'Admin' })
    const id = await submit(ada)
    const outcome = await bank.ledger.submit(commandsOf(bank).adjust('debit', admin, ada, 5_00n))
    const debit = outcome.ok ? outcome.transaction.id : ''
    const [opening] = await bank.owner<{ id: string }[]>`
      select id from transactions where account_id = ${ada.id} and type = 'Deposit'`
    const before = await databaseFingerprint(bank)
    for (const other of [ben, admin]) expect(refusalOf(await cancel(other, id))).toEqual(missing)
    for (const own of [opening?.id, debit, '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'])
      expect(refusalOf(await cancel(ada, own))).toEqual(missing)
    for (const bad of ['../', null, 5, {}]) expect((await cancel(ada, bad)).statusCode).toBe(400)
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('of an internal transfer credits no one; a frozen person may cancel', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: 500_00n }), await bank.person()]
    const { accountNumber } = (await ben.call('GET', '/users')).json().user
    const id = await submit(ada, { accountNumber })
    await bank.owner`update people set status = 'Frozen' where id = ${ada.id}`
    expect((await cancel(ada, id)).statusCode).toBe(200)
    expect(await ben.balance()).toEqual({ availableCents: 0n, heldCents: 0n })
    expect(await ada.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
  })

  test('with the same key has one effect and one response', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const [id, other] = [await submit(ada), await submit(ada)]
    const first = await cancel(ada, id, 'key')
    const again = await cancel(ada, id, 'key')
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(refusalOf(await cancel(ada, other, 'key'))).toMatchObject({ status: 422 })
    expect(await ada.balance()).toEqual({ availableCents: 379_50n, heldCents: 120_50n })
  })

  test('against an approving administrator exactly one wins, however often they meet', async () => {
    const [ada, admin] = [await bank.person({ balanceCents: 5_000_00n }), await bank.person({ role: 'Admin' })]
    let sent = 0n
    for (let round = 0; round < 12; round++) {
      const id = await submit(ada)
      const calls = [() => cancel(ada, id), () => decide(admin, 'approve', id), () => cancel(ada, id)]
      const responses = await Promise.all((round % 2 ? calls : calls.toReversed()).map((call) => call()))
      expect(tally(responses)).toEqual({ '200': 1, '409 already_decided': 2 })
      const [row] = await bank.owner<{ status: string; postings: number }[]>`
        select status, (select count(*)::int from postings where transaction_id = ${id}) as postings
        from transactions where id = ${id}`
      expect(row?.postings).toBe(row?.status === 'Completed' ? 1 : 0)
      if (row?.status === 'Completed') sent += 120_50n
    }
    expect(await ada.balance()).toEqual({ availableCents: 5_000_00n - sent, heldCents: 0n })
  })
})

describe('with four eyes', () => {
  const strict = useBank({ config: { fourEyesAboveCents: 0n } })

  test('a transfer with a first approval can still be cancelled, and no second one follows', async () => {
    const ada = await strict.person({ balanceCents: 500_00n })
    const [first, second] = [await strict.person({ role: 'Admin' }), await strict.person({ role: 'Admin' })]
    const id = await submit(ada)
    expect((await decide(first, 'approve', id)).json()).toMatchObject({ status: 'Pending' })
    expect((await cancel(ada, id)).json()).toMatchObject({ status: 'Declined' })
    expect(refusalOf(await decide(second, 'approve', id))).toMatchObject(decided)
    expect(await ada.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
  })

  test('a debit that staff proposed can’t be cancelled by the customer whose money it holds', async () => {
    const [ada, admin] = [await strict.person({ balanceCents: 500_00n }), await strict.person({ role: 'Admin' })]
    const outcome = await strict.ledger.submit(commandsOf(strict).adjust('debit', admin, ada, 5_00n))
    expect(outcome).toMatchObject({ ok: true, transaction: { status: 'Pending' } })
    expect(refusalOf(await cancel(ada, outcome.ok ? outcome.transaction.id : ''))).toEqual(missing)
    expect(await ada.balance()).toEqual({ availableCents: 495_00n, heldCents: 5_00n })
  })
})
