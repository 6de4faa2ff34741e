import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorText } from '#contract/texts.ts'
import { openBank, type Person, useBank } from '../../test/bank.ts'
import { openMailServer, type TestMailServer } from '../../test/mail-server.ts'
import { readCryptoEntries, readMailAccount } from './read-settings.ts'

let mailServer: TestMailServer
/** A new mail account is announced through it. */
const bank = useBank(async () => {
  mailServer = await openMailServer()
  return { config: { smtpUrl: mailServer.url } }
})
afterAll(() => mailServer.close())
let admin: Person
let ada: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
  ada = await bank.person()
})

const bankingInfo = {
  accountNumber: '4410077123',
  accountName: 'Fable Bank Deposits',
  bankName: 'Storybook Trust',
  routing: '021000021',
  address: '12 Storyteller Lane',
}
const bitcoin = { name: 'Bitcoin', network: 'Bitcoin', address: 'bc1qfable', rate: 0.0000165 }
const tether = { name: 'Tether', network: 'TRC20', address: 'TFable', rate: 1.0005 }
const whole = {
  bankingInfo,
  cryptoInfo: [bitcoin, tether],
  cashApp: { tag: '$fable', name: 'Fable Bank' },
  whatsApp: '+1 555 010 0142',
}
const PASSWORD = 'correct horse battery staple'
const mail = { name: 'bank@gmail.com', password: PASSWORD }

const get = (by = ada) => by.call('GET', '/settings')
const put = (body: unknown, by = admin) => by.call('PUT', '/settings', { body })
const auditEntries = () => bank.sql<{ actor_id: string; subject_id: string | null; before: object; after: object }[]>`
  select actor_id, subject_id, before, after from audit where action = 'settings.updated' order by number`
const tables = async () => [
  await bank.owner`select * from settings`,
  await bank.owner`select * from crypto_entries order by position`,
  await bank.owner`select * from canned_replies order by position`,
]

test('are empty in a new bank', async () => {
  expect((await get()).json()).toEqual({
    bankingInfo: { accountNumber: '', accountName: '', bankName: '', routing: '', address: '' },
    cryptoInfo: [],
    cashApp: { tag: '', name: '' },
    whatsApp: '',
  })
  expect((await get(admin)).json().mail).toEqual({ name: '', passwordSet: false })
})

test('stores and returns the whole object; mail may stay unset', async () => {
  const response = await put({ ...whole, mail: { name: '', password: '' }, cannedReplies: [] })
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { ...whole, mail: { name: '', passwordSet: false }, cannedReplies: [] },
  ])
  // Customers see neither mail nor canned replies.
  expect((await get()).json()).toEqual(whole)
  expect(await readCryptoEntries(bank.sql)).toEqual([
    { ...bitcoin, rate: '0.0000165' },
    { ...tether, rate: '1.0005' },
  ])
})

test('encrypts the mail password, never returns it, and keeps it when none is given', async () => {
  const response = await put({ ...whole, mail })
  expect(response.json().mail).toEqual({ name: mail.name, passwordSet: true })
  expect(await readMailAccount(bank.sql, bank.keys)).toEqual(mail)
  const [row] = await bank.owner`select mail_password from settings`
  expect(row?.mail_password[0]).toBe(1)
  expect(row?.mail_password.includes(Buffer.from(PASSWORD))).toBe(false)
  for (const text of [response.body, (await get(admin)).body, (await get()).body]) expect(text).not.toContain(PASSWORD)

  for (const kept of [
    { name: mail.name },
    { name: mail.name, password: '' },
    { name: 'other@gmail.com', passwordSet: true },
  ]) {
    expect((await put({ ...whole, mail: kept })).json().mail).toEqual({ name: kept.name, passwordSet: true })
    expect(await readMailAccount(bank.sql, bank.keys)).toEqual({ name: kept.name, password: PASSWORD })
  }
  // The response to an administrator can be sent back unchanged.
  expect((await put((await get(admin)).json())).statusCode).toBe(200)
  await put({ ...whole, mail: { ...mail, password: 'another' } })
  expect(await readMailAccount(bank.sql, bank.keys)).toEqual({ ...mail, password: 'another' })
})

test('encrypts the same password differently each time, and another key can’t decrypt it', async () => {
  const stored = async () => (await bank.owner`select mail_password from settings`)[0]?.mail_password.toString('hex')
  await put({ ...whole, mail })
  const first = await stored()
  await put({ ...whole, mail })
  expect(await stored()).not.toBe(first)
  const other = { settings: Buffer.alloc(32, 7) }
  expect(await readMailAccount(bank.sql, other)).toEqual({ name: mail.name, password: null })
})

