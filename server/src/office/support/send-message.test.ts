import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import {
  countsOf,
  type Message,
  messageRows,
  ownThread,
  postMessage,
  sendMessage,
  texts,
  threadOf,
} from '../../../test/chat.ts'

const bank = useBank()
let admin: Person
let ada: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})
beforeEach(async () => {
  ada = await bank.person()
})

const notifications = (person: Person) => bank.owner<{ kind: string; data: unknown; mail_at: Date | null }[]>`
  select kind, data, mail_at from outbox where person_id = ${person.id} order by number`

describe('a conversation', () => {
  test('has messages of both sides, oldest first', async () => {
    const question = await postMessage(ada, 'Where is my card?')
    expect(question.statusCode).toBe(201)
    expect(question.json()).toEqual({
      _id: expect.any(String),
      message: 'Where is my card?',
      isAdmin: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      seenAt: null,
      author: 'Ada Example',
      attachment: null,
      transaction: null,
    })
    const answered = await postMessage(admin, 'In the post.', ada.id)
    expect([answered.statusCode, answered.json()]).toMatchObject([201, { message: 'In the post.', isAdmin: true }])
    await sendMessage(ada, 'Thank you!')

    const mine: Message[] = await ownThread(ada)
    const seenAt = expect.stringMatching(/Z$/)
    expect(mine).toEqual([
      question.json(),
      // Customers don't see which administrator replied.
      { ...answered.json(), author: null, seenAt },
      expect.objectContaining({ message: 'Thank you!' }),
    ])
    const theirs: Message[] = (await threadOf(ada, admin)).json()
    expect(texts(theirs)).toEqual(texts(mine))
    expect(theirs[1]).toEqual({ ...answered.json(), author: admin.fullName, seenAt })
    expect(await messageRows(bank, ada)).toMatchObject([
      { number: 1n, sender_id: ada.id, from_office: false },
      { number: 2n, sender_id: admin.id, from_office: true },
      { number: 3n, sender_id: ada.id, from_office: false },
    ])
  })

  test('is open to customers with a Pending account', async () => {
    const pending = await bank.person({ status: 'Pending' })
    await sendMessage(pending, 'When will I be verified?')
    expect(texts(await ownThread(pending))).toEqual(['When will I be verified?'])
  })

  test('can be started by an administrator', async () => {
    await sendMessage(admin, 'Welcome!', ada.id)
    expect(await ownThread(ada)).toMatchObject([{ message: 'Welcome!', isAdmin: true }])
  })

  test('notifies the customer of a reply, and their other devices of their own message', async () => {
    const questionId = await sendMessage(ada, 'Hello?')
    const sent = { kind: 'support.sent', data: { messageId: questionId }, mail_at: null }
    expect(await notifications(ada)).toEqual([sent])
    const messageId = await sendMessage(admin, 'Hello.', ada.id)
    expect(await notifications(ada)).toEqual([
      sent,
      { kind: 'support.answered', data: { messageId }, mail_at: expect.any(Date) },
    ])
    expect(await notifications(admin)).toHaveLength(0)
  })

  test('without messages is empty', async () => {
    expect(await ownThread(ada)).toEqual([])
    const response = await threadOf(ada, admin)
    expect([response.statusCode, response.json()]).toEqual([200, []])
  })

  test('keeps all messages in order when both sides write concurrently', async () => {
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 2 ? postMessage(ada, `ada ${at}`) : postMessage(admin, `office ${at}`, ada.id),
      ),
    )
    expect(sent.map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(201))
    expect((await messageRows(bank, ada)).map(({ number }) => number)).toEqual(
      Array.from({ length: 40 }, (_, at) => BigInt(at + 1)),
    )
    expect(texts(await ownThread(ada))).toEqual((await messageRows(bank, ada)).map(({ text }) => text))
    expect(await countsOf(bank, ada)).toMatchObject({ message_number: 40n, unread_by_office: 20, unread_by_person: 0 })
    expect((await notifications(ada)).filter(({ kind }) => kind === 'support.answered')).toHaveLength(20)
  })

  test('keeps the order of messages within one millisecond', async () => {
    const at = new Date()
    for (const text of ['one', 'two', 'three', 'four', 'five']) await sendMessage(ada, text)
    await bank.owner`update messages set created_at = ${at} where person_id = ${ada.id}`
    expect(texts(await ownThread(ada))).toEqual(['one', 'two', 'three', 'four', 'five'])
  })
})

