import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, refusalOf, transferForm } from '../../../test/money.ts'
import { startSession } from '../../access/start-session.ts'

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

const end = (userId: string, by = admin) => by.call('POST', '/admin/end-sessions', { body: { userId } })
const signIn = (person: Person) =>
  startSession(bank.sql, person.id, bank.now(), { userAgent: 'A phone', address: '203.0.113.7' })

test('ends all sessions of that person immediately, and no others', async () => {
  const [ada, ben] = [await bank.person({ balanceCents: 100_00n }), await bank.person()]
  const phone = await signIn(ada)
  expect((await ada.call('GET', '/users', { token: phone })).statusCode).toBe(200)
  const response = await end(ada.id)
  expect([response.statusCode, response.json()]).toEqual([200, { ended: 2 }])
  for (const token of [ada.token, phone]) {
    expect((await ada.call('GET', '/users', { token })).statusCode).toBe(401)
    expect((await ada.call('POST', '/transfer', { token, body: transferForm() })).statusCode).toBe(401)
  }
  expect((await ben.call('GET', '/users')).statusCode).toBe(200)
  expect((await ada.call('GET', '/users', { token: await signIn(ada) })).statusCode).toBe(200)
})

test('records actor and subject in the audit log', async () => {
  const ada = await bank.person()
  await end(ada.id)
  const auditEntries = await bank.sql`select actor_id, action, before, after from audit where subject_id = ${ada.id}`
  expect(auditEntries).toMatchObject([
    { actor_id: admin.id, action: 'sessions.ended', before: { sessions: 1 }, after: { sessions: 0 } },
  ])
})

test('records that it ended an open reset link of a person without sessions', async () => {
  const ada = await bank.person()
  await end(ada.id)
  const openLinks = () => bank.sql`select 1 from password_resets where person_id = ${ada.id} and used_at is null`
  expect((await bank.call('POST', '/auths/forgot', { body: { email: ada.email } })).statusCode).toBe(202)
  expect((await openLinks()).count).toBe(1)
  expect((await end(ada.id)).json()).toEqual({ ended: 0 })
  expect((await openLinks()).count).toBe(0)
  const [entry] = await bank.sql`
    select actor_id, action, before from audit where subject_id = ${ada.id} order by number desc limit 1`
  expect(entry).toEqual({
    actor_id: admin.id,
    action: 'sessions.ended',
    before: { sessions: 0, challenges: 0, resetLinks: 1, devices: 0, apiKeys: 0 },
  })
})

test('writes no audit entry for a person with nothing to end', async () => {
  const ada = await bank.person()
  await end(ada.id)
  const before = await databaseFingerprint(bank)
  expect((await end(ada.id)).json()).toEqual({ ended: 0 })
  expect(await databaseFingerprint(bank)).toEqual(before)
})

test('administrators may end their own', async () => {
  const other = await bank.person({ role: 'Admin' })
  expect((await end(other.id, other)).statusCode).toBe(200)
  expect((await other.call('GET', '/users')).statusCode).toBe(401)
})

test('rejects an unknown person, an invalid id and customers', async () => {
  const ada = await bank.person()
  expect(refusalOf(await end(newId()))).toMatchObject({ status: 404, code: 'not_found' })
  expect(refusalOf(await end('x'))).toMatchObject({ status: 400, code: 'invalid' })
  expect(refusalOf(await end(admin.id, ada))).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await admin.call('GET', '/users')).statusCode).toBe(200)
})
