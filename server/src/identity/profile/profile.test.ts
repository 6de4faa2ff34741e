import { v7 as newId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { errorText } from '#contract/texts.ts'
import { type Person, useBank } from '../../../test/bank.ts'

const bank = useBank()
let ada: Person
beforeEach(async () => {
  ada = await bank.person({ pin: null })
})

const update = (body: unknown, person = ada) => person.call('PUT', '/users/update', { body })
const stored = async (person = ada) => (await bank.owner`select * from people where id = ${person.id}`)[0]
const notifications = (person = ada) => bank.sql<{ kind: string; data: unknown; due: boolean }[]>`
  select kind, data, mail_at is not null as due from outbox where person_id = ${person.id} order by number`

test('updates the given fields and no others', async () => {
  const nia = await bank.person({ status: 'Pending', pin: null })
  const everything = {
    fullName: 'Ada Lovelace',
    mobile: '+44 20 7946 0000',
    address: '12 St James’s Square',
    gender: 'female',
    dob: '1990-12-10',
    nationality: 'United Kingdom',
  }
  const response = await update(everything, nia)
  expect([response.statusCode, response.json()]).toEqual([
    200,
    expect.objectContaining({ ...everything, email: nia.email }),
  ])
  const cleared = (await update({ dob: '', gender: '', mobile: '  ' }, nia)).json()
  expect(cleared).toMatchObject({
    fullName: 'Ada Lovelace',
    dob: '',
    gender: '',
    mobile: '',
    address: everything.address,
  })
  expect((await nia.call('GET', '/users')).json().user).toEqual(cleared)
  // A different spelling of the same address sends no notification.
  expect(await notifications(nia)).toEqual([])
})

test('an empty update changes nothing', async () => {
  const before = await stored()
  const response = await update({})
  expect([response.statusCode, response.json()._id]).toEqual([200, ada.id])
  expect(await stored()).toEqual(before)
})

test('a new email is used to log in, and both addresses are notified', async () => {
  const newEmail = `${newId()}@Elsewhere.example`
  const response = await update({ email: newEmail })
  expect([response.statusCode, response.json().email]).toEqual([200, newEmail])
  expect((await stored())?.email_key).toBe(newEmail.toLowerCase())
  expect(await notifications()).toEqual([
    { kind: 'email.changed', data: { newEmail, confirmationId: expect.any(String) }, due: true },
    { kind: 'email.replaced', data: { oldEmail: ada.email, newEmail, changeId: expect.any(String) }, due: true },
  ])
})

test('stores another spelling of the same address without a notification', async () => {
  expect((await update({ email: ada.email.toUpperCase() })).json().email).toBe(ada.email.toUpperCase())
  expect(await notifications()).toEqual([])
})

test('rejects an address in use in any spelling and rolls back the whole request', async () => {
  const bob = await bank.person()
  const before = await stored()
  const response = await update({ email: bob.email.toUpperCase(), fullName: 'Bob' })
  expect([response.statusCode, response.json()]).toEqual([
    409,
    { message: 'An account with this e-mail already exists.', code: 'email_taken', requestId: expect.any(String) },
  ])
  expect(await stored()).toEqual(before)
})

test('of two concurrent changes to the same address, one succeeds', async () => {
  const bob = await bank.person()
  const email = `${newId()}@wanted.example`
  const responses = await Promise.all([update({ email }), update({ email }, bob)])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
test.each([
  ['an empty name', { fullName: '' }, 'Name and email are required.'],
  ['a blank e-mail', { email: '  ' }, 'Name and email are required.'],
  ['both empty', { fullName: '', email: '' }, 'Name and email are required.'],
  ['null', { fullName: null }, 'Name and email are required.'],
  ['no address', { email: 'nowhere' }, 'Enter a valid e-mail address.'],
  ['a long name', { fullName: 'x'.repeat(201) }, 'Full name can have at most 200 characters.'],
  ['another gender', { gender: 'robot' }, 'Choose male, female or others.'],
  ['tomorrow’s birthday', { dob: tomorrow }, 'Enter a date in the past.'],
  ['a day that never was', { dob: '2023-02-29' }, 'Enter a date (YYYY-MM-DD).'],
  ['year 0', { dob: '0000-01-01' }, 'Enter a date in the past.'],
  ['a lone surrogate', { address: 'x\ud800' }, 'Address has characters that can’t be stored.'],
  ['a role', { role: 'Admin' }, 'Unknown field.'],
  ['a status', { status: 'Active' }, 'Unknown field.'],
  ['a balance', { balance: 1000 }, 'Unknown field.'],
  ['another person', { userId: newId() }, 'Unknown field.'],
  ['an account number', { accountNumber: '1234567897' }, 'Unknown field.'],
])('%s: 400, and nothing changes', async (_, body, text) => {
  const before = await stored()
  const response = await update(body)
  expect([response.statusCode, response.json().code, errorText(response.json())]).toEqual([400, 'invalid', text])
  expect(await stored()).toEqual(before)
})

test('a Pending person may change their profile, a logged-out one may not', async () => {
  const pending = await bank.person({ status: 'Pending' })
  expect((await update({ mobile: '1' }, pending)).json()).toMatchObject({ mobile: '1', status: 'Pending' })
  await pending.call('POST', '/auths/logout')
  const response = await update({ mobile: '2' }, pending)
  expect([response.statusCode, response.json().code]).toEqual([401, 'unauthenticated'])
  expect((await stored(pending))?.mobile).toBe('1')
})

test('a PIN is created once, also by concurrent requests', async () => {
  const responses = await Promise.all(
    ['1111', '2222', '3333', '4444'].map((pin) =>
      ada.call('POST', '/users/create-transaction-code', { body: { pin } }),
    ),
  )
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409])
  expect(responses.find(({ statusCode }) => statusCode === 201)?.json()).toMatchObject({ _id: ada.id, hasPin: true })
  expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    message: 'A PIN exists already.',
    code: 'pin_exists',
  })
})

