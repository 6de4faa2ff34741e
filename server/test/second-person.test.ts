/**
 * Who is a second person, and what one person decides alone. The attackers: one member of staff with a colleague's password,
 * with a puppet of long ago, and with many small customers.
 */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSession } from '../src/access/start-session.ts'
import { createLedger } from '../src/ledger/ledger.ts'
import { type Person, useBank } from './bank.ts'
import { commandsOf } from './commands.ts'
import { enrolTotp } from './factors.ts'
import { databaseFingerprint, refusalOf, transferForm } from './money.ts'
import { setPassword } from './password.ts'
import { submitDocuments } from './verification.ts'

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const LIMIT = 100
const PASSWORD = 'a long sentence for tests'

const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let ada: Person
beforeEach(async () => {
  bank.clock.offsetMs = 0
  ada = await bank.person({ balanceCents: 5_000_00n })
})

const admin = () => bank.person({ role: 'Admin' })
const ago = (ms: number) => new Date(bank.now().getTime() - ms)
const appoint = (staff: Person, by: Person, proposedBy: Person | null = null, agoMs = YEAR_MS) => bank.owner`
  update people set role_given_by = ${by.id}, role_proposed_by = ${proposedBy?.id ?? null}, role_given_at = ${ago(agoMs)}
  where id = ${staff.id}`
const appointConfirmed = (staff: Person, by: Person) => bank.owner`
  update people set role_given_by = ${by.id}, role_given_at = ${ago(YEAR_MS)}, role_confirmed_at = ${ago(DAY_MS)}
  where id = ${staff.id}`
const changeFactors = (staff: Person, agoMs: number) =>
  bank.owner`update people set factors_changed_at = ${ago(agoMs)} where id = ${staff.id}`
const fund = (by: Person, person: Person, amount: number) =>
  by.call('POST', '/admin/fund', { body: { userId: person.id, amount, reason: 'Refund', confirm: true } })
const statusOf = async (response: ReturnType<Person['call']>) => (await response).json().status
const approve = (by: Person, transactionId: string) => by.call('POST', '/deposit/approve', { body: { transactionId } })
const confirm = (by: Person, id: string) => by.call('POST', `/admin/proposals/${id}/confirm`)
const confirmRole = (by: Person, staff: Person) => by.call('POST', `/admin/staff/${staff.id}/confirm-role`)
const resetFactors = (by: Person, person: Person) =>
  by.call('POST', '/admin/factors/reset', { body: { userId: person.id, reason: 'Lost phone' } })
