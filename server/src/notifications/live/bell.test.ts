import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { ownThread, sendMessage } from '../../../test/chat.ts'
import { transferForm } from '../../../test/money.ts'
import { claimMail } from '../../ledger/outbox.ts'
import { buildEmail, hasTemplate } from '../mail/build-email.ts'
import { readTemplateData } from '../mail/read-template-data.ts'

const bank = useBank()
let admin: Person
let ada: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})
beforeEach(async () => {
  ada = await bank.person()
})

const bell = async (person: Person) => (await person.call('GET', '/notifications')).json()
const read = (person: Person, body: object) => person.call('POST', '/notifications/read', { body })
const funds = (person: Person, amount: number) =>
  admin.call('POST', '/admin/fund', { body: { userId: person.id, amount } })

describe('the bell', () => {
  test('lists notifications newest first and counts the unread ones', async () => {
    expect(await bell(ada)).toEqual({ unread: 0, latest: [], office: null })
    await funds(ada, 25)
    await sendMessage(admin, 'Hello.', ada.id)
    expect(await bell(ada)).toMatchObject({
      unread: 2,
      latest: [
        { kind: 'support.answered', read: false, transaction: null },
        { kind: 'account.funded', read: false, transaction: { type: 'Deposit', amount: 25, status: 'Completed' } },
      ],
    })
  })

  test('names who sent money, and no other counterparty', async () => {
    const ben = await bank.person({ balanceCents: 100_00n, fullName: 'Ben Sender' })
    const { user } = (await ada.call('GET', '/users')).json()
    const body = transferForm({ accountName: user.fullName, accountNumber: user.accountNumber, amount: 5 })
    const { _id, status } = (await ben.call('POST', '/transfer', { body })).json()
    if (status === 'Pending') await admin.call('POST', '/deposit/approve', { body: { transactionId: _id } })
    await funds(ada, 25)
    const [funded, received] = (await bell(ada)).latest
    expect(received).toMatchObject({ kind: 'deposit.received', transaction: { counterpartyName: 'Ben Sender' } })
    expect(funded.transaction).not.toHaveProperty('counterpartyName')
    expect((await bell(ben)).latest[0].transaction).not.toHaveProperty('counterpartyName')
  })

  test('marks one or all up to one as read, and only the caller’s own', async () => {
    for (const amount of [1, 2, 3]) await funds(ada, amount)
    const [third, second, first] = (await bell(ada)).latest
    const response = await read(ada, { _id: second._id })
    expect([response.statusCode, response.json().unread]).toEqual([200, 2])
    expect((await read(ada, { upTo: first._id })).json().unread).toBe(1)
    const ben = await bank.person()
    await funds(ben, 4)
    await read(ben, { upTo: '999999' })
    expect((await bell(ben)).unread).toBe(0)
    expect(await bell(ada)).toMatchObject({ unread: 1, latest: [{ _id: third._id, read: false }, {}, {}] })
  })

  test('does not count the person’s own messages or read receipts', async () => {
    await sendMessage(ada, 'Hello?')
    await admin.call('GET', '/suport/user', { query: { userId: ada.id } })
    expect((await bell(ada)).unread).toBe(0)
  })

  test('shows administrators how many conversations are unanswered', async () => {
    const before = (await bell(admin)).office
    await sendMessage(ada, 'Hello?')
    expect((await bell(admin)).office).toEqual({ ...before, conversations: before.conversations + 1 })
  })

  test.each([{}, { _id: 1 }, { _id: '1', upTo: '1' }, { upTo: '0' }, { upTo: '1e3' }, { upTo: '9'.repeat(30) }])(
    'rejects %j',
    async (body) => {
      const response = await read(ada, body)
      expect([response.statusCode, response.json().code]).toEqual([400, 'invalid'])
    },
  )
})

const FIVE_MINUTES = 5 * 60_000
const mailOf = (person: Person) => bank.owner<{ kind: string; created_at: Date; mail_at: Date | null }[]>`
  select kind, created_at, mail_at from outbox where person_id = ${person.id} and mail_at is not null order by number`

/** The emails the mailer would send to this person an hour from now. */
async function emailsTo(person: Person) {
  const at = new Date(bank.now().getTime() + 3_600_000)
  const claimed = await claimMail(bank.sql, at, { limit: 500, leaseMs: 0 })
  const data = await readTemplateData({ ...bank, origin: 'http://bank' }, claimed, at)
  return claimed
    .filter(({ personId }) => personId === person.id)
    .filter(hasTemplate)
    .flatMap((mail) => buildEmail(mail, data) ?? [])
}

describe('an unread reply', () => {
  test('is due by email after five minutes, one email for all unread replies', async () => {
    await sendMessage(admin, 'First.', ada.id)
    await sendMessage(admin, 'Second.', ada.id)
    const due = await mailOf(ada)
    expect(due).toHaveLength(1)
    expect(Number(due[0]?.mail_at) - Number(due[0]?.created_at)).toBe(FIVE_MINUTES)
    const [email] = await emailsTo(ada)
    expect(email).toMatchObject({
      to: ada.email,
      subject: 'New message from Fable Bank',
      link: { address: 'http://bank/dashboard/support-user' },
    })
    expect(JSON.stringify(email)).not.toContain('First.')
  })

  test('is not sent by email once it was seen, and the next reply is due again', async () => {
    await sendMessage(admin, 'First.', ada.id)
    expect((await bell(ada)).unread).toBe(1)
    await ownThread(ada)
    expect(await mailOf(ada)).toEqual([])
    expect((await bell(ada)).unread).toBe(0)
    await sendMessage(admin, 'Second.', ada.id)
    expect(await mailOf(ada)).toHaveLength(1)
  })
})