describe('the sender follows from the session', () => {
  test('ignores isAdmin in the body', async () => {
    const body = { receiver: 'Admin', message: 'Please refund Ada.', isAdmin: true }
    const response = await ada.call('POST', '/suport/send', { body })
    expect([response.statusCode, response.json()]).toMatchObject([201, { isAdmin: false }])
    expect(await messageRows(bank, ada)).toMatchObject([{ from_office: false, sender_id: ada.id }])
    // isAdmin: false does not make an administrator a customer, and the field is optional.
    expect((await postMessage(admin, 'Hm.', ada.id)).json()).toMatchObject({ isAdmin: true })
    const short = await ada.call('POST', '/suport/send', { body: { receiver: 'Admin', message: 'Short.' } })
    expect(short.statusCode).toBe(201)
  })

  test('only administrators may name a receiver', async () => {
    const ben = await bank.person()
    const pendingAdmin = await bank.person({ role: 'Admin', status: 'Pending' })
    const user = await bank.person()
    for (const [from, to] of [
      [user, ben.id],
      [user, user.id],
      [user, admin.id],
      [user, newId()],
      [pendingAdmin, ben.id],
    ] as const) {
      const response = await from.call('POST', '/suport/send', {
        body: { receiver: to, message: 'Psst', isAdmin: true },
      })
      expect([response.statusCode, response.json()]).toMatchObject([404, { message: 'Not found.', code: 'not_found' }])
    }
    for (const person of [ben, user, pendingAdmin]) expect(await messageRows(bank, person)).toHaveLength(0)
    expect(await notifications(ben)).toHaveLength(0)
  })

  test('an administrator who writes to the office uses their own thread, as a person', async () => {
    const olive = await bank.person({ role: 'Admin' })
    expect((await postMessage(olive, 'My own card is lost.')).json()).toMatchObject({ isAdmin: false })
    expect(await ownThread(olive)).toMatchObject([{ message: 'My own card is lost.', isAdmin: false }])
    expect(await countsOf(bank, olive)).toMatchObject({ unread_by_office: 1, unread_by_person: 0 })
  })

  test('an administrator can’t write to an unknown person', async () => {
    const unknownId = newId()
    const response = await postMessage(admin, 'Anyone?', unknownId)
    expect([response.statusCode, response.json().code]).toEqual([404, 'not_found'])
    expect(await bank.owner`select 1 from conversations where person_id = ${unknownId}`).toHaveLength(0)
  })
})

describe('the message text', () => {
  const good = [
    ['markup', '<img src=x onerror=alert(1)> <script>alert(1)</script> &amp;'],
    ['a formula, a template, a query', `=cmd|'/C calc'!A0 {{7*7}} \${7*7} '; drop table messages; --`],
    ['several lines and tabs', 'one\n\n\ttwo\nthree'],
    ['any language', 'Привет 你好 مرحبا 👩‍👩‍👧‍👦 e\u0301'],
    ['4,000 characters', 'x'.repeat(4000)],
    ['a number as text', '0'],
  ]
  test.each(good)('stores %s unchanged', async (_name, text) => {
    await sendMessage(ada, text)
    expect(texts(await ownThread(ada))).toEqual([text])
    expect(await countsOf(bank, ada)).toMatchObject({ last_message: text })
  })

  test('normalizes line ends and trims white space', async () => {
    await sendMessage(ada, ' \r\n one\r\ntwo\rthree \n')
    expect(texts(await ownThread(ada))).toEqual(['one\ntwo\nthree'])
  })

  const required = 'Message is required.'
  const unstorable = 'Message has characters that can’t be stored.'
  test.each<[string, unknown, string]>([
    ['empty', '', required],
    ['white space', ' \n\t\u00a0\u3000 ', required],
    ['4,001 characters', 'x'.repeat(4001), 'Message can have at most 4,000 characters.'],
    ['a NUL', 'a\0b', unstorable],
    ['half a character', 'a\ud800b', unstorable],
    ['a right-to-left override', 'a\u202eb', unstorable],
    ['an escape', 'a\u001b[2Jb', unstorable],
    ['a number', 5, 'Message must be text.'],
    ['a list', ['x'], 'Message must be text.'],
    ['null', null, 'Message must be text.'],
  ])('rejects %s', async (_name, message, msg) => {
    const response = await ada.call('POST', '/suport/send', { body: { receiver: 'Admin', message, isAdmin: false } })
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { code: 'invalid', errors: [{ msg, path: 'message' }] },
    ])
    expect(await messageRows(bank, ada)).toHaveLength(0)
  })

  test.each<[string, unknown, string]>([
    ['no receiver', { message: 'x' }, 'receiver'],
    ['a receiver that is no id', { receiver: 'admin', message: 'x' }, 'receiver'],
    ['a receiver that is a list', { receiver: ['Admin'], message: 'x' }, 'receiver'],
    ['isAdmin as text', { receiver: 'Admin', message: 'x', isAdmin: 'true' }, 'isAdmin'],
    ['an unknown field', { receiver: 'Admin', message: 'x', senderId: newId() }, 'senderId'],
  ])('rejects %s', async (_name, body, path) => {
    const response = await ada.call('POST', '/suport/send', { body })
    expect([response.statusCode, response.json()]).toMatchObject([400, { code: 'invalid', errors: [{ path }] }])
    expect(await messageRows(bank, ada)).toHaveLength(0)
  })
})

describe('in the database', () => {
  test('the application can neither change nor delete messages', async () => {
    await sendMessage(ada, 'as it was said')
    for (const attempt of [
      () => bank.sql`update messages set text = 'as it was not'`,
      () => bank.sql`update messages set from_office = true`,
      () => bank.sql`update conversations set person_id = ${admin.id}`,
    ])
      await expect(attempt()).rejects.toMatchObject({ code: '42501' })
    // Only those of an erased person are visible to a deletion.
    expect((await bank.sql`delete from messages`).count + (await bank.sql`delete from conversations`).count).toBe(0)
    expect(texts(await ownThread(ada))).toEqual(['as it was said'])
  })
})