test('does not keep the stored password when the address moves to another domain', async () => {
  await put({ ...whole, mail })
  const response = await put({ ...whole, mail: { name: 'bank@thief.example' } })
  expect([response.statusCode, response.json().errors]).toEqual([
    400,
    [{ msg: 'All fields are required.', path: 'mail.password' }],
  ])
  expect(await readMailAccount(bank.sql, bank.keys)).toEqual(mail)
  expect((await put({ ...whole, mail: { name: 'bank@new.example', password: 'x' } })).statusCode).toBe(200)
})

test('keeps omitted parts', async () => {
  await put({ ...whole, mail })
  const { bankingInfo: banking, cryptoInfo } = whole
  expect((await put({ bankingInfo: banking, cryptoInfo })).json()).toEqual({
    ...whole,
    mail: { name: mail.name, passwordSet: true },
    cannedReplies: [],
  })
  const { routing: _, address: __, ...needed } = banking
  expect((await put({ bankingInfo: needed, cryptoInfo })).json().bankingInfo).toMatchObject({
    routing: '',
    address: '',
  })
})

test('records changed fields in the audit log, and of a password only that it changed', async () => {
  await put({ ...whole, mail })
  const before = (await auditEntries()).length
  await put({ ...whole, mail: { name: mail.name } })
  expect(await auditEntries()).toHaveLength(before)

  const changed = { ...whole, bankingInfo: { ...bankingInfo, routing: '1' }, cryptoInfo: [bitcoin] }
  await put({ ...changed, mail: { ...mail, password: 'a new secret' } })
  const rates = [
    { ...bitcoin, rate: '0.0000165' },
    { ...tether, rate: '1.0005' },
  ]
  expect((await auditEntries()).at(-1)).toEqual({
    actor_id: admin.id,
    subject_id: null,
    before: { 'bankingInfo.routing': bankingInfo.routing, cryptoInfo: rates, 'mail.password': 'set' },
    after: {
      'bankingInfo.routing': '1',
      cryptoInfo: rates.slice(0, 1),
      'mail.password': 'changed',
      'mail.announcement': 'sent to 1 administrator',
    },
  })
  const leaked = await bank.owner`
    select 1 from audit where before::text || after::text like '%a new secret%' or after::text like ${`%${PASSWORD}%`}`
  expect(leaked).toHaveLength(0)
})

test.each([
  ['a number of few digits', 0.5, 0.5, '0.5'],
  ['text of few digits', '0.50', 0.5, '0.5'],
  ['a number that prints with an exponent', 9.5e-7, 9.5e-7, '0.00000095'],
  ['more digits than a number holds', '0.000015384615384615', 0.000015384615384615, '0.000015384615384615'],
  ['eighteen decimals', '1.123456789012345678', '1.123456789012345678', '1.123456789012345678'],
  ['the smallest', '0.0000000000000001', 1e-16, '0.0000000000000001'],
  ['the largest', '999999999999999', 999999999999999, '999999999999999'],
])('stores a rate exactly: %s', async (_, rate, answered, kept) => {
  const response = await put({ ...whole, cryptoInfo: [{ ...bitcoin, rate }] })
  expect([response.statusCode, response.json().cryptoInfo[0].rate]).toEqual([200, answered])
  expect((await readCryptoEntries(bank.sql))[0]?.rate).toBe(kept)
})