describe('email', () => {
  const chosen = async (person: Person) => (await person.call('GET', '/notifications/mail')).json()
  const choose = (person: Person, body: unknown) => person.call('PUT', '/notifications/mail', { body })

  test('can be turned off per kind, and on again', async () => {
    const all = await chosen(ada)
    expect(new Set(Object.values(all))).toEqual(new Set([true]))
    const body = { ...all, 'support.answered': false }
    expect((await choose(ada, body)).json()).toEqual(body)
    expect(await chosen(ada)).toEqual(body)
    await sendMessage(admin, 'Hello.', ada.id)
    expect(await emailsTo(ada)).toEqual([])
    await choose(ada, all)
    expect(await emailsTo(ada)).toHaveLength(1)
    expect(await chosen(await bank.person())).toEqual(all)
  })

  test('about security is always sent', async () => {
    const all = await chosen(ada)
    await choose(ada, Object.fromEntries(Object.keys(all).map((topic) => [topic, false])))
    await admin.call('POST', '/admin/reset-pin', { body: { userId: ada.id } })
    expect(await emailsTo(ada)).toMatchObject([{ subject: 'Your PIN was reset' }])
  })

  test.each([{}, { 'support.answered': true }, null, { 'pin.reset': false }])('rejects %j', async (body) => {
    const response = await choose(ada, body)
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid'])
  })
})

describe('a message', () => {
  const send = (person: Person, more: object, receiver = 'Admin') =>
    person.call('POST', '/suport/send', { body: { receiver, message: 'See this', ...more } })
  const upload = async (owner: Person) => {
    const id = newId()
    await bank.owner`
      insert into uploads (id, owner_id, kind, media_type, bytes, file_hash, created_at)
      values (${id}, ${owner.id}, 'image', 'image/png', '\\x00', '\\x00', now())`
    return `/api/images/${id}`
  }

  test('attaches the sender’s own file, which the other side and no one else may read', async () => {
    const ben = await bank.person()
    const [mine, theirs] = [await upload(ada), await upload(admin)]
    expect((await send(ada, { attachment: mine })).json().attachment).toEqual({ imageUrl: mine, kind: 'image' })
    expect((await ada.call('GET', theirs.replace('/api', ''))).statusCode).toBe(404)
    expect((await send(admin, { attachment: theirs }, ada.id)).statusCode).toBe(201)
    expect((await ada.call('GET', theirs.replace('/api', ''))).statusCode).toBe(200)
    expect((await ben.call('GET', theirs.replace('/api', ''))).statusCode).toBe(404)
    for (const attachment of [theirs, `/api/images/${newId()}`])
      expect((await send(ada, { attachment })).statusCode).toBe(404)
    for (const attachment of ['https://evil.example/x.png', '../x', 5, null])
      expect((await send(ada, { attachment })).statusCode).toBe(400)
    expect(await ownThread(ada)).toHaveLength(2)
  })

  test('refers to a transaction of the thread’s person, with its current status', async () => {
    const transactionId = (await funds(ada, 25)).json()._id
    const ben = await bank.person()
    expect((await send(ada, { transactionId })).json().transaction).toMatchObject({ _id: transactionId, amount: 25 })
    expect((await send(ben, { transactionId })).statusCode).toBe(404)
    expect((await send(admin, { transactionId }, ben.id)).statusCode).toBe(404)
    expect((await send(admin, { transactionId }, ada.id)).statusCode).toBe(201)
    expect(await ownThread(ben)).toEqual([])
  })

  test('sent again with the same id is stored once, and the id of another person’s message is rejected', async () => {
    const _id = newId()
    const first = await send(ada, { _id })
    const again = await Promise.all([send(ada, { _id }), send(ada, { _id })])
    for (const response of again) expect([response.statusCode, response.json()]).toEqual([201, first.json()])
    expect(await ownThread(ada)).toHaveLength(1)
    const [counts] = await bank.owner`select message_number from conversations where person_id = ${ada.id}`
    expect(counts?.message_number).toBe(1n)
    expect((await send(await bank.person(), { _id })).statusCode).toBe(404)
  })

  test('has a sender, shown to administrators with their latest transactions', async () => {
    for (const amount of [1, 2, 3, 4, 5, 6]) await funds(ada, amount)
    const response = await admin.call('GET', '/suport/person', { query: { userId: ada.id } })
    expect(response.json()).toMatchObject({
      user: { _id: ada.id, balance: 21 },
      recent: [{ amount: 6 }, {}, {}, {}, {}],
    })
    expect((await ada.call('GET', '/suport/person', { query: { userId: ada.id } })).statusCode).toBe(403)
    expect((await admin.call('GET', '/suport/person', { query: { userId: newId() } })).statusCode).toBe(404)
  })

  test('is found by part of the sender’s name or address, without wildcards', async () => {
    const zoe = await bank.person({ fullName: 'Zoë 100% Example' })
    await sendMessage(zoe, 'Hello?')
    const found = async (search: string) =>
      (await admin.call('GET', '/suport/conversation', { query: { search } }))
        .json()
        .map((one: { userId: string }) => one.userId)
    expect(await found('zoë')).toEqual([zoe.id])
    expect(await found('100%')).toEqual([zoe.id])
    expect(await found(zoe.email.slice(4, 20))).toContain(zoe.id)
    expect(await found('%zo_')).toEqual([])
    expect(await found("'; drop table people; --")).toEqual([])
  })
})
