import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, refusalOf } from '../../../test/money.ts'

const bank = useBank({ config: { fourEyesAboveCents: 0n } })
let grace: Person
let linus: Person
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin' })
  linus = await bank.person({ role: 'Admin' })
})

const update = (person: Person, updates: object, more: object = {}) =>
  grace.call('PATCH', '/admin/user', { body: { userId: person.id, updates, ...more } })
const close = (person: Person) => update(person, { status: 'Closed' }, { reason: 'Moved abroad' })
/** Reads are recorded, and a session is touched. */
const unchanged = { access_log: '', sessions: '' }

test.each<[string, (person: Person) => ReturnType<Person['call']>]>([
  ['a role', (person) => update(person, { role: 'Teller' })],
  ['an email', (person) => update(person, { email: 'new@people.example' })],
  ['a PIN reset', (person) => grace.call('POST', '/admin/reset-pin', { body: { userId: person.id } })],
])('%s of a person who was closed or frozen meanwhile is not confirmed', async (_, propose) => {
  for (const status of ['Closed', 'Frozen']) {
    const ada = await bank.person()
    const proposed = await propose(ada)
    expect(proposed.statusCode).toBe(202)
    const changed =
      status === 'Closed' ? await close(ada) : await update(ada, { status }, { reason: 'Reported stolen' })
    expect(changed.json().status).toBe(status)
    const before = await databaseFingerprint(bank)
    const confirmed = await linus.call('POST', `/admin/proposals/${proposed.json()._id}/confirm`)
    expect(refusalOf(confirmed)).toMatchObject({ status: 409, code: 'proposal_outdated' })
    expect({ ...(await databaseFingerprint(bank)), ...unchanged }).toEqual({ ...before, ...unchanged })
    await linus.call('POST', `/admin/proposals/${proposed.json()._id}/reject`, { body: {} })
  }
})

test('a person with proposed money is not closed', async () => {
  const ada = await bank.person()
  expect(
    (await grace.call('POST', '/admin/fund', { body: { userId: ada.id, amount: 10, reason: 'Refund' } })).statusCode,
  ).toBe(201)
  const before = await databaseFingerprint(bank)
  expect(refusalOf(await close(ada))).toMatchObject({ status: 409, code: 'account_not_empty' })
  expect({ ...(await databaseFingerprint(bank)), ...unchanged }).toEqual({ ...before, ...unchanged })
})

test('of two confirmations at once one is carried out, and the other changes nothing', async () => {
  const [ada, hedy] = [await bank.person(), await bank.person({ role: 'Admin' })]
  const { _id } = (await update(ada, { role: 'Teller' })).json()
  const both = await Promise.all([linus, hedy].map((by) => by.call('POST', `/admin/proposals/${_id}/confirm`)))
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const entries = await bank.sql`
    select action from audit where subject_id = ${ada.id} and action in ('proposal.confirmed', 'person.role_changed')`
  expect(entries).toHaveLength(2)
})