test('stores a PIN as a keyed hash that differs for equal PINs', async () => {
  const bob = await bank.person({ pin: '4321' })
  await ada.call('POST', '/users/create-transaction-code', { body: { pin: '4321' } })
  const hashes = await bank.owner`select pin_hash from accounts where id in (${ada.id}, ${bob.id})`
  const [first, second] = hashes.map(({ pin_hash }) => pin_hash.toString('hex'))
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(first).not.toBe(second)
})

test.each([
  ['a number', 1234],
  ['three digits', '123'],
  ['five digits', '12345'],
  ['a blank', '12 4'],
  ['full-width digits', '１２３４'],
  ['a line break', '1234\n'],
  ['a list', ['1234']],
  ['nothing', undefined],
])('a PIN that is %s: 400', async (_, pin) => {
  const response = await ada.call('POST', '/users/create-transaction-code', { body: { pin } })
  expect([response.statusCode, errorText(response.json())]).toEqual([400, 'The PIN has four digits.'])
  expect((await ada.call('GET', '/users')).json().user.hasPin).toBe(false)
})

test('statistics compare this month with the last, by value date in the bank’s zone', async () => {
  const now = bank.now()
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0, 23, 59, 59))
  const longAgo = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 15))
  const thisMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  await bank.fund(ada.id, 300_00n, lastMonth)
  await bank.fund(ada.id, 100_10n, thisMonth)
  await bank.fund(ada.id, 5_00n, longAgo)
  expect((await ada.call('GET', '/users')).json()).toMatchObject({
    user: { _id: ada.id, balance: 405.1, held: 0 },
    stats: {
      currentMonth: { deposits: 100.1, transfers: 0 },
      lastMonth: { deposits: 300, transfers: 0 },
      increasePercentage: { deposits: -66.6, transfers: 0 },
    },
  })
})

test('growth from zero is 100 percent', async () => {
  await bank.fund(ada.id, 1n)
  expect((await ada.call('GET', '/users')).json().stats.increasePercentage).toEqual({ deposits: 100, transfers: 0 })
})
