import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { ExampleRequests } from '../../../test/example-requests.ts'
import { refusalOf } from '../../../test/money.ts'
import { setPassword } from '../../../test/password.ts'
import { nameOf } from '../../../test/policies.ts'
import { startSession } from '../../access/start-session.ts'
import { signResetToken } from '../../identity/password/reset-links.ts'

const DAY_MS = 86_400_000
const PASSWORD = 'a long sentence that is hard to guess'
const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let mallory: Person
let grace: Person
let ivan: Person
beforeAll(async () => {
  mallory = await bank.person({ role: 'Admin', fullName: 'Mallory Admin' })
  grace = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  ivan = await bank.person({ role: 'Admin', fullName: 'Ivan Admin' })
})

let count = 0
const newMember = (role = 'Teller') => {
  count += 1
  return { fullName: `Tess Teller ${count}`, email: `tess.${count}@people.example`, role }
}
const invite = (by: Person, body: object) => by.call('POST', '/admin/staff', { body })
const confirm = (by: Person, id: string) => by.call('POST', `/admin/proposals/${id}/confirm`)
const leave = (by: Person, id: string) => by.call('POST', `/admin/staff/${id}/leave`)
const idOf = async (email: string): Promise<string> =>
  (await bank.sql<{ id: string }[]>`select id from people where email = ${email}`)[0]?.id ?? ''

