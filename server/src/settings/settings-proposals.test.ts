import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, useBank } from '../../test/bank.ts'
import { databaseFingerprint, refusalOf } from '../../test/money.ts'
import { readMailAccount } from './read-settings.ts'

const bank = useBank({ config: { fourEyesAboveCents: 0n } })
let grace: Person
let linus: Person
let teller: Person
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin' })
  linus = await bank.person({ role: 'Admin' })
  teller = await bank.person({ role: 'Teller' })
})
beforeEach(async () => {
  await bank.owner`update proposals set state = 'rejected', decided_at = now(), decided_by = proposed_by, secret = null
    where state = 'pending'`
})

const SETTINGS = {
  bankingInfo: { accountNumber: '1', accountName: 'Fable', bankName: 'Trust', routing: '', address: '' },
  cryptoInfo: [{ name: 'Bitcoin', network: 'Bitcoin', address: 'bc1qfable', rate: 0.0000165 }],
  cashApp: { tag: '', name: '' },
  whatsApp: '',
}
const put = (by: Person, changed: object) => by.call('PUT', '/settings', { body: { ...SETTINGS, ...changed } })
const settings = async () => (await grace.call('GET', '/settings')).json()
const confirm = (by: Person, id: string) => by.call('POST', `/admin/proposals/${id}/confirm`)
const reject = (by: Person, id: string) => by.call('POST', `/admin/proposals/${id}/reject`, { body: { reason: 'No' } })
const list = async (by: Person, query: Record<string, string>) =>
  (await by.call('GET', '/admin/proposals', { query })).json()

test('the settings propose bank details, crypto addresses and the mail server, and store the rest', async () => {
  const mail = { name: 'bank@gmail.com', password: 'correct horse' }
  const proposed = await put(grace, {
    mail,
    whatsApp: '+1 555 010 0142',
    cannedReplies: [{ name: 'Hi', text: 'Hello' }],
  })
  expect([proposed.statusCode, proposed.json().kind]).toEqual([202, 'bank_details'])
  expect(await settings()).toMatchObject({
    bankingInfo: { accountNumber: '' },
    cryptoInfo: [],
    // Where customers are sent: a second person confirms it.
    whatsApp: '',
    mail: { name: '', passwordSet: false },
    cannedReplies: [{ name: 'Hi', text: 'Hello' }],
  })
  const waiting = await list(linus, { state: 'pending' })
  const kinds = waiting.map(({ kind }: { kind: string }) => kind)
  expect([...kinds].sort()).toEqual(['bank_details', 'contact_number', 'crypto_addresses', 'mail_server'])
  expect(waiting[kinds.indexOf('mail_server')].after).toEqual({
    'mail.name': 'bank@gmail.com',
    'mail.password': 'changed',
  })
  for (const { _id } of waiting) expect((await confirm(linus, _id)).statusCode).toBe(200)
  expect(await settings()).toMatchObject({ ...SETTINGS, whatsApp: '+1 555 010 0142', mail: { passwordSet: true } })
  expect(await readMailAccount(bank.sql, bank.keys)).toEqual({ name: 'bank@gmail.com', password: 'correct horse' })
  expect(await bank.owner`select 1 from proposals where secret is not null`).toEqual([])
  // Sent back unchanged, nothing is proposed.
  expect((await put(grace, { whatsApp: '+1 555 010 0142' })).statusCode).toBe(200)
})

test('settings that changed meanwhile are not overwritten', async () => {
  const other = { ...SETTINGS.bankingInfo, accountNumber: '2' }
  const { _id } = (await put(grace, { bankingInfo: other })).json()
  await bank.owner`update settings set account_number = '3' where id = 1`
  const before = await databaseFingerprint(bank)
  expect(refusalOf(await confirm(linus, _id))).toMatchObject({ status: 409, code: 'proposal_outdated' })
  expect(await databaseFingerprint(bank)).toEqual(before)
})

test('settings can’t be proposed, confirmed or rejected by a teller', async () => {
  expect((await put(teller, {})).statusCode).toBe(403)
  const { _id } = (await put(grace, { bankingInfo: { ...SETTINGS.bankingInfo, accountNumber: '9' } })).json()
  expect(refusalOf(await confirm(teller, _id))).toMatchObject({ status: 403, code: 'forbidden' })
  expect(refusalOf(await reject(teller, _id))).toMatchObject({ status: 403, code: 'forbidden' })
})

test('a mail server is shown to Admins and Auditors; to other staff only that it is to change', async () => {
  const mail = { name: 'other@gmail.com', password: 'battery staple' }
  const { _id } = (await put(grace, { mail })).json()
  const shown = async (role: 'Admin' | 'Auditor' | 'Support' | 'Teller') => {
    const by = await bank.person({ role })
    const found = await list(by, { state: 'pending' })
    return found.find(({ kind }: { kind: string }) => kind === 'mail_server')
  }
  const whole = await shown('Admin')
  expect(whole).toMatchObject({ after: { 'mail.name': 'other@gmail.com', 'mail.password': 'changed' } })
  // The audit log has the same fields.
  expect(await shown('Auditor')).toEqual(whole)
  for (const role of ['Support', 'Teller'] as const)
    expect(await shown(role)).toEqual({ ...whole, before: {}, after: {} })
  expect((await list(teller, { state: 'pending' })).map((one: { _id: string }) => one._id)).toContain(_id)
})
