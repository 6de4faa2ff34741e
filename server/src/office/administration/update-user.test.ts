import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { errorText } from '#contract/texts.ts'
import { type Person, useBank } from '../../../test/bank.ts'

const bank = useBank({ config: { bankTimeZone: 'America/New_York' } })
let admin: Person
let ada: Person

beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
})
beforeEach(async () => {
  ada = await bank.person({ status: 'Pending' })
})

const update = (updates: unknown, { by = admin, userId = ada.id } = {}) =>
  by.call('PATCH', '/admin/user', { body: { userId, updates } })
const stored = async (id = ada.id) =>
  (
    await bank.owner`select p.*, a.code_hash, a.code_expires_at, a.code_description, a.audit_number
                    from people p join accounts a on a.id = p.id where p.id = ${id}`
  )[0]
const auditEntries = (subject = ada.id) => bank.sql<
  { actor_id: string; action: string; before: object; after: object }[]
>`
  select actor_id, action, before, after from audit where subject_id = ${subject} order by number`
const notifications = () => bank.sql<{ kind: string; data: object; mail: boolean }[]>`
  select kind, data, mail_at is not null as mail from outbox where person_id = ${ada.id} order by number`

test('updates profile fields and audits only the changed ones', async () => {
  const response = await update({ fullName: 'Ada Lovelace', mobile: '1', nationality: '' })
  expect([response.statusCode, response.json()]).toEqual([
    200,
    expect.objectContaining({
      _id: ada.id,
      fullName: 'Ada Lovelace',
      mobile: '1',
      email: ada.email,
      status: 'Pending',
    }),
  ])
  expect(await auditEntries()).toEqual([
    {
      actor_id: admin.id,
      action: 'person.updated',
      before: { fullName: ada.fullName, mobile: '' },
      after: { fullName: 'Ada Lovelace', mobile: '1' },
    },
  ])
  const [act] = await bank.sql`select at, request_id from audit where subject_id = ${ada.id}`
  expect(act?.request_id).toBe(response.headers['x-request-id'])
  expect(Math.abs(bank.now().getTime() - act?.at.getTime())).toBeLessThan(10_000)
})

test('writes no audit entry when nothing changes', async () => {
  const before = await stored()
  for (const updates of [{}, { fullName: ada.fullName, role: 'User', status: 'Pending', codeDescription: '' }])
    expect((await update(updates)).statusCode).toBe(200)
  expect(await stored()).toEqual(before)
  expect(await auditEntries()).toEqual([])
  expect(await notifications()).toEqual([])
})

test('audits role and status separately and applies them immediately', async () => {
  expect((await ada.call('GET', '/users/all')).statusCode).toBe(403)
  const response = await update({ role: 'Admin', status: 'Active' })
  expect(response.json()).toMatchObject({ role: 'Admin', status: 'Active' })
  expect(await auditEntries()).toEqual([
    { actor_id: admin.id, action: 'person.role_changed', before: { role: 'User' }, after: { role: 'Admin' } },
    { actor_id: admin.id, action: 'person.status_changed', before: { status: 'Pending' }, after: { status: 'Active' } },
  ])
  expect(await notifications()).toEqual([{ kind: 'status.changed', data: { status: 'Active' }, mail: false }])
  // No clock is moved: this server has forgotten what it believed of her sessions.
  expect((await ada.call('GET', '/users/all')).statusCode).toBe(200)
  await update({ role: 'User' })
  expect((await ada.call('GET', '/users/all')).statusCode).toBe(403)
})

test('rejects an email in use with 409, and notifies both addresses of a new one', async () => {
  const before = await stored()
  const taken = await update({ email: admin.email.toUpperCase(), mobile: '1' })
  expect([taken.statusCode, taken.json()]).toEqual([
    409,
    { message: 'An account with this e-mail already exists.', code: 'email_taken', requestId: expect.any(String) },
  ])
  expect(await stored()).toEqual(before)

  const newEmail = `${newId()}@elsewhere.example`
  expect((await update({ email: newEmail })).json().email).toBe(newEmail)
  expect(await notifications()).toEqual([
    { kind: 'email.changed', data: { newEmail, confirmationId: expect.any(String) }, mail: true },
    { kind: 'email.replaced', data: { oldEmail: ada.email, newEmail, changeId: expect.any(String) }, mail: true },
  ])
  expect(await auditEntries()).toMatchObject([{ before: { email: ada.email }, after: { email: newEmail } }])
})

