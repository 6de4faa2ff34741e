import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { openMailServer, type TestMailServer } from '../../../test/mail-server.ts'
import { createUpload, transferForm } from '../../../test/money.ts'
import { record } from '../../ledger/record.ts'
import { deliverDueMail } from './deliver-mail.ts'

let mailServer: TestMailServer
const bank = useBank(async () => {
  mailServer = await openMailServer()
  return { config: { smtpUrl: mailServer.url, bankTimeZone: 'Europe/Zurich' } }
})
let admin: Person
let ada: Person
const ORIGIN = 'https://bank.example'

beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})
afterAll(() => mailServer.close())
beforeEach(async () => {
  ada = await bank.person({ fullName: 'Ada Example', balanceCents: 1_000_00n })
})
afterEach(() => {
  mailServer.collect()
  mailServer.recipients.length = 0
})

const log = { info: () => {}, warn: () => {}, error: () => {} }
async function deliver() {
  while ((await deliverDueMail({ ...bank, origin: ORIGIN, log })) === 'a batch');
  return mailServer.collect()
}
const deliverOne = async () => {
  const emails = await deliver()
  expect(emails).toHaveLength(1)
  return emails[0]
}
const decide = (transactionId: string, decision: 'approve' | 'decline', reason?: string) =>
  admin.call('POST', `/deposit/${decision}`, { body: { transactionId, ...(reason === undefined ? {} : { reason }) } })
async function deposit() {
  const body = { amount: 250.75, method: 'bank', receipt: await createUpload(bank, ada) }
  return (await ada.call('POST', '/deposit', { body })).json()
}
const transfer = async (form = {}) => (await ada.call('POST', '/transfer', { body: transferForm(form) })).json()

test('sends a reset link that sets a new password', async () => {
  await bank.call('POST', '/auths/forgot', { body: { email: ada.email } })
  const email = await deliverOne()
  expect(email).toMatchObject({
    subject: 'Reset your Fable Bank password',
    from: { name: 'Fable Bank', address: 'hello@fable.example' },
    to: [{ name: 'Ada Example', address: ada.email }],
  })
  const [, token = ''] = /^https:\/\/bank\.example\/reset-password#token=([\w-]+)$/m.exec(email?.text ?? '') ?? []
  expect(email?.html).toMatch(
    /<a href="https:\/\/bank\.example\/reset-password#token=[^"]+" style="[^"]+">Set a new password<\/a>/,
  )
  expect(email?.html).toContain(`#token=${token}"`)
  expect((await bank.call('POST', '/auths/reset', { body: { token, password: 'new' } })).statusCode).toBe(204)
  const changed = await deliverOne()
  expect(changed).toMatchObject({ subject: 'Your password was changed', to: [{ address: ada.email }] })
  expect(changed?.text).toContain('we logged you out on all devices.')
  const login = { body: { email: ada.email, password: 'new' } }
  const session = (await bank.call('POST', '/auths/login', login)).json().token
  const change = { token: session, body: { password: 'new', newPassword: 'newer' } }
  expect((await bank.call('PUT', '/users/password', change)).statusCode).toBe(204)
  const [newDevice, changedAgain] = await deliver()
  expect(newDevice?.subject).toBe('New log-in to your account')
  expect(changedAgain?.text).toContain('we logged you out on all other devices.')
})

test('does not send a reset link that has been replaced by a newer one', async () => {
  await bank.call('POST', '/auths/forgot', { body: { email: ada.email } })
  await bank.call('POST', '/auths/forgot', { body: { email: ada.email } })
  expect(await deliver()).toHaveLength(1)
  expect(await bank.sql`select 1 from outbox where mail_at is not null`).toHaveLength(0)
})

