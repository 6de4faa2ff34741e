import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf } from '../../../test/money.ts'

const bank = useBank()
let admin: Person
let ada: Person
const expiresAt = new Date('2090-01-01T00:00:00.000Z')

beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})
beforeEach(async () => {
  ada = await bank.person({ pin: '1234', code: { code: '12345', expiresAt } })
  await bank.owner`update accounts set code_description = 'Anti-fraud code' where id = ${ada.id}`
})

const removeCode = (by = admin, userId = ada.id) => by.call('PATCH', '/admin/remove-code', { body: { userId } })
const resetPin = (by = admin, userId = ada.id) => by.call('POST', '/admin/reset-pin', { body: { userId } })
const account = async () => (await bank.owner`select * from accounts where id = ${ada.id}`)[0]
const auditEntries = () => bank.sql<{ actor_id: string; action: string; before: object; after: object }[]>`
  select actor_id, action, before, after from audit where subject_id = ${ada.id} order by number`
const notifications = () => bank.sql<{ kind: string; mail: boolean }[]>`
  select kind, mail_at is not null as mail from outbox where person_id = ${ada.id} order by number`

test('clears a code with its description, once', async () => {
  const response = await removeCode()
  expect([response.statusCode, response.json()]).toEqual([
    200,
    expect.objectContaining({ _id: ada.id, hasTransactionCode: false, codeDescription: '', hasPin: true }),
  ])
  expect(await account()).toMatchObject({ code_hash: null, code_expires_at: null, code_attempts: 0 })
  expect((await removeCode()).statusCode).toBe(200)
  expect(await auditEntries()).toEqual([
    {
      actor_id: admin.id,
      action: 'code.cleared',
      before: { code: 'set', expireDate: expiresAt.toISOString(), codeDescription: 'Anti-fraud code' },
      after: { code: 'none', expireDate: null, codeDescription: '' },
    },
  ])
  expect(await notifications()).toEqual([{ kind: 'code.cleared', mail: true }])
})

test('resets a PIN, locked or not, and allows a new one', async () => {
  await bank.owner`update accounts set pin_attempts = 5 where id = ${ada.id}`
  const response = await resetPin()
  expect([response.statusCode, response.json()]).toEqual([
    200,
    expect.objectContaining({ _id: ada.id, hasPin: false, hasTransactionCode: true }),
  ])
  expect(await account()).toMatchObject({ pin_hash: null, pin_attempts: 0 })
  expect((await resetPin()).json().hasPin).toBe(false)
  expect(await auditEntries()).toEqual([
    {
      actor_id: admin.id,
      action: 'pin.reset',
      before: { hasPin: true, locked: true },
      after: { hasPin: false, locked: false },
    },
  ])
  expect(await notifications()).toEqual([{ kind: 'pin.reset', mail: true }])
  const created = await ada.call('POST', '/users/create-transaction-code', { body: { pin: '9876' } })
  expect([created.statusCode, created.json().hasPin]).toEqual([201, true])
})

test('ten concurrent requests write one audit entry', async () => {
  const responses = await Promise.all([...Array(5)].flatMap(() => [resetPin(), removeCode()]))
  expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect((await auditEntries()).map(({ action }) => action).sort()).toEqual(['code.cleared', 'pin.reset'])
})

test.each([
  ['removeCode', removeCode],
  ['resetPin', resetPin],
])('%s rejects an unknown person', async (_, call) => {
  const before = await account()
  const unknown = await call(admin, newId())
  expect([unknown.statusCode, unknown.json()]).toEqual([
    404,
    { message: 'Not found.', code: 'not_found', requestId: expect.any(String) },
  ])
  expect((await call(admin, 'nonsense')).json().errors).toEqual([{ msg: 'Not a valid id.', path: 'userId' }])
  expect(await account()).toEqual(before)
  expect(await auditEntries()).toEqual([])
})

test('a Teller changes nothing of a colleague, whose secrets and profile are an Admin’s to change', async () => {
  const [teller, colleague] = [await bank.person({ role: 'Teller' }), await bank.person({ role: 'Support' })]
  const update = (by: Person, userId: string) =>
    by.call('PATCH', '/admin/user', { body: { userId, updates: { mobile: '+1 555 010 0142' } } })
  const endSessions = (by: Person, userId: string) => by.call('POST', '/admin/end-sessions', { body: { userId } })
  const acts = [removeCode, resetPin, update, endSessions]
  for (const act of acts)
    expect(refusalOf(await act(teller, colleague.id))).toMatchObject({ status: 403, code: 'forbidden' })
  for (const act of acts) expect((await act(admin, colleague.id)).statusCode).toBe(200)
  // Their own phone number and sessions stay theirs.
  for (const act of [update, endSessions]) expect((await act(teller, teller.id)).statusCode).toBe(200)
})

test('nothing of a closed account is changed', async () => {
  ada = await bank.person({ status: 'Closed', pin: '1234', code: { code: '12345', expiresAt } })
  const update = (updates: object) => admin.call('PATCH', '/admin/user', { body: { userId: ada.id, updates } })
  const refused = [resetPin(), removeCode(), update({ mobile: '1' }), update({ email: 'ada@new.example' })]
  for (const response of await Promise.all(refused))
    expect(refusalOf(response)).toMatchObject({ status: 403, code: 'account_closed' })
  expect((await account())?.code_hash).not.toBeNull()
  expect(await auditEntries()).toEqual([])
  expect((await update({ status: 'Closed' })).statusCode).toBe(200)
})