test('a code is valid until the end of its day in the bank’s time zone and can’t be read', async () => {
  const year = bank.now().getUTCFullYear() + 1
  const transactionCode = { code: '90817', expireDate: `${year}-01-31` }
  const response = await update({ transactionCode, codeDescription: 'Anti-fraud code' })
  expect(response.json()).toMatchObject({ hasTransactionCode: true, codeDescription: 'Anti-fraud code' })
  expect(response.body).not.toContain('90817')
  // Midnight in New York, in winter.
  const expireDate = `${year}-02-01T05:00:00.000Z`
  const row = await stored()
  expect(row?.code_expires_at.toISOString()).toBe(expireDate)
  expect(row?.code_hash).toHaveLength(32)
  expect(await auditEntries()).toEqual([
    {
      actor_id: admin.id,
      action: 'code.set',
      before: { code: 'none', expireDate: null },
      after: { code: 'set', expireDate },
    },
    {
      actor_id: admin.id,
      action: 'code.described',
      before: { codeDescription: '' },
      after: { codeDescription: 'Anti-fraud code' },
    },
  ])
  expect(await notifications()).toEqual([{ kind: 'code.set', data: { expireDate }, mail: true }])
  const written = await bank.owner`
    select 1 from audit l where l.before::text || l.after::text like '%90817%'
    union all select 1 from outbox where data::text like '%90817%'`
  expect(written).toHaveLength(0)
})

test('a code may expire at a time of any zone, and a second one replaces the first', async () => {
  const soon = new Date(bank.now().getTime() + 60_000)
  await update({ transactionCode: { code: '11111', expireDate: soon.toISOString() } })
  const first = await stored()
  expect(first?.code_expires_at).toEqual(soon)
  await bank.owner`update accounts set code_attempts = 5 where id = ${ada.id}`
  await update({ transactionCode: { code: '22222', expireDate: '2090-01-01T00:00:00+02:00' } })
  const second = await stored()
  expect(second?.code_expires_at.toISOString()).toBe('2089-12-31T22:00:00.000Z')
  expect(second?.code_hash).not.toEqual(first?.code_hash)
  const [{ code_attempts: attempts } = {}] = await bank.owner`select code_attempts from accounts where id = ${ada.id}`
  expect(attempts).toBe(0)
})

test('accepts a code that expires today', async () => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(bank.now())
  expect((await update({ transactionCode: { code: '12345', expireDate: today } })).statusCode).toBe(200)
})

const code = (given: object) => ({ transactionCode: { code: '12345', expireDate: '2090-01-01', ...given } })
test.each([
  ['a short code', code({ code: '1234' }), 'Enter 5 digit number'],
  ['no digits', code({ code: '12a45' }), 'Enter 5 digit number'],
  ['a long code', code({ code: '123456' }), 'Enter 5 digit number'],
  ['full-width digits', code({ code: '１２３４５' }), 'Enter 5 digit number'],
  ['a number', code({ code: 12345 }), 'Enter 5 digit number'],
  ['no code', { transactionCode: { expireDate: '2090-01-01' } }, 'Enter 5 digit number'],
  [
    'a code without an end',
    { transactionCode: { code: '12345' } },
    'Enter a date (YYYY-MM-DD) or a time with its zone.',
  ],
  ['a day that never was', code({ expireDate: '2090-02-29' }), 'Enter a date (YYYY-MM-DD) or a time with its zone.'],
  [
    'a time without a zone',
    code({ expireDate: '2090-01-01T00:00:00' }),
    'Enter a date (YYYY-MM-DD) or a time with its zone.',
  ],
  ['year 9999', code({ expireDate: '9999-12-31' }), 'Enter a date (YYYY-MM-DD) or a time with its zone.'],
  ['yesterday', code({ expireDate: '2020-01-01' }), 'The expiry date is in the past.'],
  ['a moment ago', code({ expireDate: new Date(Date.now() - 1000).toISOString() }), 'The expiry date is in the past.'],
  ['no name', { fullName: '' }, 'Name and email are required.'],
  ['no e-mail', { email: ' ' }, 'Name and email are required.'],
  ['another role', { role: 'Root' }, 'The role is User, Support, Teller, Auditor or Admin.'],
  ['another status', { status: 'Dormant' }, 'The status is Active, Pending, Frozen or Closed.'],
  ['a balance', { balance: 5 }, 'Unknown field.'],
  ['an account number', { accountNumber: '1' }, 'Unknown field.'],
  ['a password', { password: 'x' }, 'Unknown field.'],
  ['a PIN', { hasPin: true }, 'Unknown field.'],
])('%s: 400, and nothing changes', async (_, updates, text) => {
  const before = await stored()
  const response = await update({ mobile: '42', ...updates })
  expect([response.statusCode, response.json().code, errorText(response.json())]).toEqual([400, 'invalid', text])
  expect(await stored()).toEqual(before)
})

test('rejects an unknown person with 404 and an invalid id with 400', async () => {
  const unknown = await update({ mobile: '1' }, { userId: newId() })
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found'])
  for (const userId of ['', '../', 'x'.repeat(1000), { $ne: null }, null, undefined]) {
    const response = await admin.call('PATCH', '/admin/user', { body: { userId, updates: { mobile: '1' } } })
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid'])
  }
})
