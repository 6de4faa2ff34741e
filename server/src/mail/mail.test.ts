import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, useBank } from '../../test/bank.ts'
import { type MailServerForTests, openMailServer } from '../../test/mail-server.ts'
import { transferForm, uploads } from '../../test/money.ts'
import { record } from '../ledger/record.ts'
import { deliverDueMail } from './deliver-mail.ts'

let post: MailServerForTests
const bank = useBank(async () => {
  post = await openMailServer()
  return { config: { smtpUrl: post.url, bankTimeZone: 'Europe/Zurich' } }
})
let admin: Person
let ada: Person
const ORIGIN = 'https://bank.example'

beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})
afterAll(() => post.close())
beforeEach(async () => {
  ada = await bank.person({ fullName: 'Ada Example', balanceCents: 1_000_00n })
})
afterEach(() => {
  post.collect()
  post.receivers.length = 0
})

const log = { info: () => {}, warn: () => {}, error: () => {} }
async function deliver() {
  while ((await deliverDueMail({ ...bank, origin: ORIGIN, log })) === 'a batch');
  return post.collect()
}
const only = async () => {
  const letters = await deliver()
  expect(letters).toHaveLength(1)
  return letters[0]
}
const decide = (transactionId: string, decision: 'approve' | 'decline', reason?: string) =>
  admin.call('POST', `/deposit/${decision}`, { body: { transactionId, ...(reason === undefined ? {} : { reason }) } })
async function deposit() {
  const body = { amount: 250.75, method: 'bank', receipt: await uploads(bank, ada) }
  return (await ada.call('POST', '/deposit', { body })).json()
}
const transfer = async (form = {}) => (await ada.call('POST', '/transfer', { body: transferForm(form) })).json()

test('a forgotten password: the link in the letter sets a new one', async () => {
  await bank.call('POST', '/auths/forgot', { body: { email: ada.email } })
  const letter = await only()
  expect(letter).toMatchObject({
    subject: 'Set a new password for Fable Bank',
    from: { name: 'Fable Bank', address: 'hello@fable.example' },
    to: [{ name: 'Ada Example', address: ada.email }],
  })
  const [, token = ''] = /^https:\/\/bank\.example\/reset-password#token=([\w-]+)$/m.exec(letter?.text ?? '') ?? []
  expect(letter?.html).toContain(`<a href="https://bank.example/reset-password#token=${token}">Set a new password</a>`)
  expect((await bank.call('POST', '/auths/reset', { body: { token, password: 'new' } })).statusCode).toBe(204)
  const told = await only()
  expect(told).toMatchObject({ subject: 'Your password was changed', to: [{ address: ada.email }] })
  expect(told?.text).toContain('you were logged out everywhere.')
  const login = { body: { email: ada.email, password: 'new' } }
  const session = (await bank.call('POST', '/auths/login', login)).json().token
  const change = { token: session, body: { password: 'new', newPassword: 'newer' } }
  expect((await bank.call('PUT', '/users/password', change)).statusCode).toBe(204)
  expect((await only())?.text).toContain('you were logged out everywhere else.')
})

test('a link that is worthless by the time the mail goes out is not sent', async () => {
  await bank.call('POST', '/auths/forgot', { body: { email: ada.email } })
  await bank.call('POST', '/auths/forgot', { body: { email: ada.email } })
  expect(await deliver()).toHaveLength(1)
  expect(await bank.sql`select 1 from outbox where mail_at is not null`).toHaveLength(0)
})

test('a changed e-mail: one letter to the new address, one to the old', async () => {
  await ada.call('PUT', '/users/update', { body: { email: 'ada@elsewhere.example' } })
  const letters = await deliver()
  const by = new Map(letters.map((letter) => [letter.to?.[0]?.address, letter]))
  expect([...by.keys()].sort()).toEqual([ada.email, 'ada@elsewhere.example'].sort())
  expect(post.receivers.sort()).toEqual([ada.email, 'ada@elsewhere.example'].sort())
  expect(by.get(ada.email)?.text).toContain('From now on we write to ada@elsewhere.example')
  expect(by.get('ada@elsewhere.example')?.text).toContain(`It takes the place of ${ada.email}.`)
  expect(new Set(letters.map(({ messageId }) => messageId)).size).toBe(2)
})

