import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { countsOf, type Message, messageRows, ownThread, texts, threadOf, write, wrote } from '../../../test/chat.ts'

const bank = useBank()
let admin: Person
let ada: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})
beforeEach(async () => {
  ada = await bank.person()
})

const told = (person: Person) => bank.owner<{ kind: string; data: unknown; mail_at: Date | null }[]>`
  select kind, data, mail_at from outbox where person_id = ${person.id} order by number`

describe('a conversation', () => {
  test('goes back and forth, oldest first, the same for both sides', async () => {
    const asked = await write(ada, 'Where is my card?')
    expect(asked.statusCode).toBe(201)
    expect(asked.json()).toEqual({
      _id: expect.any(String),
      message: 'Where is my card?',
      isAdmin: false,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      seenAt: null,
      author: 'Ada Example',
      attachment: null,
      transaction: null,
    })
    const answered = await write(admin, 'In the post.', ada.id)
    expect([answered.statusCode, answered.json()]).toMatchObject([201, { message: 'In the post.', isAdmin: true }])
    await wrote(ada, 'Thank you!')

    const mine: Message[] = await ownThread(ada)
    const seenAt = expect.stringMatching(/Z$/)
    expect(mine).toEqual([
      asked.json(),
      // The bank answers; which of its people it was is for the office to know.
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

  test('is open to people whose account is Pending', async () => {
    const pending = await bank.person({ status: 'Pending' })
    await wrote(pending, 'When will I be verified?')
    expect(texts(await ownThread(pending))).toEqual(['When will I be verified?'])
  })

  test('can be started by an administrator', async () => {
    await wrote(admin, 'Welcome!', ada.id)
    expect(await ownThread(ada)).toMatchObject([{ message: 'Welcome!', isAdmin: true }])
  })

  test('tells the person of an answer in the same transaction, and of a question only their other devices', async () => {
    const questionId = await wrote(ada, 'Hello?')
    const sent = { kind: 'support.sent', data: { messageId: questionId }, mail_at: null }
    expect(await told(ada)).toEqual([sent])
    const messageId = await wrote(admin, 'Hello.', ada.id)
    expect(await told(ada)).toEqual([
      sent,
      { kind: 'support.answered', data: { messageId }, mail_at: expect.any(Date) },
    ])
    expect(await told(admin)).toHaveLength(0)
  })

  test('of somebody who never wrote is empty', async () => {
    expect(await ownThread(ada)).toEqual([])
    const answer = await threadOf(ada, admin)
    expect([answer.statusCode, answer.json()]).toEqual([200, []])
  })

  test('keeps its order and loses nothing when both sides write at once', async () => {
    const sent = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? write(ada, `ada ${at}`) : write(admin, `office ${at}`, ada.id))),
    )
    expect(sent.map(({ statusCode }) => statusCode)).toEqual(Array(40).fill(201))
    expect((await messageRows(bank, ada)).map(({ number }) => number)).toEqual(
      Array.from({ length: 40 }, (_, at) => BigInt(at + 1)),
    )
    expect(texts(await ownThread(ada))).toEqual((await messageRows(bank, ada)).map(({ text }) => text))
    expect(await countsOf(bank, ada)).toMatchObject({ message_number: 40n, unread_by_office: 20, unread_by_person: 0 })
    expect((await told(ada)).filter(({ kind }) => kind === 'support.answered')).toHaveLength(20)
  })

  test('of one millisecond keeps the order in which it was written', async () => {
    const at = new Date()
    for (const text of ['one', 'two', 'three', 'four', 'five']) await wrote(ada, text)
    await bank.owner`update messages set created_at = ${at} where person_id = ${ada.id}`
    expect(texts(await ownThread(ada))).toEqual(['one', 'two', 'three', 'four', 'five'])
  })
})

describe('who writes follows from the session', () => {
  test('a claim to be an administrator is ignored', async () => {
    const body = { receiver: 'Admin', message: 'Please refund Ada.', isAdmin: true }
    const answer = await ada.call('POST', '/suport/send', { body })
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { isAdmin: false }])
    expect(await messageRows(bank, ada)).toMatchObject([{ from_office: false, sender_id: ada.id }])
    // And an administrator does not become a customer by denying it; the field may also be left out.
    expect((await write(admin, 'Hm.', ada.id)).json()).toMatchObject({ isAdmin: true })
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
      const answer = await from.call('POST', '/suport/send', { body: { receiver: to, message: 'Psst', isAdmin: true } })
      expect([answer.statusCode, answer.json()]).toMatchObject([404, { message: 'Not found.', code: 'not_found' }])
    }
    for (const person of [ben, user, pendingAdmin]) expect(await messageRows(bank, person)).toHaveLength(0)
    expect(await told(ben)).toHaveLength(0)
  })

  test('an administrator who writes to the office does so as a person, in a thread of their own', async () => {
    const olive = await bank.person({ role: 'Admin' })
    expect((await write(olive, 'My own card is lost.')).json()).toMatchObject({ isAdmin: false })
    expect(await ownThread(olive)).toMatchObject([{ message: 'My own card is lost.', isAdmin: false }])
    expect(await countsOf(bank, olive)).toMatchObject({ unread_by_office: 1, unread_by_person: 0 })
  })

  test('an administrator can’t write to nobody', async () => {
    const nobody = newId()
    const answer = await write(admin, 'Anyone?', nobody)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    expect(await bank.owner`select 1 from conversations where person_id = ${nobody}`).toHaveLength(0)
  })
})

