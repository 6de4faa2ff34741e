import { expect, test } from 'vitest'
import { errorText } from '#contract/texts.ts'
import { isAccountNumber } from '../../../test/account-number.ts'
import { openBank, useBank } from '../../../test/bank.ts'
import { countPeople } from '../../customers/people-count.ts'

const bank = useBank()

const register = (body: unknown) => bank.call('POST', '/auths/register', { body })
const rows = async () => Number((await bank.sql`select count(*) from people`)[0]?.count)

test('a new person is a Pending User with an empty account and a valid account number', async () => {
  const response = await register({ fullName: '  Ada Example ', email: 'Ada@People.example', password: 'x' })
  expect(response.statusCode).toBe(201)
  const user = response.json()
  expect(user).toEqual({
    _id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    fullName: 'Ada Example',
    email: 'Ada@People.example',
    emailConfirmed: false,
    mobile: '',
    nameChange: null,
    nationality: '',
    dob: '',
    gender: '',
    address: '',
    image: '',
    locale: null,
    accountNumber: expect.stringMatching(/^\d{10}$/),
    role: 'User',
    status: 'Pending',
    balance: 0,
    held: 0,
    hasPin: false,
    hasTransactionCode: false,
    codeDescription: '',
    createdAt: expect.stringMatching(/Z$/),
  })
  expect(isAccountNumber(user.accountNumber)).toBe(true)
  const [stored] = await bank.owner`select password_hash from people where id = ${user._id}`
  expect(stored?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('the initial status is configurable', async () => {
  const open = await openBank({ config: { registrationStatus: 'Active' } })
  const body = { fullName: 'Ada', email: 'ada@open.example', password: 'x' }
  expect((await open.call('POST', '/auths/register', { body })).json().status).toBe('Active')
  await open.close()
})

test('rejects an address in use in every spelling, and of concurrent registrations one succeeds', async () => {
  const spellings = ['twin@people.example', 'TWIN@people.example', 'Twin@People.Example', 'ｔｗｉｎ@people.example']
  const before = await rows()
  const responses = await Promise.all(spellings.map((email) => register({ fullName: 'Ada', email, password: 'x' })))
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409])
  expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
    message: 'An account with this e-mail already exists.',
    code: 'email_taken',
    requestId: expect.any(String),
  })
  expect(await rows()).toBe(before + 1)
})

test.each([
  ['nothing', {}, 'Please fill all required fields.'],
  ['blanks', { fullName: ' ', email: '', password: '' }, 'Please fill all required fields.'],
  ['no password', { fullName: 'Ada', email: 'a@b.example' }, 'Please fill all required fields.'],
  ['null', { fullName: 'Ada', email: null, password: 'x' }, 'Please fill all required fields.'],
  ['no address', { fullName: 'Ada', email: 'no address', password: 'x' }, 'Enter a valid e-mail address.'],
  [
    'a line break',
    { fullName: 'Ada', email: 'a@b.example\r\nBcc: c@d.example', password: 'x' },
    expect.stringMatching(/stored|valid/),
  ],
  [
    'a long address',
    { fullName: 'Ada', email: `${'a'.repeat(250)}@b.example`, password: 'x' },
    'E-mail can have at most 254 characters.',
  ],
  // One character that becomes eighteen when addresses are compared.
  [
    'a growing address',
    { fullName: 'Ada', email: `${'ﷺ'.repeat(200)}@b.example`, password: 'x' },
    'Enter a valid e-mail address.',
  ],
  [
    'a direction override',
    { fullName: 'Ada\u202Elive', email: 'a@b.example', password: 'x' },
    'Full name has characters that can’t be stored.',
  ],
  ['a role', { fullName: 'Ada', email: 'a@b.example', password: 'x', role: 'Admin' }, 'Unknown field.'],
  [
    'a long password',
    { fullName: 'Ada', email: 'a@b.example', password: 'é'.repeat(513) },
    'The password can have at most 1,024 bytes.',
  ],
])('rejects registration with %s and creates no person', async (_, body, text) => {
  const before = await rows()
  const response = await register(body)
  expect([response.statusCode, response.json().code]).toEqual([400, 'invalid'])
  expect(errorText(response.json())).toEqual(text)
  expect(await rows()).toBe(before)
})

test('counts registered people and not rejected ones', async () => {
  expect(await countPeople(bank.sql)).toBe(await rows())
})
