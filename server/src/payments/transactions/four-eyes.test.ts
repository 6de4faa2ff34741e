import { beforeAll, describe, expect, test } from 'vitest'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, databaseFingerprint, refusalOf, transferForm } from '../../../test/money.ts'
import { FRESH_MS, freshen } from '../../access/freshness.ts'
import { hashToken } from '../../access/session.ts'

const bank = useBank({ config: { fourEyesAboveCents: 1_000_00n } })
let grace: Person
let linus: Person
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  linus = await bank.person({ role: 'Admin', fullName: 'Linus Admin' })
})

const SECOND = {
  status: 403,
  code: 'second_admin_needed',
  message: 'A second member of staff must confirm this.',
}

const adjust = (admin: Person, kind: 'fund' | 'debit', person: Person, amount: number, key?: string) =>
  admin.call('POST', `/admin/${kind}`, {
    body: { userId: person.id, amount, reason: 'Refund' },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
const approve = (admin: Person, transactionId: string, key?: string) =>
  admin.call('POST', '/deposit/approve', {
    body: { transactionId },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
const decline = (admin: Person, transactionId: string) =>
  admin.call('POST', '/deposit/decline', { body: { transactionId } })

async function submitsTransfer(person: Person, amount: number): Promise<string> {
  const response = await person.call('POST', '/transfer', { body: transferForm({ amount }) })
  expect(response.statusCode).toBe(201)
  return response.json()._id
}

async function asAdminSees(id: string): Promise<AdminTransaction> {
  const [row] = (await grace.call('GET', '/transactions/admin', { query: { search: id } })).json()
  return row
}

const actsOn = (person: Person) => bank.sql<{ action: string; actor_id: string; before: object; after: object }[]>`
  select action, actor_id, before, after from audit where subject_id = ${person.id} order by number`

describe('a fund', () => {
  test('is posted immediately up to the limit', async () => {
    const ada = await bank.person()
    const response = await adjust(grace, 'fund', ada, 1000)
    expect([response.statusCode, response.json().status]).toEqual([201, 'Completed'])
    expect(await ada.balance()).toEqual({ availableCents: 1_000_00n, heldCents: 0n })
  })

  test('above the limit nothing is posted until another administrator confirms, and then once', async () => {
    const ada = await bank.person()
    const response = await adjust(grace, 'fund', ada, 1000.01)
    expect([response.statusCode, response.json().status, response.json().bookedAt]).toEqual([201, 'Pending', null])
    const id = response.json()._id
    expect(await ada.postings()).toEqual([])
    expect(await asAdminSees(id)).toMatchObject({
      status: 'Pending',
      method: 'adjustment',
      proposedBy: { _id: grace.id, fullName: 'Grace Admin' },
      decidedBy: null,
    })

    const confirmed = await approve(linus, id)
    expect([confirmed.statusCode, confirmed.json().status]).toEqual([200, 'Completed'])
    expect(await ada.postings()).toMatchObject([{ amount: 1_000_01n, contra: 'adjustments', transaction_id: id }])
    expect(await asAdminSees(id)).toMatchObject({ decidedBy: { fullName: 'Linus Admin' } })
  })

  test('both names are in the audit log', async () => {
    const ada = await bank.person()
    const { _id } = (await adjust(grace, 'fund', ada, 2000)).json()
    await approve(linus, _id)
    expect(await actsOn(ada)).toMatchObject([
      { action: 'account.fund_proposed', actor_id: grace.id, after: { transactionId: _id, amountCents: '200000' } },
      {
        action: 'transaction.approved',
        actor_id: linus.id,
        before: { transactionId: _id, proposedBy: grace.id, proposedByName: 'Grace Admin', balanceCents: '0' },
        after: { status: 'Completed', balanceCents: '200000' },
      },
    ])
  })

  test('keeps the proposed value date', async () => {
    const ada = await bank.person()
    const given = { amount: 5000, reason: 'Estate of Lord Byron', note: 'Inheritance' }
    const body = { userId: ada.id, ...given, createdAt: '2024-02-03T10:00:00.000Z', confirm: true }
    const { _id } = (await grace.call('POST', '/admin/fund', { body })).json()
    await approve(linus, _id)
    expect(await asAdminSees(_id)).toMatchObject({
      createdAt: '2024-02-03T10:00:00.000Z',
      note: 'Inheritance',
      message: given.reason,
    })
  })
})

test('confirming a proposal needs a fresh session; after confirming, the same request with the same key succeeds', async () => {
  const ada = await bank.person({ balanceCents: 500_00n })
  const proposed = (await adjust(grace, 'fund', ada, 1500)).json()._id
  const small = await submitsTransfer(ada, 20)
  bank.clock.offsetMs += FRESH_MS
  expect(refusalOf(await approve(linus, proposed, 'four eyes'))).toMatchObject({
    status: 403,
    code: 'confirmation_required',
  })
  expect((await asAdminSees(proposed)).status).toBe('Pending')
  expect((await approve(linus, small)).statusCode).toBe(200)
  await freshen(bank.sql, hashToken(linus.token), bank.now())
  bank.clock.offsetMs += 1_000
  const confirmed = await approve(linus, proposed, 'four eyes')
  expect([confirmed.statusCode, confirmed.json().status]).toEqual([200, 'Completed'])
  bank.clock.offsetMs = 0
  expect(await ada.balance()).toEqual({ availableCents: 1_980_00n, heldCents: 0n })
})

test('rejects confirming an own proposal, even after the limit was removed', async () => {
  const ada = await bank.person()
  const { _id } = (await adjust(grace, 'fund', ada, 3000)).json()
  const before = await databaseFingerprint(bank)
  expect(refusalOf(await approve(grace, _id))).toEqual(SECOND)
  expect(await databaseFingerprint(bank)).toEqual(before)
  const relaxed = await import('../../ledger/ledger.ts').then(({ createLedger }) =>
    createLedger(bank.sql, { zone: 'UTC' }),
  )
  const { commandsOf } = await import('../../../test/commands.ts')
  const outcome = await relaxed.submit(commandsOf(bank).approve(grace, _id))
  expect(outcome).toMatchObject({ ok: false, code: 'second_admin_needed' })
  expect(await ada.postings()).toEqual([])
})

describe('a debit', () => {
  test('above the limit holds its amount until it is confirmed', async () => {
    const ada = await bank.person({ balanceCents: 5_000_00n })
    const { _id, status } = (await adjust(grace, 'debit', ada, 4000)).json()
    expect(status).toBe('Pending')
    expect(await ada.balance()).toEqual({ availableCents: 1_000_00n, heldCents: 4_000_00n })
    expect(refusalOf(await adjust(linus, 'debit', ada, 1000.01))).toMatchObject({ code: 'insufficient_balance' })
    await approve(linus, _id)
    expect(await ada.balance()).toEqual({ availableCents: 1_000_00n, heldCents: 0n })
    expect((await ada.postings()).at(-1)).toMatchObject({ amount: -4_000_00n, contra: 'adjustments' })
  })

  test('declined by the administrator who proposed it releases the hold', async () => {
    const ada = await bank.person({ balanceCents: 5_000_00n })
    const { _id } = (await adjust(grace, 'debit', ada, 4000)).json()
    const response = await decline(grace, _id)
    expect([response.statusCode, response.json().status]).toEqual([200, 'Declined'])
    expect(await ada.balance()).toEqual({ availableCents: 5_000_00n, heldCents: 0n })
    expect(await ada.postings()).toHaveLength(1)
    expect(refusalOf(await approve(linus, _id))).toMatchObject({ status: 409, code: 'already_decided' })
  })
})

describe('an approval', () => {
  test('of a transfer above the limit takes two', async () => {
    const ada = await bank.person({ balanceCents: 9_000_00n })
    const id = await submitsTransfer(ada, 2500)
    const first = await approve(grace, id)
    expect([first.statusCode, first.json().status]).toEqual([200, 'Pending'])
    expect(await ada.balance()).toEqual({ availableCents: 6_500_00n, heldCents: 2_500_00n })
    expect(refusalOf(await approve(grace, id))).toEqual(SECOND)
    const second = await approve(linus, id)
    expect([second.statusCode, second.json().status]).toEqual([200, 'Completed'])
    expect(await ada.balance()).toEqual({ availableCents: 6_500_00n, heldCents: 0n })
    expect((await actsOn(ada)).map(({ action, actor_id }) => [action, actor_id]).slice(1)).toEqual([
      ['transaction.proposed', grace.id],
      ['transaction.approved', linus.id],
    ])
  })

  test('of a deposit above the limit takes two; at the limit one', async () => {
    const ada = await bank.person()
    const deposits = async (amount: number) => {
      const body = { amount, method: 'bank', receipt: await createUpload(bank, ada) }
      return (await ada.call('POST', '/deposit', { body })).json()._id
    }
    const [large, small] = [await deposits(1000.01), await deposits(1000)]
    expect((await approve(grace, small)).json().status).toBe('Completed')
    expect((await approve(grace, large)).json().status).toBe('Pending')
    expect(await ada.balance()).toEqual({ availableCents: 1_000_00n, heldCents: 0n })
    expect((await approve(linus, large)).json().status).toBe('Completed')
    expect(await ada.balance()).toEqual({ availableCents: 2_000_01n, heldCents: 0n })
  })

  test('one administrator is enough to decline', async () => {
    const ada = await bank.person({ balanceCents: 9_000_00n })
    const id = await submitsTransfer(ada, 2500)
    expect((await decline(linus, id)).json().status).toBe('Declined')
  })

  test('concurrent requests of two administrators make one proposal, one confirmation and one posting', async () => {
    const ada = await bank.person({ balanceCents: 9_000_00n })
    const id = await submitsTransfer(ada, 2500)
    const responses = await Promise.all(Array.from({ length: 40 }, (_, i) => approve(i % 2 ? grace : linus, id)))
    expect(responses.filter(({ statusCode }) => ![200, 403].includes(statusCode))).toEqual([])
    expect(await ada.postings()).toHaveLength(2)
    const actors = (await actsOn(ada)).slice(1).map(({ actor_id }) => actor_id)
    expect([...actors].sort()).toEqual([grace.id, linus.id].sort())
  })
})

test('a key returns its first response, also after the confirmation', async () => {
  const ada = await bank.person({ balanceCents: 9_000_00n })
  const id = await submitsTransfer(ada, 2500)
  const first = await approve(grace, id, 'approve once')
  const funded = await adjust(grace, 'fund', ada, 7000, 'fund once')
  await approve(linus, id)
  await approve(linus, funded.json()._id)
  for (const [again, before] of [
    [await approve(grace, id, 'approve once'), first],
    [await adjust(grace, 'fund', ada, 7000, 'fund once'), funded],
  ] as const) {
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect([again.statusCode, again.json()]).toEqual([before.statusCode, before.json()])
  }
  // A new approval of what is done by now is answered as done.
  expect((await approve(grace, id, 'approve later')).json().status).toBe('Completed')
  expect((await approve(grace, id, 'approve later')).json().status).toBe('Completed')
})

test('rejects confirmation by an administrator who lost the role', async () => {
  const [ada, mallory] = [await bank.person(), await bank.person({ role: 'Admin' })]
  const { _id } = (await adjust(grace, 'fund', ada, 3000)).json()
  await bank.owner`update people set status = 'Pending' where id = ${mallory.id}`
  expect((await approve(mallory, _id)).statusCode).toBe(403)
  expect(await ada.postings()).toEqual([])
})

test('the database rejects a transaction proposed and confirmed by the same administrator', async () => {
  const ada = await bank.person()
  const { _id } = (await adjust(grace, 'fund', ada, 3000)).json()
  const forged = bank.sql`
    update transactions set status = 'Completed', booked_at = now(), decided_at = now(), decided_by = proposed_by
    where id = ${_id}`
  await expect(forged).rejects.toMatchObject({ constraint: 'four_eyes' })
})

test('the customer sees the held amount, without administrators’ names', async () => {
  const ada = await bank.person({ balanceCents: 5_000_00n })
  await adjust(grace, 'debit', ada, 4000)
  const [own] = (await ada.call('GET', '/transactions')).json()
  expect(own).toMatchObject({ status: 'Pending', amount: -4000, method: 'adjustment' })
  expect(JSON.stringify(own)).not.toContain(grace.id)
})

test('staff read beforehand what they moved alone on the account in the last 24 hours', async () => {
  const ada = await bank.person({ balanceCents: 2_000_00n })
  const [first, second] = [await submitsTransfer(ada, 600), await submitsTransfer(ada, 500)]
  const aloneOf = async (admin: Person) =>
    (await admin.call('GET', `/admin/transactions/${second}`)).json().decidedAlone
  expect(await aloneOf(grace)).toBe(0)
  await approve(grace, first)
  expect([await aloneOf(grace), await aloneOf(linus)]).toEqual([600, 0])
  expect((await approve(grace, second)).json().status).toBe('Pending')
})

describe('with four eyes, a fund or debit', () => {
  const form = (person: Person, more: object = {}) => ({ userId: person.id, amount: 2000, reason: 'Refund', ...more })
  const send = (by: Person, kind: 'fund' | 'debit', body: object, key?: string) =>
    by.call('POST', `/admin/${kind}`, { body, headers: key ? { 'idempotency-key': key } : {} })

  test('says why: to the second person, and to the customer as the text of the transaction', async () => {
    const ada = await bank.person({ balanceCents: 50_00n })
    for (const kind of ['fund', 'debit'] as const)
      for (const reason of [undefined, '', '  '])
        expect(refusalOf(await send(grace, kind, form(ada, { amount: 1, reason })))).toMatchObject({
          status: 400,
          code: 'invalid',
          errors: [{ path: 'reason' }],
        })
    const { _id } = (await send(grace, 'fund', form(ada, { reason: 'Refund of fee 4711' }))).json()
    expect(await asAdminSees(_id)).toMatchObject({ status: 'Pending', message: 'Refund of fee 4711' })
    expect((await approve(linus, _id)).statusCode).toBe(200)
    const own = (await ada.call('GET', `/transactions/${_id}`)).json()
    expect(own).toMatchObject({ status: 'Completed', message: 'Refund of fee 4711' })
    const month = own.bookedAt.slice(0, 7)
    const csv = await ada.call('GET', `/statements/${month}`, { query: { format: 'csv' } })
    expect(csv.body).toContain('Refund of fee 4711')
    expect(
      (await actsOn(ada)).some(({ after }) => (after as { reason?: string }).reason === 'Refund of fee 4711'),
    ).toBe(true)
  })

  test('like one that waits, or was just confirmed, asks first', async () => {
    const ada = await bank.person({ balanceCents: 9_000_00n })
    const ASKS = { status: 409, code: 'confirmation_needed', current: { reasons: ['same_proposal'] } }
    const { _id } = (await send(grace, 'fund', form(ada), `first ${ada.id}`)).json()
    const before = await databaseFingerprint(bank)
    // Each member of staff is asked; another amount, direction or person is another proposal.
    for (const by of [grace, linus]) expect(refusalOf(await send(by, 'fund', form(ada)))).toMatchObject(ASKS)
    expect(await databaseFingerprint(bank)).toEqual(before)
    expect((await send(grace, 'fund', form(ada), `first ${ada.id}`)).json()._id).toBe(_id)
    expect((await send(grace, 'fund', form(ada, { amount: 2001 }))).statusCode).toBe(201)
    expect((await send(grace, 'debit', form(ada))).statusCode).toBe(201)
    expect((await send(grace, 'fund', form(await bank.person()))).statusCode).toBe(201)
    expect((await send(grace, 'fund', form(ada, { confirm: true }))).statusCode).toBe(201)
    // Two at the same moment: one is asked about.
    const bob = await bank.person()
    const both = await Promise.all([send(grace, 'fund', form(bob)), send(linus, 'fund', form(bob))])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])

    const other = await bank.person()
    const confirmed = (await send(grace, 'fund', form(other))).json()._id
    expect((await approve(linus, confirmed)).statusCode).toBe(200)
    expect(refusalOf(await send(linus, 'fund', form(other)))).toMatchObject(ASKS)
    bank.clock.offsetMs += 11 * 60_000
    expect((await send(linus, 'fund', form(other))).statusCode).toBe(201)
    bank.clock.offsetMs = 0
  })

  test('a debit above the available balance is refused when it is proposed', async () => {
    const ada = await bank.person({ balanceCents: 1_999_99n })
    expect(refusalOf(await send(grace, 'debit', form(ada)))).toMatchObject({
      status: 409,
      code: 'insufficient_balance',
    })
  })
})
