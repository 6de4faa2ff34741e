/**
 * One dishonest administrator, alone. Each test is an attack that worked before proposals existed; the attacker has a fresh
 * session and every permission.
 */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSession } from '../src/access/start-session.ts'
import { type Person, useBank } from './bank.ts'
import { openMailServer, type TestMailServer } from './mail-server.ts'
import { databaseFingerprint, refusalOf, transferForm } from './money.ts'

const DAY_MS = 86_400_000
const SECOND = { status: 403, code: 'second_admin_needed' }
const TIED = { status: 403, code: 'role_tie' }

const settings = {
  bankingInfo: { accountNumber: '4410077123', accountName: 'Fable Bank Deposits', bankName: 'Storybook Trust' },
  cryptoInfo: [{ name: 'Bitcoin', network: 'Bitcoin', address: 'bc1qfable', rate: 0.0000165 }],
}

describe('with four eyes', () => {
  const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
  let mallory: Person
  let grace: Person
  let ada: Person
  beforeAll(async () => {
    mallory = await bank.person({ role: 'Admin', fullName: 'Mallory Admin' })
    grace = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  })
  beforeEach(async () => {
    bank.clock.offsetMs = 0
    ada = await bank.person({ balanceCents: 5_000_00n })
  })

  const fund = (by: Person, person: Person, amount: number) =>
    by.call('POST', '/admin/fund', { body: { userId: person.id, amount, reason: 'Refund', confirm: true } })
  const approve = (by: Person, transactionId: string) =>
    by.call('POST', '/deposit/approve', { body: { transactionId } })
  const giveRole = (by: Person, person: Person, role: string) =>
    by.call('PATCH', '/admin/user', { body: { userId: person.id, updates: { role } } })
  const confirm = (by: Person, id: string) => by.call('POST', `/admin/proposals/${id}/confirm`)
  /** A person in a new session, after a change of the clock or the role. */
  const again = async (person: Person): Promise<Person> => {
    const token = await startSession(bank.sql, person.id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
    return { ...person, token, call: (method, path, options = {}) => bank.call(method, path, { token, ...options }) }
  }

  test('attack: makes a second account of their own an administrator', async () => {
    const puppet = await bank.person({ fullName: 'Second Account' })
    const proposed = await giveRole(mallory, puppet, 'Admin')
    expect([proposed.statusCode, proposed.json()]).toMatchObject([
      202,
      {
        kind: 'role',
        // Anyone can register with the name of a colleague: the email tells the confirming person who it is.
        subject: { _id: puppet.id, fullName: 'Second Account', email: puppet.email },
        before: { role: 'User' },
        after: { role: 'Admin' },
        proposedBy: { _id: mallory.id, fullName: 'Mallory Admin' },
      },
    ])
    const id = proposed.json()._id
    expect(refusalOf(await confirm(mallory, id))).toMatchObject(SECOND)
    expect((await puppet.call('GET', '/admin/audit')).statusCode).toBe(403)

    // Even a colleague who was talked into it does not give Mallory two voices.
    expect((await confirm(grace, id)).statusCode).toBe(200)
    const { _id: transfer } = (await ada.call('POST', '/transfer', { body: transferForm({ amount: 2500 }) })).json()
    expect((await approve(mallory, transfer)).json().status).toBe('Pending')
    const appointed = await again(puppet)
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await approve(appointed, transfer))).toMatchObject(TIED)
    expect(await databaseFingerprint(bank)).toEqual(before)
    bank.clock.offsetMs = 2 * DAY_MS
    expect(refusalOf(await approve(await again(puppet), transfer))).toMatchObject(TIED)
    expect((await approve(await again(grace), transfer)).json().status).toBe('Completed')
  })

  test('attack: funds their own account', async () => {
    const before = await databaseFingerprint(bank)
    for (const amount of [1, 100, 5000])
      expect(refusalOf(await fund(mallory, mallory, amount))).toMatchObject({ status: 403, code: 'own_account' })
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('attack: splits an amount into parts below the limit', async () => {
    const statuses = []
    for (const amount of [60, 40, 0.01]) statuses.push((await fund(mallory, ada, amount)).json().status)
    expect(statuses).toEqual(['Completed', 'Completed', 'Pending'])
    const debit = await mallory.call('POST', '/admin/debit', { body: { userId: ada.id, amount: 5, reason: 'Refund' } })
    expect(debit.json().status).toBe('Pending')
    // Another person, another account and another day count by themselves.
    expect((await fund(grace, ada, 100)).json().status).toBe('Completed')
    expect((await fund(mallory, await bank.person(), 100)).json().status).toBe('Completed')
    bank.clock.offsetMs = DAY_MS + 1_000
    expect((await fund(await again(mallory), ada, 100)).json().status).toBe('Completed')
    bank.clock.offsetMs = 0
  })

  test('attack: splits an amount into parts that arrive at the same moment', async () => {
    const before = await ada.balance()
    const responses = await Promise.all(Array.from({ length: 40 }, () => fund(mallory, ada, 15)))
    expect(responses.filter((response) => response.json().status === 'Completed')).toHaveLength(6)
    expect(responses.filter((response) => response.json().status === 'Pending')).toHaveLength(34)
    expect((await ada.balance()).availableCents - before.availableCents).toBe(90_00n)
  })

  test('attack: changes a customer’s email and requests a reset link', async () => {
    const body = { userId: ada.id, updates: { email: 'mallory@elsewhere.example' } }
    const proposed = await mallory.call('PATCH', '/admin/user', { body })
    expect([proposed.statusCode, proposed.json()]).toMatchObject([
      202,
      { kind: 'email', before: { email: ada.email }, after: { email: 'mallory@elsewhere.example' } },
    ])
    await bank.call('POST', '/auths/forgot', { body: { email: 'mallory@elsewhere.example' } })
    const mails = await bank.sql`select kind from outbox where person_id = ${ada.id} and kind like 'password.%'`
    expect(mails).toEqual([])
    expect(refusalOf(await confirm(mallory, proposed.json()._id))).toMatchObject(SECOND)
    const [row] = await bank.sql<{ email: string }[]>`select email from people where id = ${ada.id}`
    expect(row?.email).toBe(ada.email)
  })

  test('attack: points the bank’s mail at a server of their own', async () => {
    const mail = { name: 'bank@mallory.example', password: 'password of mallory’s server' }
    const proposed = await mallory.call('PUT', '/settings', { body: { ...settings, mail } })
    expect(proposed.statusCode).toBe(202)
    const list = (await grace.call('GET', '/admin/proposals', { query: { state: 'pending' } })).json()
    const [found] = list.filter(({ kind }: { kind: string }) => kind === 'mail_server')
    expect(found).toMatchObject({
      subject: null,
      before: { 'mail.name': '', 'mail.password': 'none' },
      after: { 'mail.name': 'bank@mallory.example', 'mail.password': 'changed' },
    })
    expect(refusalOf(await confirm(mallory, found._id))).toMatchObject(SECOND)
    const [row] = await bank.owner`select mail_name, mail_password from settings`
    expect(row).toEqual({ mail_name: '', mail_password: null })
    // Nothing readable of the password is stored, neither while it waits nor in the audit log.
    const stored = await bank.owner`select p::text as text from proposals p union all select a::text from audit a`
    expect(stored.filter(({ text }) => text.includes('mallory’s server'))).toEqual([])
  })
})

describe('without four eyes', () => {
  let present: TestMailServer
  const bank = useBank(async () => {
    present = await openMailServer()
    return { config: { smtpUrl: present.url, fourEyesAboveCents: null } }
  })
  const mail = { name: 'bank@mallory.example', password: 'password of mallory’s server' }

  test('attack: points the bank’s mail at a server of their own, and every administrator hears of it through the old one', async () => {
    const [mallory, grace] = [await bank.person({ role: 'Admin' }), await bank.person({ role: 'Admin' })]
    await bank.person({ role: 'Teller' })
    await bank.owner`update people set last_confirmed_email = 'grace@confirmed.example' where id = ${grace.id}`
    const put = (more = {}) => mallory.call('PUT', '/settings', { body: { ...settings, mail: { ...mail, ...more } } })

    present.state.behavior = 'rejects temporarily'
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await put())).toMatchObject({ status: 409, code: 'mail_change_unannounced' })
    expect(await databaseFingerprint(bank)).toEqual(before)

    present.state.behavior = 'accepts'
    expect((await put()).statusCode).toBe(200)
    expect(present.recipients.sort()).toEqual([mallory.email, 'grace@confirmed.example'].sort())
    const [email] = present.collect()
    expect(email?.subject).toBe('The bank’s mail server is about to change')
    expect(email?.text).toContain('to bank@mallory.example')
    expect(email?.text).not.toContain('mallory’s server')
    const bell = (await grace.call('GET', '/notifications')).json()
    expect(bell.latest.map(({ kind }: { kind: string }) => kind)).toContain('mail_server.changed')
    const audited = async () =>
      (await bank.sql`select after from audit where action = 'settings.updated' order by at desc limit 1`)[0]?.after
    expect(await audited()).toMatchObject({ 'mail.announcement': 'sent to 2 administrators' })

    // A mail server that no longer works can be replaced, which the audit log records.
    await present.close()
    expect(refusalOf(await put({ name: 'bank@third.example' }))).toMatchObject({ code: 'mail_change_unannounced' })
    expect((await put({ name: 'bank@third.example', evenIfUnannounced: true })).statusCode).toBe(200)
    expect(await audited()).toMatchObject({ 'mail.announcement': 'failed: the mail server did not take it' })
    // What stays the same is not announced.
    expect((await put({ name: 'bank@third.example', password: '' })).statusCode).toBe(200)
  })
})