async function signedIn(id: string): Promise<Person> {
  const token = await startSession(bank.sql, id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
  const call: Person['call'] = (method, path, options = {}) => bank.call(method, path, { token, ...options })
  return { ...mallory, id, token, call }
}

/** A member of staff without an account, invited by Mallory and confirmed by Grace. */
async function member(role = 'Teller'): Promise<Person & { email: string }> {
  const asked = newMember(role)
  const { _id } = (await invite(mallory, asked)).json()
  expect((await confirm(grace, _id)).statusCode).toBe(200)
  const id = await idOf(asked.email)
  await setPassword(bank, id, PASSWORD)
  return { ...(await signedIn(id)), email: asked.email, fullName: asked.fullName }
}

const notificationsOf = (personId: string, kind: string) =>
  bank.sql`select data from outbox where person_id = ${personId} and kind = ${kind}`

describe('inviting', () => {
  test('two administrators make a member of staff, who sets a password by the link and has no account', async () => {
    const asked = newMember()
    const proposed = await invite(mallory, asked)
    expect([proposed.statusCode, proposed.json()]).toMatchObject([
      202,
      { kind: 'staff', subject: null, before: {}, after: asked, state: 'pending' },
    ])
    expect(await idOf(asked.email)).toBe('')
    // A repeated invitation is the same proposal, also in another spelling; another role has to wait.
    expect((await invite(mallory, asked)).json()._id).toBe(proposed.json()._id)
    const other = { ...asked, email: asked.email.toUpperCase(), role: 'Admin' }
    expect(refusalOf(await invite(grace, other))).toMatchObject({ status: 409, code: 'already_proposed' })
    // Others wait beside it.
    expect((await invite(mallory, newMember('Auditor'))).statusCode).toBe(202)

    expect(refusalOf(await confirm(mallory, proposed.json()._id))).toMatchObject({ code: 'second_admin_needed' })
    expect((await confirm(grace, proposed.json()._id)).json()).toMatchObject({ state: 'confirmed' })
    const id = await idOf(asked.email)
    const [person] = await bank.sql`
      select role, status, staff_only, password_hash, role_given_by, role_proposed_by from people where id = ${id}`
    expect(person).toEqual({
      role: 'Teller',
      status: 'Active',
      staff_only: true,
      password_hash: null,
      role_given_by: grace.id,
      role_proposed_by: mallory.id,
    })
    for (const admin of [mallory, grace, ivan])
      expect((await notificationsOf(admin.id, 'staff.joined')).at(-1)).toMatchObject({ data: { personId: id } })

    const [mail] = (await notificationsOf(id, 'password.invited')) as unknown as { data: { resetId: string } }[]
    const [link] = await bank.sql<
      { expires_at: Date }[]
    >`select expires_at from password_resets where person_id = ${id}`
    const expiresAt = link?.expires_at ?? new Date()
    expect(Math.round((expiresAt.getTime() - bank.now().getTime()) / DAY_MS)).toBe(7)
    const token = signResetToken(bank.keys.link, { id: mail?.data.resetId ?? '', expiresAt })
    const set = () => bank.call('POST', '/auths/reset', { body: { token, password: PASSWORD } })
    expect((await set()).statusCode).toBe(204)
    expect(refusalOf(await set())).toMatchObject({ code: 'link_expired' })
    const signIn = await bank.call('POST', '/auths/login', { body: { email: asked.email, password: PASSWORD } })
    expect(signIn.statusCode).toBe(200)
    const { user } = (await bank.call('GET', '/users', { token: signIn.json().token })).json()
    expect(user).toMatchObject({ accountNumber: '', balance: 0, role: 'Teller', emailConfirmed: true })
  })

  test('attack: someone who is no administrator, or one alone, invites', async () => {
    for (const role of ['Support', 'Teller', 'Auditor'] as const) {
      const low = await bank.person({ role })
      expect(refusalOf(await invite(low, newMember('Admin')))).toMatchObject({ status: 403, code: 'forbidden' })
      expect(refusalOf(await leave(low, ivan.id))).toMatchObject({ status: 403, code: 'forbidden' })
    }
    bank.clock.offsetMs += DAY_MS
    expect(refusalOf(await invite(mallory, newMember('Admin')))).toMatchObject({ code: 'unauthenticated' })
    bank.clock.offsetMs -= DAY_MS
    const bad = { ...newMember(), role: 'User' }
    expect(refusalOf(await invite(mallory, bad))).toMatchObject({ status: 400, code: 'invalid' })
    const taken = { ...newMember(), email: grace.email }
    expect(refusalOf(await invite(mallory, taken))).toMatchObject({ status: 409, code: 'email_taken' })
  })

  test('attack: the inviter confirms with their puppet, also after a day', async () => {
    const puppet = await member('Admin')
    const ada = await bank.person()
    const fund = { userId: ada.id, amount: 5000, reason: 'A gift' }
    const proposed = (await mallory.call('POST', '/admin/fund', { body: fund })).json()
    const approve = (by: Person) => by.call('POST', '/deposit/approve', { body: { transactionId: proposed._id } })
    expect(refusalOf(await approve(puppet))).toMatchObject({ code: 'role_tie' })
    const invited = (await invite(puppet, newMember('Admin'))).json()
    expect(refusalOf(await confirm(mallory, invited._id))).toMatchObject({ code: 'role_tie' })
    bank.clock.offsetMs += 2 * DAY_MS
    expect(refusalOf(await approve(await signedIn(puppet.id)))).toMatchObject({ code: 'role_tie' })
    const third = await signedIn(ivan.id)
    expect((await third.call('POST', `/admin/staff/${puppet.id}/confirm-role`)).statusCode).toBe(200)
    expect((await approve(await signedIn(puppet.id))).json()).toMatchObject({ status: 'Completed' })
    bank.clock.offsetMs -= 2 * DAY_MS
  })
})

describe('staff without an account', () => {
  test('are in the list of staff, and in none of customers', async () => {
    const tess = await member()
    const listed = (await grace.call('GET', '/admin/staff')).json()
    expect(listed.find(({ _id }: { _id: string }) => _id === tess.id)).toMatchObject({
      fullName: tess.fullName,
      email: tess.email,
      role: 'Teller',
      isCustomer: false,
      appointment: { givenBy: { _id: grace.id }, proposedBy: { _id: mallory.id }, rule: 'third_person_needed' },
    })
    expect(listed.find(({ _id }: { _id: string }) => _id === grace.id)).toMatchObject({ isCustomer: true })

    const search = { search: tess.email }
    expect((await grace.call('GET', '/users/all', { query: search })).json()).toEqual([])
    const all = await grace.call('GET', '/users/all', { query: { limit: '100' } })
    expect(all.body).not.toContain(tess.id)
    expect(Number(all.headers['x-total-count'])).toBe(all.json().length)
    const { accounts } = (await grace.call('GET', `/admin/users/${tess.id}`)).json()
    expect(accounts).toEqual([])
  })

  test('are refused or get empty lists by every call of the online bank, never an error', async () => {
    const tess = await member()
    const results: Record<string, string> = {}
    for (const { endpoint } of bank.routes) {
      if (endpoint.policy !== 'signedIn' || endpoint.success.body === 'events') continue
      if (endpoint.path === '/auths/logout' || endpoint.path.startsWith('/users/devices')) continue
      const { method, path, by: _, ...options } = await new ExampleRequests(bank).of(endpoint)
      const response = await bank.call(method, path, { token: tess.token, ...options })
      expect([nameOf(endpoint), response.statusCode]).toEqual([
        nameOf(endpoint),
        expect.toSatisfy((code) => code < 500),
      ])
      if (response.statusCode === 403) results[nameOf(endpoint)] = response.json().code
    }
    const refused = Object.entries(results).filter(([, code]) => code === 'no_account')
    expect(refused.map(([name]) => name)).toEqual(
      expect.arrayContaining(['POST /transfer', 'POST /deposit', 'POST /accounts', 'POST /orders', 'GET /statements']),
    )
    expect((await tess.call('GET', '/accounts')).json()).toEqual([])
    expect((await tess.call('GET', '/transactions')).json()).toEqual([])
    const [row] = await bank.sql`select balance, held, number from accounts where id = ${tess.id}`
    expect(row).toEqual({ balance: 0n, held: 0n, number: null })
  })

  test('get no money, code, limit, documents or payee, and keep a role until they leave', async () => {
    const tess = await member('Support')
    const act = (method: string, path: string, body: object) => grace.call(method, path, { body })
    const fund = { userId: tess.id, amount: 1, reason: 'x' }
    expect(refusalOf(await act('POST', '/admin/fund', fund))).toMatchObject({ status: 404 })
    expect(refusalOf(await act('POST', '/admin/debit', fund))).toMatchObject({ status: 404 })
    const code = { userId: tess.id, updates: { transactionCode: { code: '54321', expireDate: '2099-01-31' } } }
    expect(refusalOf(await act('PATCH', '/admin/user', code))).toMatchObject({ code: 'no_account' })
    const role = { userId: tess.id, updates: { role: 'User' } }
    expect(refusalOf(await act('PATCH', '/admin/user', role))).toMatchObject({ code: 'no_account' })
    expect(refusalOf(await act('PUT', `/admin/users/${tess.id}/limits`, { daily: 5 }))).toMatchObject({ status: 404 })
    const ada = await bank.person()
    expect((await ada.call('POST', '/payees/find', { body: { email: tess.email } })).json()).not.toHaveProperty(
      'number',
    )
    const insert = bank.owner`update accounts set balance = 1 where id = ${tess.id}`
    await expect(insert).rejects.toThrow(/kinds/)
  })
})

describe('leaving', () => {
  test('ends sessions, keys, role, assignments and proposals, and tells every administrator', async () => {
    const tess = await member('Admin')
    const ada = await bank.person({ balanceCents: 500_00n })
    await ada.call('POST', '/suport/send', { body: { message: 'Hello', receiver: 'Admin' } })
    const assigned = await grace.call('PATCH', `/admin/conversations/${ada.id}`, { body: { assignedTo: tess.id } })
    expect(assigned.json().assignedTo._id).toBe(tess.id)
    const key = await tess.call('POST', '/users/api-keys', { body: { name: 'Script', scopes: ['staff:read'] } })
    expect(key.statusCode).toBe(201)
    const debit = { userId: ada.id, amount: 300, reason: 'Chargeback' }
    const held = (await tess.call('POST', '/admin/debit', { body: debit })).json()
    const waiting = (await tess.call('POST', '/admin/reset-pin', { body: { userId: ada.id } })).json()
    const invited = (await invite(tess, newMember())).json()
    expect((await ada.balance()).heldCents).toBe(300_00n)

    const customers = async () => (await grace.call('GET', '/admin/reports/customers')).json()
    const counted = await customers()
    const left = await leave(grace, tess.id)
    expect([left.statusCode, left.json()]).toMatchObject([200, { role: 'User', status: 'Closed' }])
    expect(refusalOf(await tess.call('GET', '/admin/staff'))).toMatchObject({ code: 'unauthenticated' })
    expect(refusalOf(await bank.call('GET', '/users/all', { token: key.json().key }))).toMatchObject({
      code: 'unauthenticated',
    })
    expect((await ada.balance()).heldCents).toBe(0n)
    const declined = (await ada.call('GET', `/transactions/${held._id}`)).json()
    expect(declined).toMatchObject({ status: 'Declined', reason: 'Withdrawn: the person who proposed it has left.' })
    for (const { _id } of [waiting, invited])
      expect(refusalOf(await confirm(ivan, _id))).toMatchObject({ status: 409, code: 'proposal_decided' })
    const conversations = (await grace.call('GET', '/suport/conversation')).json()
    expect(conversations.find(({ userId }: { userId: string }) => userId === ada.id)).toMatchObject({
      assignedTo: null,
    })
    for (const admin of [mallory, grace, ivan])
      expect((await notificationsOf(admin.id, 'staff.left')).at(-1)).toMatchObject({ data: { personId: tess.id } })
    expect((await grace.call('GET', '/admin/staff')).body).not.toContain(tess.id)
    // Neither a customer who joined, nor one who left.
    expect(await customers()).toEqual(counted)
    expect(refusalOf(await leave(grace, tess.id))).toMatchObject({ code: 'not_found' })
  })

  test('a member of staff with an account of before stays a customer', async () => {
    const cara = await bank.person({ role: 'Teller', balanceCents: 50_00n })
    expect((await leave(grace, cara.id)).json()).toMatchObject({ role: 'User', status: 'Active', balance: 50 })
    expect((await (await signedIn(cara.id)).call('GET', '/accounts')).json()).toHaveLength(1)
  })

  test('race: a proposal is confirmed or withdrawn, never both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const tess = await member('Admin')
      const asked = newMember()
      const { _id } = (await invite(tess, asked)).json()
      const ada = await bank.person()
      const fund = { userId: ada.id, amount: 300, reason: 'Refund' }
      const { _id: transactionId } = (await tess.call('POST', '/admin/fund', { body: fund })).json()
      const answers = await Promise.all([
        leave(grace, tess.id),
        confirm(ivan, _id),
        ivan.call('POST', '/deposit/approve', { body: { transactionId } }),
      ])
      const [left, confirmed, approved] = answers.map(({ statusCode }) => statusCode)
      expect([left, [200, 409].includes(confirmed ?? 0), [200, 409].includes(approved ?? 0)]).toEqual([200, true, true])
      expect((await idOf(asked.email)) !== '').toBe(confirmed === 200)
      expect((await ada.balance()).availableCents).toBe(approved === 200 ? 300_00n : 0n)
    }
  })

  test('not for oneself, nor for the last administrator, in whatever order two end each other', async () => {
    expect(refusalOf(await leave(grace, grace.id))).toMatchObject({ status: 403, code: 'own_account' })
    await bank.owner`update people set status = 'Frozen' where role = 'Admin' and id not in (${mallory.id}, ${grace.id})`
    const answers = await Promise.all([leave(mallory, grace.id), leave(grace, mallory.id)])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const last = answers[0]?.statusCode === 200 ? mallory : grace
    expect(refusalOf(await leave(last, last.id))).toMatchObject({ status: 409, code: 'last_admin' })
  })
})