describe('what can be said', () => {
  const good = [
    ['markup', '<img src=x onerror=alert(1)> <script>alert(1)</script> &amp;'],
    ['a formula, a template, a query', `=cmd|'/C calc'!A0 {{7*7}} \${7*7} '; drop table messages; --`],
    ['several lines and tabs', 'one\n\n\ttwo\nthree'],
    ['any language', 'Привет 你好 مرحبا 👩‍👩‍👧‍👦 e\u0301'],
    ['4,000 characters', 'x'.repeat(4000)],
    ['a number as text', '0'],
  ]
  test.each(good)('%s comes back as it was written', async (_name, text) => {
    await wrote(ada, text)
    expect(texts(await ownThread(ada))).toEqual([text])
    expect(await countsOf(bank, ada)).toMatchObject({ last_message: text })
  })

  test('line ends of every kind are the same line end, and blanks around a text are dropped', async () => {
    await wrote(ada, ' \r\n one\r\ntwo\rthree \n')
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
  ])('%s is refused', async (_name, message, msg) => {
    const answer = await ada.call('POST', '/suport/send', { body: { receiver: 'Admin', message, isAdmin: false } })
    expect([answer.statusCode, answer.json()]).toMatchObject([
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
  ])('%s is refused', async (_name, body, path) => {
    const answer = await ada.call('POST', '/suport/send', { body })
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid', errors: [{ path }] }])
    expect(await messageRows(bank, ada)).toHaveLength(0)
  })

  test('a megabyte is too large', async () => {
    const answer = await write(ada, 'x'.repeat(1_000_000))
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large'])
    expect(await messageRows(bank, ada)).toHaveLength(0)
  })
})

describe('in the database', () => {
  test('the application can neither change nor remove what was said', async () => {
    await wrote(ada, 'as it was said')
    for (const attempt of [
      () => bank.sql`update messages set text = 'as it was not'`,
      () => bank.sql`update messages set from_office = true`,
      () => bank.sql`delete from messages`,
      () => bank.sql`delete from conversations`,
      () => bank.sql`update conversations set person_id = ${admin.id}`,
    ])
      await expect(attempt()).rejects.toMatchObject({ code: '42501' })
    expect(texts(await ownThread(ada))).toEqual(['as it was said'])
  })
})
