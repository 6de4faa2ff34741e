import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf, transferForm } from '../../../test/money.ts'
import { startSession } from '../../access/start-session.ts'
import { expireProposals } from './expire-proposals.ts'

const WEEK_MS = 7 * 86_400_000
const REASON = 'Expired: not confirmed within seven days.'
const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let grace: Person
let linus: Person
let ada: Person
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  linus = await bank.person({ role: 'Admin', fullName: 'Linus Admin' })
})
beforeEach(async () => {
  bank.clock.offsetMs = 0
  ada = await bank.person({ balanceCents: 5_000_00n })
})

const again = async (person: Person): Promise<Person> => {
  const token = await startSession(bank.sql, person.id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
  return { ...person, token, call: (method, path, options = {}) => bank.call(method, path, { token, ...options }) }
}
const adjust = async (kind: 'fund' | 'debit') =>
  (await grace.call('POST', `/admin/${kind}`, { body: { userId: ada.id, amount: 1000, reason: 'Refund' } })).json()._id
const approve = (by: Person, transactionId: string) => by.call('POST', '/deposit/approve', { body: { transactionId } })
const rowOf = async (id: string) =>
  (await bank.sql`select status, reason, decided_by, proposed_by from transactions where id = ${id}`)[0]

test('proposed funds and debits are declined with the reason, and the hold is released', async () => {
  const [fund, debit] = [await adjust('fund'), await adjust('debit')]
  expect(await ada.balance()).toEqual({ availableCents: 4_000_00n, heldCents: 1_000_00n })
  expect(await expireProposals(bank)).toBe(0)
  bank.clock.offsetMs = WEEK_MS
  expect(refusalOf(await approve(await again(linus), fund))).toMatchObject({ status: 409, code: 'proposal_expired' })
  expect(await expireProposals(bank)).toBe(2)
  for (const id of [fund, debit]) expect(await rowOf(id)).toMatchObject({ status: 'Declined', reason: REASON })
  expect(await ada.balance()).toEqual({ availableCents: 5_000_00n, heldCents: 0n })
  expect(await expireProposals(bank)).toBe(0)
})

test('a customer’s transfer stays pending; its old first approval no longer counts, also not for another person', async () => {
  const { _id } = (await ada.call('POST', '/transfer', { body: transferForm({ amount: 2500 }) })).json()
  await approve(grace, _id)
  bank.clock.offsetMs = WEEK_MS
  expect(await expireProposals(bank)).toBe(0)
  expect((await approve(await again(linus), _id)).json().status).toBe('Pending')
  expect(await rowOf(_id)).toMatchObject({ proposed_by: linus.id })
  expect((await approve(await again(grace), _id)).json().status).toBe('Completed')
})

test('who approves alone after a lapsed first approval is counted as one person', async () => {
  const submit = async (amount: number) =>
    (await ada.call('POST', '/transfer', { body: transferForm({ amount }) })).json()._id
  const [small, lapsed, next] = [await submit(50), await submit(80), await submit(81)]
  expect((await approve(grace, small)).json().status).toBe('Completed')
  expect((await approve(grace, lapsed)).json().status).toBe('Pending')
  bank.clock.offsetMs = WEEK_MS
  const later = await again(linus)
  expect((await approve(later, lapsed)).json().status).toBe('Completed')
  expect(await rowOf(lapsed)).toMatchObject({ decided_by: linus.id, proposed_by: null })
  expect((await approve(later, next)).json().status).toBe('Pending')
})

test('a proposal of staff who lost the permission is not confirmed; a customer’s transfer is approved again', async () => {
  const former = await bank.person({ role: 'Teller' })
  const body = { userId: ada.id, amount: 1000, reason: 'Refund' }
  const fund = (await former.call('POST', '/admin/fund', { body })).json()._id
  const { _id } = (await ada.call('POST', '/transfer', { body: transferForm({ amount: 2500 }) })).json()
  await approve(former, _id)
  bank.clock.offsetMs = 1_000
  await bank.owner`update people set role = 'User' where id = ${former.id}`
  expect(refusalOf(await approve(linus, fund))).toMatchObject({ status: 409, code: 'proposal_outdated' })
  expect((await approve(linus, _id)).json().status).toBe('Pending')
  expect((await approve(grace, _id)).json().status).toBe('Completed')
})

test('the job can decline nothing else', async () => {
  const [fund, { _id }] = [
    await adjust('fund'),
    (await ada.call('POST', '/transfer', { body: transferForm({ amount: 50 }) })).json(),
  ]
  for (const transactionId of [fund, _id]) {
    const actor = { kind: 'system', job: 'expire_proposals', personId: grace.id } as const
    const context = { actor, at: bank.now(), requestId: 'test', idempotency: null }
    const auditId = transactionId.replace(/^./, '1')
    const outcome = await bank.ledger.submit({ kind: 'decline', ...context, transactionId, auditId, reason: REASON })
    expect(outcome).toMatchObject({ ok: false, code: 'forbidden' })
  }
})

test('the customer sees a proposed debit and its hold, but no proposed credit before it is confirmed', async () => {
  const [fund, debit] = [await adjust('fund'), await adjust('debit')]
  const own = async () =>
    (await ada.call('GET', '/transactions'))
      .json()
      .map(({ _id, status }: { _id: string; status: string }) => [_id, status])
  const told = async () => {
    const rows = await bank.sql`select data ->> 'transactionId' as id from outbox where person_id = ${ada.id}`
    return rows.map(({ id }) => id)
  }
  expect(await own()).toContainEqual([debit, 'Pending'])
  expect((await own()).map(([id]: [string]) => id)).not.toContain(fund)
  expect([(await told()).includes(debit), (await told()).includes(fund)]).toEqual([true, false])
  await approve(linus, fund)
  expect(await own()).toContainEqual([fund, 'Completed'])
})

test('the office hears who proposed, not that the customer submitted something', async () => {
  const start = (await linus.call('GET', '/events/recent')).headers['last-event-id']
  const fund = await adjust('fund')
  const events = (await linus.call('GET', '/events/recent', { query: { after: String(start) } })).json()
  const about = events.filter(({ subjectId }: { subjectId: string | null }) => subjectId === fund)
  expect(about).toMatchObject([{ kind: 'office.proposed', userId: grace.id, name: 'Grace Admin' }])
})