test('a deposit approved, and one declined with its reason', async () => {
  const approved = await deposit()
  await decide(approved._id, 'approve')
  const letter = await only()
  expect(letter).toMatchObject({ subject: 'Deposit approved', to: [{ address: ada.email }] })
  expect(letter?.text).toContain('Your deposit of $250.75 was approved and is on your account.')
  expect(letter?.text).toContain(`Reference: ${approved.reference}`)

  await decide((await deposit())._id, 'decline', 'The receipt <is> unreadable & dark')
  const declined = await only()
  expect(declined).toMatchObject({ subject: 'Deposit declined' })
  expect(declined?.text).toContain('Reason: The receipt <is> unreadable & dark')
  expect(declined?.html).toContain('Reason: The receipt &lt;is&gt; unreadable &amp; dark')
})

test('a transfer approved, one declined without a reason', async () => {
  await decide((await transfer())._id, 'approve')
  expect((await only())?.text).toContain('Your transfer of $120.50 to Grace Example was approved and is on its way.')
  await decide((await transfer())._id, 'decline', '')
  const declined = await only()
  expect(declined?.text).toContain(
    'Your transfer of $120.50 to Grace Example was declined. The money is available again.',
  )
  expect(declined?.text).not.toContain('Reason')
})

test('a transfer inside the bank: the receiver hears of it too', async () => {
  const bob = await bank.person({ fullName: 'Bob Example' })
  await decide((await transfer({ accountNumber: await bob.accountNumber() }))._id, 'approve')
  const letters = await deliver()
  const received = letters.find(({ subject }) => subject === 'You received money')
  expect(received?.to).toEqual([{ name: 'Bob Example', address: bob.email }])
  expect(received?.text).toContain('You received $120.50 from Ada Example.')
  expect(letters.map(({ subject }) => subject).sort()).toEqual(['Transfer sent', 'You received money'])
})

test('PIN reset and code set: never the PIN, never the code, and no payment for it', async () => {
  await admin.call('POST', '/admin/reset-pin', { body: { userId: ada.id } })
  expect(await only()).toMatchObject({ subject: 'Your PIN was reset', to: [{ address: ada.email }] })
  const transactionCode = { code: '90817', expireDate: '2090-06-30' }
  await admin.call('PATCH', '/admin/user', { body: { userId: ada.id, updates: { transactionCode } } })
  const letter = await only()
  expect(letter?.subject).toBe('A transaction code was set')
  expect(letter?.text).toContain('It is valid until June 30, 2090 at 11:59 PM (Europe/Zurich).')
  expect(letter?.text).toContain('We never ask for a payment in return for a code.')
  expect(`${letter?.text}${letter?.html}`).not.toContain('90817')
})

test('nothing a person is called can add a header or markup', async () => {
  const name = 'Ada <script>alert(1)</script> & "Co"'
  await ada.call('PUT', '/users/update', { body: { fullName: name } })
  await admin.call('POST', '/admin/reset-pin', { body: { userId: ada.id } })
  const letter = await only()
  expect(letter?.to?.[0]).toEqual({ name, address: ada.email })
  expect(letter?.html).not.toContain('<script>')
  expect(letter?.html).toContain('Hello Ada &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Co&quot;,')

  // The schema lets no line break in; should one ever be there, it stays inside its header.
  await bank.owner`update people set full_name = E'Ada\r\nBcc: thief@example.com\r\nX-Evil: 1' where id = ${ada.id}`
  await bank.sql.begin((tx) =>
    record(tx, { notifications: [{ personId: ada.id, kind: 'pin.reset', data: {}, at: bank.now(), mail: true }] }),
  )
  const second = await only()
  expect(second?.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['x-evil']))
  expect([second?.bcc, post.receivers.includes('thief@example.com')]).toEqual([undefined, false])
})

test('letters say that a machine wrote them, that it is a demonstration, and when it happened', async () => {
  await admin.call('POST', '/admin/reset-pin', { body: { userId: ada.id } })
  const letter = await only()
  expect(letter?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  expect(letter?.text?.trim().endsWith('Fable Bank\nDemonstration bank. No real money.')).toBe(true)
  const [row] = await bank.sql`select number, created_at from outbox where person_id = ${ada.id} and kind = 'pin.reset'`
  expect(letter?.messageId).toBe(`<${ada.id}.${row?.number}@fable.example>`)
  expect(Math.abs(Date.parse(letter?.date ?? '') - row?.created_at.getTime())).toBeLessThan(1_000)
})
