import { afterAll, beforeEach, expect, test } from 'vitest'
import { type Bank, openBank, type Person } from '../../../test/bank.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'

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

test('the last Admin can’t lose the role or the status, at any role’s request, and the whole request is rolled back', async () => {
  // Who is Pending may not act, and does not count.
  const pending = await bank.person({ role: 'Admin', status: 'Pending' })
  const teller = await bank.person({ role: 'Teller' })
  for (const updates of [{ role: 'User' }, { status: 'Pending' }, { role: 'Teller', status: 'Pending', mobile: '1' }])
    for (const [by, code] of [
      [grace, 'own_account'],
      [teller, 'forbidden'],
      [pending, 'forbidden'],
    ] as const)
      expect([by.id, (await update(by, grace, updates)).json().code]).toEqual([by.id, code])
  for (const status of ['Frozen', 'Closed'])
    for (const [by, code] of [
      [grace, 'own_account'],
      [teller, 'forbidden'],
    ] as const) {
      const refused = await update(by, grace, { status, reason: 'No one is left' })
      expect([status, by.id, refused.json().code]).toEqual([status, by.id, code])
    }
  expect(await activeAdmins()).toEqual([grace.id])
  expect(await bank.sql`select 1 from audit`).toHaveLength(0)
  expect((await update(grace, grace, { mobile: '1', role: 'Admin' })).statusCode).toBe(200)
})

test('while another Admin remains, any can be demoted by a colleague', async () => {
  const hedy = await bank.person({ role: 'Admin' })
  expect((await update(hedy, grace, { role: 'Auditor' })).json()).toMatchObject({ role: 'Auditor' })
  expect((await update(grace, hedy, { status: 'Pending' })).json()).toMatchObject({ code: 'forbidden' })
  expect(await activeAdmins()).toEqual([hedy.id])
})

test('of two administrators who demote each other concurrently, one remains', async () => {
  for (let round = 0; round < 5; round++) {
    const hedy = await bank.person({ role: 'Admin' })
    const [left, right] = await Promise.all([
      update(grace, hedy, { role: 'User' }),
      update(hedy, grace, { status: 'Pending' }),
    ])
    // The loser is no Admin any more when the lock is theirs.
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
    await waitUntilBlocked(bank.owner)
    return [waiting] as const
  })
  expect((await late).json().code).toBe('forbidden')
  expect((await activeAdmins()).sort()).toEqual([grace.id, joan.id].sort())
})