/** A person in a new session, after a change of the clock. */
const again = async (person: Person): Promise<Person> => {
  const token = await startSession(bank.sql, person.id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
  return { ...person, token, call: (method, path, options = {}) => bank.call(method, path, { token, ...options }) }
}

/** Who may confirm whose proposals: the confirmer, what they are to the proposer, and the rule that refuses it. */
type Parties = { confirmer: Person; proposer: Person; third: Person; fourth: Person }
const MATRIX: [string, (parties: Parties) => unknown, string | null][] = [
  ['a colleague', () => {}, null],
  ['who appointed the proposer a year ago', (p) => appoint(p.proposer, p.confirmer), 'role_tie'],
  ['who proposed the proposer’s role', (p) => appoint(p.proposer, p.third, p.confirmer), 'role_tie'],
  ['whom the proposer appointed a year ago', (p) => appoint(p.confirmer, p.proposer), 'role_tie'],
  ['whose role the proposer proposed', (p) => appoint(p.confirmer, p.third, p.proposer), 'role_tie'],
  ['whom the same person appointed', (p) => [appoint(p.confirmer, p.third), appoint(p.proposer, p.third)], null],
  [
    'whose appointee appointed the proposer',
    (p) => [appoint(p.proposer, p.third), appoint(p.third, p.confirmer)],
    'role_tie',
  ],
  [
    'whom an appointee of the proposer appointed',
    (p) => [appoint(p.confirmer, p.third), appoint(p.third, p.fourth, p.proposer)],
    'role_tie',
  ],
  [
    'whom an appointee of an appointee of the proposer appointed',
    (p) => [appoint(p.confirmer, p.fourth), appoint(p.fourth, p.third), appoint(p.third, p.proposer)],
    'role_tie',
  ],
  [
    'at the other end of a chain, of which a third person has confirmed the middle',
    (p) => [appoint(p.confirmer, p.third), appointConfirmed(p.third, p.proposer)],
    null,
  ],
  [
    'whom two appointed in a circle',
    (p) => [appoint(p.confirmer, p.third), appoint(p.third, p.fourth), appoint(p.fourth, p.third)],
    null,
  ],
  ['whose role is of today', (p) => appoint(p.confirmer, p.third, null, DAY_MS - 60_000), 'role_new'],
  ['whose role is a day old', (p) => appoint(p.confirmer, p.third, null, DAY_MS), null],
  ['whose factors are of today', (p) => changeFactors(p.confirmer, DAY_MS - 60_000), 'factors_new'],
  ['whose factors are a day old', (p) => changeFactors(p.confirmer, DAY_MS), null],
  ['beside a proposer whose factors are of today', (p) => changeFactors(p.proposer, 60_000), null],
]

const ACTS = [
  ['money', (by: Person) => fund(by, ada, 2 * LIMIT), approve],
  ['a PIN reset', (by: Person) => by.call('POST', '/admin/reset-pin', { body: { userId: ada.id } }), confirm],
] as const

describe.each(ACTS)('%s is confirmed by staff', (kind, propose, decide) => {
  test.each(MATRIX)('%s', async (_, arrange, rule) => {
    const [confirmer, proposer, third, fourth] = [await admin(), await admin(), await admin(), await admin()]
    await Promise.all([arrange({ confirmer, proposer, third, fourth })].flat())
    const proposed = await propose(proposer)
    const { _id } = proposed.json()
    if (kind === 'a PIN reset') {
      const list = (await confirmer.call('GET', '/admin/proposals', { query: { state: 'pending' } })).json()
      expect(list.find((one: { _id: string }) => one._id === _id).rule).toBe(rule)
    }
    const before = await databaseFingerprint(bank)
    const answer = await decide(confirmer, _id)
    if (rule === null) return expect(answer.statusCode).toBe(200)
    expect(refusalOf(answer)).toMatchObject({ status: 403, code: rule })
    expect(await databaseFingerprint(bank)).toEqual(before)
    expect((await decide(await admin(), _id)).statusCode).toBe(200)
  })
})

describe('with a colleague’s password', () => {
  const reset = { kind: 'factors_reset', before: { totp: 1, passkeys: 0 }, after: { totp: 0, passkeys: 0 } }

  test('attack: an Admin removes the colleague’s factors, signs in as them and confirms their own proposal', async () => {
    const [mallory, grace, linus] = [await admin(), await admin(), await admin()]
    await setPassword(bank, grace.id, PASSWORD)
    await enrolTotp(grace, bank.now)
    await changeFactors(grace, YEAR_MS)
    const { _id: money } = (await fund(mallory, ada, 5_000)).json()
    const proposed = await resetFactors(mallory, grace)
    expect([proposed.statusCode, proposed.json()]).toMatchObject([202, reset])
    expect(refusalOf(await confirm(mallory, proposed.json()._id))).toMatchObject({ code: 'second_admin_needed' })
    expect(refusalOf(await confirm(grace, proposed.json()._id))).toMatchObject({ code: 'second_admin_needed' })
    const logIn = async () =>
      (await bank.call('POST', '/auths/login', { body: { email: grace.email, password: PASSWORD } })).json()
    expect(await logIn()).not.toHaveProperty('token')

    // Even if a colleague is talked into it, the factors that Mallory then sets up confirm nothing for a day.
    expect((await confirm(linus, proposed.json()._id)).statusCode).toBe(200)
    const { token } = await logIn()
    const asGrace: Person = {
      ...grace,
      token,
      call: (method, path, o = {}) => bank.call(method, path, { token, ...o }),
    }
    expect(refusalOf(await approve(asGrace, money))).toMatchObject({ status: 403, code: 'factors_new' })
    await bank.owner`update people set factors_changed_at = null where id = ${grace.id}`
    await enrolTotp(asGrace, bank.now)
    expect(refusalOf(await approve(asGrace, money))).toMatchObject({ status: 403, code: 'factors_new' })
    bank.clock.offsetMs = DAY_MS + 1_000
    expect(await statusOf(approve(await again(grace), money))).toBe('Completed')
  })

  test('attack: a Teller removes a customer’s factors alone', async () => {
    const [mallory, teller] = [await bank.person({ role: 'Teller' }), await bank.person({ role: 'Teller' })]
    await enrolTotp(ada, bank.now)
    const proposed = await resetFactors(mallory, ada)
    expect([proposed.statusCode, proposed.json()]).toMatchObject([202, reset])
    expect((await ada.call('GET', '/users/factors')).json()).toMatchObject({ totp: true })
    expect(refusalOf(await confirm(mallory, proposed.json()._id))).toMatchObject({ code: 'second_admin_needed' })
    expect((await confirm(teller, proposed.json()._id)).statusCode).toBe(200)
    expect((await ada.call('GET', '/users')).statusCode).toBe(401)
    const [row] = await bank.sql`
      select actor_id, after from audit where subject_id = ${ada.id} and action = 'factors.reset'`
    expect(row).toMatchObject({ actor_id: teller.id, after: { totp: 0, reason: 'Lost phone' } })
  })

  test('a reset is outdated once the owner has removed the factors', async () => {
    const [mallory, linus] = [await admin(), await admin()]
    await enrolTotp(ada, bank.now)
    const { _id } = (await resetFactors(mallory, ada)).json()
    expect((await ada.call('DELETE', '/users/factors/totp')).statusCode).toBe(204)
    expect(refusalOf(await confirm(linus, _id))).toMatchObject({ status: 409, code: 'proposal_outdated' })
  })

  test('of staff, a reset is an Admin’s to propose and confirm', async () => {
    const [teller, colleague, mallory] = [await bank.person({ role: 'Teller' }), await admin(), await admin()]
    await enrolTotp(colleague, bank.now)
    expect(refusalOf(await resetFactors(teller, colleague))).toMatchObject({ status: 403, code: 'forbidden' })
    const { _id } = (await resetFactors(mallory, colleague)).json()
    expect(refusalOf(await confirm(teller, _id))).toMatchObject({ status: 403, code: 'forbidden' })
  })
})

describe('a role is confirmed', () => {
  let [mallory, puppet, grace, third] = [] as unknown as [Person, Person, Person, Person]
  beforeEach(async () => {
    ;[mallory, puppet, grace, third] = [await admin(), await admin(), await admin(), await admin()]
    await appoint(puppet, mallory, grace)
  })
  const shown = async (reader: Person) =>
    (await reader.call('GET', `/admin/users/${puppet.id}`)).json().appointment as object

  test('by a third person, and then both may confirm for each other', async () => {
    expect(await shown(third)).toMatchObject({
      givenBy: { _id: mallory.id },
      proposedBy: { _id: grace.id },
      confirmedBy: null,
      rule: null,
    })
    const answer = await confirmRole(third, puppet)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { _id: puppet.id, role: 'Admin' }])
    expect(await shown(third)).toMatchObject({ confirmedBy: { _id: third.id }, rule: null })
    const [entry] = await bank.sql`select actor_id, action, after from audit where subject_id = ${puppet.id}`
    expect(entry).toEqual({ actor_id: third.id, action: 'role.confirmed', after: { role: 'Admin' } })
    const before = await databaseFingerprint(bank)
    const repeated = await confirmRole(third, puppet)
    expect(repeated.statusCode).toBe(200)
    const { access_log: _, ...after } = await databaseFingerprint(bank)
    expect(before).toMatchObject(after)

    expect((await approve(puppet, (await fund(mallory, ada, 500)).json()._id)).statusCode).toBe(200)
    expect((await approve(grace, (await fund(puppet, ada, 500)).json()._id)).statusCode).toBe(200)
    // A role that is given again has to be confirmed again.
    bank.clock.offsetMs = 2 * DAY_MS
    await appoint(puppet, mallory, null, DAY_MS)
    const { _id } = (await fund(await again(puppet), ada, 500)).json()
    expect(refusalOf(await approve(await again(mallory), _id))).toMatchObject({ status: 403, code: 'role_tie' })
  })

  const NO_THIRD: [string, () => Person | Promise<Person>, string][] = [
    ['who gave it', () => mallory, 'third_person_needed'],
    ['who proposed it', () => grace, 'third_person_needed'],
    ['who has it', () => puppet, 'third_person_needed'],
    ['another puppet of who gave it', () => tied((other) => appoint(other, mallory)), 'third_person_needed'],
    ['who appointed the one who gave it', () => tied((other) => appoint(mallory, other)), 'third_person_needed'],
    ['whom the member appointed', () => tied((other) => appoint(other, puppet)), 'third_person_needed'],
    ['a new Admin', () => tied((other) => appoint(other, third, null, 60_000)), 'role_new'],
    ['an Admin with new factors', () => tied((other) => changeFactors(other, 60_000)), 'factors_new'],
    ['a Teller', () => bank.person({ role: 'Teller' }), 'forbidden'],
  ]
  async function tied(arrange: (other: Person) => unknown): Promise<Person> {
    const other = await admin()
    await arrange(other)
    return other
  }

  test.each(NO_THIRD)('not by %s', async (_, find, code) => {
    const confirmer = await find()
    if (code !== 'forbidden') expect(await shown(confirmer)).toMatchObject({ rule: code })
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await confirmRole(confirmer, puppet))).toMatchObject({ status: 403, code })
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('of staff only', async () => {
    expect(refusalOf(await confirmRole(third, ada))).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('in pieces', () => {
  let mallory: Person
  beforeEach(async () => {
    mallory = await bank.person({ role: 'Teller' })
  })
  const customers = (count: number, status: 'Active' | 'Pending' = 'Active') =>
    Promise.all(Array.from({ length: count }, () => bank.person({ status })))
  const activate = (person: Person, status = 'Active') =>
    mallory.call('PATCH', '/admin/user', { body: { userId: person.id, updates: { status }, reason: 'Checked' } })
  const fundEach = async (people: Person[], amount: number, by = mallory) => {
    const statuses: string[] = []
    for (const person of people) statuses.push(await statusOf(fund(by, person, amount)))
    return statuses
  }

  test('attack: four customers whom they registered and verified themselves', async () => {
    const puppets = await customers(4, 'Pending')
    const [byHand, byDocuments, byFreezing, more] = puppets as [Person, Person, Person, Person]
    await activate(byHand)
    await submitDocuments(byDocuments)
    const body = { userId: byDocuments.id, decision: 'approve', reason: '' }
    expect((await mallory.call('POST', '/admin/verifications/decide', { body })).statusCode).toBe(200)
    await activate(byFreezing, 'Frozen')
    await activate(byFreezing)
    await activate(more)
    expect(await fundEach(puppets, 40)).toEqual(['Completed', 'Completed', 'Pending', 'Pending'])
    const page = (await mallory.call('GET', `/admin/users/${more.id}`)).json()
    expect(page).toMatchObject({ decidedAlone: 80 })
    // A colleague's customers, and their own after thirty days, count by themselves.
    expect(await fundEach(puppets, 40, await bank.person({ role: 'Teller' }))).toEqual(Array(4).fill('Completed'))
    bank.clock.offsetMs = 30 * DAY_MS + 1_000
    expect(await fundEach(puppets, LIMIT, await again(mallory))).toEqual(Array(4).fill('Completed'))
  })

  test('attack: puppets who were frozen while Pending, for longer than thirty days', async () => {
    const puppets = await customers(3, 'Pending')
    for (const puppet of puppets) expect((await activate(puppet, 'Frozen')).statusCode).toBe(200)
    bank.clock.offsetMs = 31 * DAY_MS
    mallory = await again(mallory)
    for (const puppet of puppets) expect((await activate(puppet)).statusCode).toBe(200)
    expect(await fundEach(puppets, 40)).toEqual(['Completed', 'Completed', 'Pending'])
  })

  test('who verified a customer stays on record, whoever froze them before or unfreezes them', async () => {
    const [puppet] = (await customers(1, 'Pending')) as [Person]
    const colleague = await bank.person({ role: 'Teller' })
    const set = (status: string) =>
      colleague.call('PATCH', '/admin/user', { body: { userId: puppet.id, updates: { status }, reason: 'Checked' } })
    const verifier = async () =>
      (await bank.sql`select verified_by_staff from people where id = ${puppet.id}`)[0]?.verified_by_staff
    await set('Frozen')
    expect(await verifier()).toBeNull()
    await activate(puppet)
    expect(await verifier()).toBe(mallory.id)
    await set('Frozen')
    await set('Active')
    expect(await verifier()).toBe(mallory.id)
    // A colleague who verifies the person again answers for them from now on.
    await set('Pending')
    await set('Active')
    expect(await verifier()).toBe(colleague.id)
  })

  test('attack: many customers, up to ten times the limit within a day', async () => {
    const people = await customers(12)
    const expected = [...Array(10).fill('Completed'), 'Pending', 'Pending']
    expect(await fundEach(people, LIMIT)).toEqual(expected)
    expect((await mallory.call('GET', `/admin/users/${ada.id}`)).json()).toMatchObject({ decidedAlone: LIMIT })
    expect(await statusOf(fund(mallory, ada, 0.01))).toBe('Pending')
    const { _id } = (await ada.call('POST', '/transfer', { body: transferForm({ amount: 10 }) })).json()
    expect(await statusOf(approve(mallory, _id))).toBe('Pending')
    bank.clock.offsetMs = DAY_MS + 1_000
    expect(await statusOf(fund(await again(mallory), ada, LIMIT))).toBe('Completed')
  })

  test('attack: many customers at the same moment, through two servers', async () => {
    const rules = { zone: 'UTC', fourEyesAboveCents: 100_00n }
    const servers = [createLedger(bank.sql, rules), createLedger(bank.sql, rules)]
    const commands = commandsOf(bank)
    const people = await customers(24)
    const outcomes = await Promise.all(
      people.map((person, index) => servers[index % 2]?.submit(commands.adjust('fund', mallory, person, 100_00n))),
    )
    const statuses = outcomes.map((outcome) => (outcome?.ok ? outcome.transaction.status : outcome?.code))
    expect(statuses.filter((status) => status === 'Completed')).toHaveLength(10)
    expect(statuses.filter((status) => status === 'Pending')).toHaveLength(14)
  })

  test('a reversal counts for both customers together', async () => {
    const puppets = await customers(2, 'Pending')
    for (const puppet of puppets) await activate(puppet)
    const [from, to] = puppets as [Person, Person]
    await fund(await bank.person({ role: 'Teller' }), from, LIMIT)
    const form = transferForm({ amount: 60, accountNumber: await to.accountNumber() })
    const { _id: transactionId } = (await from.call('POST', '/transfer', { body: form })).json()
    await approve(await bank.person({ role: 'Teller' }), transactionId)
    const body = { transactionId, reason: 'By mistake' }
    expect(await statusOf(mallory.call('POST', '/admin/reverse', { body }))).toBe('Pending')
  })
})

test('freezing and unfreezing a member of staff takes a second person, and who appointed them stays', async () => {
  const [mallory, first, second, clerk] = [
    await admin(),
    await admin(),
    await admin(),
    await bank.person({ role: 'Support' }),
  ]
  await appoint(clerk, mallory, first)
  const origin = () =>
    bank.sql`select role_given_by, role_proposed_by, role_given_at from people where id = ${clerk.id}`
  const before = await origin()
  const set = (by: Person, updates: object) =>
    by.call('PATCH', '/admin/user', { body: { userId: clerk.id, updates, reason: 'Checked' } })
  expect((await set(first, { status: 'Frozen' })).statusCode).toBe(200)
  const unfreeze = await set(first, { status: 'Active' })
  expect(unfreeze.statusCode).toBe(202)
  expect((await confirm(second, unfreeze.json()._id)).statusCode).toBe(200)
  expect((await clerk.call('GET', '/users')).json().user.status).toBe('Active')
  expect(await origin()).toEqual(before)
  const promotion = await set(first, { role: 'Teller' })
  expect((await confirm(second, promotion.json()._id)).statusCode).toBe(200)
  expect(await origin()).toMatchObject([{ role_given_by: second.id, role_proposed_by: first.id }])
})

describe('without four eyes', () => {
  const alone = useBank({ config: { fourEyesAboveCents: null } })
  let [admins, teller] = [[] as Person[], null as unknown as Person]
  beforeAll(async () => {
    admins = [await alone.person({ role: 'Admin' }), await alone.person({ role: 'Admin' })]
    teller = await alone.person({ role: 'Teller' })
  })
  const told = async () =>
    (await alone.sql`select person_id from outbox where kind = 'factors.reset_by_staff' and mail_at is not null`)
      .map(({ person_id }) => person_id)
      .sort()

  test('factors are removed at once, of customers and colleagues, and every Admin is told', async () => {
    const [customer, colleague] = [await alone.person(), await alone.person({ role: 'Support' })]
    await enrolTotp(customer, alone.now)
    await enrolTotp(colleague, alone.now)
    expect((await resetFactors(teller, customer)).statusCode).toBe(204)
    const ids = admins.map(({ id }) => id)
    expect(await told()).toEqual([...ids].sort())
    expect((await resetFactors(admins[0] as Person, colleague)).statusCode).toBe(204)
    expect(await told()).toEqual([...ids, ...ids].sort())
    // Nothing to remove is nothing to tell.
    expect((await resetFactors(teller, customer)).statusCode).toBe(204)
    expect(await told()).toHaveLength(4)
  })
})

test('attack: a puppet of a puppet is no second person, in either direction, until a third person confirms the middle', async () => {
  const [mallory, puppet, second, third] = [await admin(), await admin(), await admin(), await admin()]
  await appoint(puppet, mallory)
  await appoint(second, puppet)
  const [hers, theirs] = [(await fund(mallory, ada, 500)).json()._id, (await fund(second, ada, 600)).json()._id]
  expect(refusalOf(await approve(second, hers))).toMatchObject({ status: 403, code: 'role_tie' })
  expect(refusalOf(await approve(mallory, theirs))).toMatchObject({ status: 403, code: 'role_tie' })
  expect(refusalOf(await confirmRole(mallory, second))).toMatchObject({ status: 403, code: 'third_person_needed' })
  expect((await confirmRole(third, puppet)).statusCode).toBe(200)
  expect(await statusOf(approve(second, hers))).toBe('Completed')
  expect(await statusOf(approve(mallory, theirs))).toBe('Completed')
})