const banking = (given: object) => ({ ...whole, bankingInfo: { ...bankingInfo, ...given } })
const crypto = (given: object) => ({ ...whole, cryptoInfo: [tether, { ...bitcoin, ...given }] })
const ALL = 'All fields are required.'
const ALL_CRYPTO = 'All fields in cryptoInfo are required.'
const RATE = 'A rate is a positive number with at most 18 decimals.'
test.each([
  ['no account name', banking({ accountName: '' }), ALL],
  ['no account number', banking({ accountNumber: ' ' }), ALL],
  ['no bank name', banking({ bankName: undefined }), ALL],
  ['none of the three', banking({ accountName: '', accountNumber: '', bankName: '' }), ALL],
  ['no banking at all', { ...whole, bankingInfo: undefined }, ALL],
  ['banking that is a list', { ...whole, bankingInfo: [] }, ALL],
  ['another banking field', banking({ iban: 'x' }), 'Unknown field.'],
  ['no currency', { ...whole, cryptoInfo: [] }, ALL_CRYPTO],
  ['no cryptoInfo', { ...whole, cryptoInfo: undefined }, ALL_CRYPTO],
  ['an entry without a name', crypto({ name: '' }), ALL_CRYPTO],
  ['an entry without a network', crypto({ network: ' ' }), ALL_CRYPTO],
  ['an entry without an address', crypto({ address: undefined }), ALL_CRYPTO],
  ['an entry without a rate', crypto({ rate: undefined }), ALL_CRYPTO],
  ['a rate of zero', crypto({ rate: 0 }), ALL_CRYPTO],
  ['a rate of "0.00"', crypto({ rate: '0.00' }), ALL_CRYPTO],
  ['an empty rate', crypto({ rate: '' }), ALL_CRYPTO],
  ['a rate that is null', crypto({ rate: null }), ALL_CRYPTO],
  ['an entry of nothing', { ...whole, cryptoInfo: [{}] }, ALL_CRYPTO],
  ['a negative rate', crypto({ rate: -1 }), RATE],
  ['a rate too small to pay a cent', crypto({ rate: 1e-18 }), RATE],
  ['nineteen decimals', crypto({ rate: '0.1234567890123456789' }), RATE],
  ['forty digits', crypto({ rate: '1'.repeat(40) }), RATE],
  ['an exponent in text', crypto({ rate: '1e-5' }), RATE],
  ['a rate in words', crypto({ rate: 'two' }), RATE],
  ['the same name twice', crypto({ name: 'TETHER' }), 'Each currency needs a name of its own.'],
  ['a password without an address', { ...whole, mail: { name: '', password: 'x' } }, ALL],
  ['no mail address', { ...whole, mail: { password: 'x' } }, 'Enter a valid e-mail address.'],
  [
    'a mail address that is none',
    { ...whole, mail: { name: 'gmail', password: 'x' } },
    'Enter a valid e-mail address.',
  ],
  [
    'a header in the mail address',
    { ...whole, mail: { name: 'a@b.c\nBcc: d@e.f', password: 'x' } },
    expect.stringMatching(/stored|valid/),
  ],
  ['another field', { ...whole, smtp: 'x' }, 'Unknown field.'],
])('rejects %s', async (_, body, text) => {
  await put({ ...whole, mail })
  const before = await tables()
  const response = await put(body)
  expect([response.statusCode, response.json().code, errorText(response.json())]).toEqual([400, 'invalid', text])
  expect(await tables()).toEqual(before)
})

test('requires both mail fields the first time, and the address afterwards', async () => {
  const fresh = await openBank()
  const boss = await fresh.person({ role: 'Admin' })
  const first = await boss.call('PUT', '/settings', { body: { ...whole, mail: { name: 'bank@gmail.com' } } })
  expect([first.statusCode, first.json().errors]).toEqual([400, [{ msg: ALL, path: 'mail.password' }]])
  expect((await boss.call('GET', '/settings')).json().cryptoInfo).toEqual([])
  await boss.call('PUT', '/settings', { body: { ...whole, mail } })
  const emptied = await boss.call('PUT', '/settings', { body: { ...whole, mail: { name: '' } } })
  expect([emptied.statusCode, emptied.json().errors]).toEqual([400, [{ msg: ALL, path: 'mail.name' }]])
  await fresh.close()
})

test('serializes concurrent updates: the last one wins as a whole', async () => {
  const objects = Array.from({ length: 8 }, (_, i) => ({
    ...whole,
    bankingInfo: { ...bankingInfo, accountName: `Name ${i}` },
    cryptoInfo: [{ ...bitcoin, name: `Coin ${i}` }],
  }))
  const responses = await Promise.all(objects.map((object) => put(object)))
  expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true)
  const { bankingInfo: banking, cryptoInfo } = (await get()).json()
  expect(cryptoInfo).toHaveLength(1)
  expect(banking.accountName.slice(-1)).toBe(cryptoInfo[0].name.slice(-1))
  // Each update started from the result of the one before.
  const names = (await auditEntries()).slice(-8) as { before: Record<string, string>; after: Record<string, string> }[]
  const NAME = 'bankingInfo.accountName'
  for (const [index, act] of names.entries())
    if (index > 0) expect(act.before[NAME]).toBe(names[index - 1]?.after[NAME])
})

test('every logged-in person may read them, and administrators may change them', async () => {
  const pendingAdmin = await bank.person({ role: 'Admin', status: 'Pending' })
  const before = await tables()
  for (const by of [ada, pendingAdmin]) {
    const response = await put(whole, by)
    expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden'])
    expect((await get(by)).json().mail).toBeUndefined()
  }
  expect(await tables()).toEqual(before)
})