test('notifies the old and the new address of a changed email', async () => {
  await ada.call('PUT', '/users/update', { body: { email: 'ada@elsewhere.example' } })
  const emails = await deliver()
  const by = new Map(emails.map((email) => [email.to?.[0]?.address, email]))
  expect([...by.keys()].sort()).toEqual([ada.email, 'ada@elsewhere.example'].sort())
  expect(mailServer.recipients.sort()).toEqual([ada.email, 'ada@elsewhere.example'].sort())
  const old = by.get(ada.email)?.text
  expect(old).toContain(`the email address of your account was changed from ${ada.email} to ada@elsewhere.example.`)
  expect(old).toMatch(/^On \w+ \d+, \d{4} at \d+:\d\d [AP]M \(Europe\/Zurich\), /m)
  expect(old).toMatch(/^Undo this change:\nhttps:\/\/bank\.example\/undo-email#token=[\w-]{75}$/m)
  const added = by.get('ada@elsewhere.example')?.text
  expect(added).toMatch(/^Confirm this address:\nhttps:\/\/bank\.example\/confirm-email#token=[\w-]{75}$/m)
  expect(added).not.toContain(ada.email)
  expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(2)
})

test('notifies of an approved deposit, and of a declined one with its reason', async () => {
  const approved = await deposit()
  await decide(approved._id, 'approve')
  const email = await deliverOne()
  expect(email).toMatchObject({ subject: 'Your deposit was approved', to: [{ address: ada.email }] })
  expect(email?.text).toContain('Your deposit of $250.75 was approved. The money is in your account.')
  expect(email?.text).toContain(`Reference: ${approved.reference}`)

  await decide((await deposit())._id, 'decline', 'The receipt <is> unreadable & dark')
  const declined = await deliverOne()
  expect(declined).toMatchObject({ subject: 'Your deposit was declined' })
  expect(declined?.text).toContain('Reason: The receipt <is> unreadable & dark')
  expect(declined?.html).toContain('Reason: The receipt &lt;is&gt; unreadable &amp; dark')
})

test('notifies of an approved transfer, and of one declined without a reason', async () => {
  await decide((await transfer())._id, 'approve')
  expect((await deliverOne())?.text).toContain(
    'Your transfer of $120.50 to Grace Example was approved and is on its way.',
  )
  await decide((await transfer())._id, 'decline', '')
  const declined = await deliverOne()
  expect(declined?.text).toContain(
    'Your transfer of $120.50 to Grace Example was declined. The money is available in your account again.',
  )
  expect(declined?.text).not.toContain('Reason')
})

test('notifies both customers of a transfer inside the bank', async () => {
  const bob = await bank.person({ fullName: 'Bob Example' })
  await decide((await transfer({ accountNumber: await bob.accountNumber() }))._id, 'approve')
  const emails = await deliver()
  const received = emails.find(({ subject }) => subject === 'You received money')
  expect(received?.to).toEqual([{ name: 'Bob Example', address: bob.email }])
  expect(received?.text).toContain('You received $120.50 from Ada Example.')
  expect(emails.map(({ subject }) => subject).sort()).toEqual(['You received money', 'Your transfer was sent'])
})

test('notifies of a reset PIN and a new code without containing either', async () => {
  await admin.call('POST', '/admin/reset-pin', { body: { userId: ada.id } })
  expect(await deliverOne()).toMatchObject({ subject: 'Your PIN was reset', to: [{ address: ada.email }] })
  const transactionCode = { code: '90817', expireDate: '2090-06-30' }
  await admin.call('PATCH', '/admin/user', { body: { userId: ada.id, updates: { transactionCode } } })
  const email = await deliverOne()
  expect(email?.subject).toBe('Your transfers now need a transaction code')
  expect(email?.text).toContain('It is valid until June 30, 2090 at 11:59 PM (Europe/Zurich).')
  expect(email?.text).toContain('We never ask for a payment in return for a code.')
  expect(`${email?.text}${email?.html}`).not.toContain('90817')
})

test('a customer’s name can’t inject headers or markup', async () => {
  const name = 'Ada <script>alert(1)</script> & "Co"'
  await bank.owner`update people set full_name = ${name} where id = ${ada.id}`
  await admin.call('POST', '/admin/reset-pin', { body: { userId: ada.id } })
  const email = await deliverOne()
  expect(email?.to?.[0]).toEqual({ name, address: ada.email })
  expect(email?.html).not.toContain('<script>')
  expect(email?.html).toContain('Hello Ada &lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Co&quot;,')

  // The schema rejects line breaks in names; one that is stored anyway must stay inside its header.
  await bank.owner`update people set full_name = E'Ada\r\nBcc: thief@example.com\r\nX-Evil: 1' where id = ${ada.id}`
  await bank.sql.begin((tx) =>
    record(tx, { notifications: [{ personId: ada.id, kind: 'pin.reset', data: {}, at: bank.now() }] }),
  )
  const second = await deliverOne()
  expect(second?.headers.map(({ key }) => key)).not.toEqual(expect.arrayContaining(['x-evil']))
  expect([second?.bcc, mailServer.recipients.includes('thief@example.com')]).toEqual([undefined, false])
})

test('marks emails as automatic and as a demonstration, with the date of the event', async () => {
  await admin.call('POST', '/admin/reset-pin', { body: { userId: ada.id } })
  const email = await deliverOne()
  expect(email?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  expect(email?.text?.trim().endsWith('Fable Bank\nDemonstration bank. No real money.')).toBe(true)
  const [row] = await bank.sql`select number, created_at from outbox where person_id = ${ada.id} and kind = 'pin.reset'`
  expect(email?.messageId).toBe(`<${ada.id}.${row?.number}@fable.example>`)
  expect(Math.abs(Date.parse(email?.date ?? '') - row?.created_at.getTime())).toBeLessThan(1_000)
})

test('a disabled webhook is an email to administrators, in their language, with the way to its deliveries', async () => {
  await bank.owner`update people set locale = 'de' where id = ${admin.id}`
  const data = { webhookId: '019a85b0-7c3e-7d52-9f0a-3a1c5e7b9d24', host: 'ledger.example.com' }
  const notification = { personId: admin.id, kind: 'webhook.disabled' as const, data, at: bank.now() }
  await bank.sql.begin((tx) => record(tx, { notifications: [notification] }))
  const email = await deliverOne()
  await bank.owner`update people set locale = null where id = ${admin.id}`
  expect(email).toMatchObject({ subject: 'Ein Webhook wurde abgeschaltet', to: [{ address: admin.email }] })
  expect(email?.text).toContain('Wir senden keine Ereignisse mehr an ledger.example.com')
  expect(email?.text).toContain(`${ORIGIN}/dashboard/admin-settings/webhooks/${data.webhookId}`)
})
