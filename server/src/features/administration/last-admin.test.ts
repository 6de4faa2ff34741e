import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Bank, openBank, type Person } from '../../../test/bank.ts'

const LAST = { message: 'The last administrator can’t lose the role or be made Pending.', code: 'last_admin' }

let bank: Bank
let grace: Person
beforeEach(async () => {
  await bank?.close()
  bank = await openBank()
  grace = await bank.person({ role: 'Admin' })
})
afterAll(() => bank.close())

const update = (by: Person, subject: Person, updates: object) =>
  by.call('PATCH', '/admin/user', { body: { userId: subject.id, updates } })
const activeAdmins = async () =>
  (await bank.sql`select id from people where role = 'Admin' and status = 'Active'`).map(({ id }) => id)

test('the last administrator can’t be demoted or made Pending, and the whole request is rolled back', async () => {
  // Who is Pending may not act, and does not count.
  await bank.person({ role: 'Admin', status: 'Pending' })
  for (const updates of [{ role: 'User' }, { status: 'Pending' }, { role: 'User', status: 'Pending', mobile: '1' }]) {
    const response = await update(grace, grace, updates)
    expect([response.statusCode, response.json()]).toEqual([409, { ...LAST, requestId: expect.any(String) }])
  }
  expect(await activeAdmins()).toEqual([grace.id])
  expect(await bank.sql`select 1 from audit`).toHaveLength(0)
  expect((await update(grace, grace, { mobile: '1', role: 'Admin' })).statusCode).toBe(200)
})

test('while another administrator remains, any can be demoted, including the caller', async () => {
  const hedy = await bank.person({ role: 'Admin' })
  expect((await update(grace, grace, { role: 'User' })).json()).toMatchObject({ role: 'User' })
  expect((await update(hedy, hedy, { status: 'Pending' })).json()).toMatchObject(LAST)
  expect(await activeAdmins()).toEqual([hedy.id])
})

test('of two administrators who demote each other concurrently, one remains', async () => {
  for (let round = 0; round < 5; round++) {
    const hedy = await bank.person({ role: 'Admin' })
    const [left, right] = await Promise.all([
      update(grace, hedy, { role: 'User' }),
      update(hedy, grace, { status: 'Pending' }),
    ])
    // The loser is the last one by then, or comes so late that their session is no administrator's any more.
    expect([left, right].filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect([left, right].filter(({ statusCode }) => [403, 409].includes(statusCode))).toHaveLength(1)
    const [stays] = await activeAdmins()
    expect(stays).toBe(left.statusCode === 200 ? grace.id : hedy.id)
    grace = left.statusCode === 200 ? grace : hedy
  }
})

test('of five administrators who demote all others concurrently, at least one remains', async () => {
  const five = [grace, ...(await Promise.all(Array.from({ length: 4 }, () => bank.person({ role: 'Admin' }))))]
  const responses = await Promise.all(
    five.flatMap((by) => five.filter((other) => other !== by).map((other) => update(by, other, { role: 'User' }))),
  )
  expect(responses.every(({ statusCode }) => [200, 403, 409].includes(statusCode))).toBe(true)
  expect((await activeAdmins()).length).toBeGreaterThanOrEqual(1)
})

test('an administrator who was demoted while waiting for the lock can’t demote others', async () => {
  const [hedy, joan] = [await bank.person({ role: 'Admin' }), await bank.person({ role: 'Admin' })]
  expect((await hedy.call('GET', '/users/all')).statusCode).toBe(200)
  const [late] = await bank.sql.begin(async (tx) => {
    await tx`select 1 from people where role = 'Admin' order by id for no key update`
    await tx`update people set role = 'User' where id = ${hedy.id}`
    // Hedy's session is still believed, and her call waits behind this lock.
    const waiting = update(hedy, joan, { role: 'User' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    return [waiting] as const
  })
  expect((await late).json().code).toBe('forbidden')
  expect((await activeAdmins()).sort()).toEqual([grace.id, joan.id].sort())
})
