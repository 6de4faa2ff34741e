import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})
beforeEach(async () => {
  await bank.owner`truncate newsletter_subscriptions, contact_messages`
})

const subscriptions = () => bank.owner<{ email: string }[]>`select email from newsletter_subscriptions order by id`
const contactMessages = () => bank.owner<{ name: string; email: string; mobile: string; message: string }[]>`
  select name, email, mobile, message from contact_messages order by id`

describe('POST /newsletters', () => {
  const subscribe = (email: unknown) => bank.call('POST', '/newsletters', { body: { email } })

  test('stores an address once, and responds the same to a known one', async () => {
    const spellings = ['ada@fable.example', 'ADA@fable.example', ' ada@FABLE.example ', 'ａda@fable.example']
    for (const email of spellings) {
      const response = await subscribe(email)
      expect([response.statusCode, response.body]).toEqual([202, ''])
    }
    expect(await subscriptions()).toEqual([{ email: 'ada@fable.example' }])
  })

  test('stores an address once when many requests come at once', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => subscribe('ben@fable.example')))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(202))
    expect(await subscriptions()).toHaveLength(1)
  })

  test('accepts any text up to a kilobyte', async () => {
    const unfolding = Array.from({ length: 1024 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)))
    const typed = ['not an address', '<script>alert(1)</script>', '=cmd|x', 'ﷺ'.repeat(1024), unfolding.join('')]
    for (const text of typed) expect((await subscribe(text)).statusCode).toBe(202)
    expect((await subscriptions()).map(({ email }) => email)).toEqual(typed)
  })

  test('accepts an empty field and stores nothing', async () => {
    for (const email of ['', '   ']) expect((await subscribe(email)).statusCode).toBe(202)
    expect(await subscriptions()).toEqual([])
  })

  const unstorable = 'E-mail has characters that can’t be stored.'
  test.each<[string, unknown, string]>([
    ['a NUL', 'a\0@b', unstorable],
    ['half a character', 'a\udfff@b', unstorable],
    ['a line break', 'a@b\r\nBcc: all@people.example', unstorable],
    ['a right-to-left override', 'a\u202e@b', unstorable],
    ['1,025 characters', 'x'.repeat(1025), 'E-mail can have at most 1,024 characters.'],
    ['a number', 1, 'E-mail must be text.'],
    ['a list', ['a@b'], 'E-mail must be text.'],
    ['nothing', undefined, 'E-mail is required.'],
  ])('refuses %s', async (_name, email, msg) => {
    const response = await subscribe(email)
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { code: 'invalid', errors: [{ msg, path: 'email' }] },
    ])
    expect(await subscriptions()).toEqual([])
  })
})

const CONTACT_MESSAGE = {
  name: 'Ada Example',
  email: 'ada@fable.example',
  mobile: '+44 20 7946 0000',
  message: 'Hello,\n\n<b>can</b> I open an account?',
  terms: true,
}
const send = (changed: Record<string, unknown> = {}) =>
  bank.call('POST', '/contact', { body: { ...CONTACT_MESSAGE, ...changed } })

describe('POST /contact', () => {
  test('stores the message', async () => {
    const response = await send()
    expect([response.statusCode, response.body]).toEqual([201, ''])
    const { terms: _, ...stored } = CONTACT_MESSAGE
    expect(await contactMessages()).toEqual([stored])
  })

  test.each<[string, Record<string, unknown>, { msg: string; path: string }]>([
    ['a name that is missing', { name: undefined }, { path: 'name', msg: 'Name is required.' }],
    ['a message that is missing', { message: undefined }, { path: 'message', msg: 'Message is required.' }],
    ['no name', { name: ' ' }, { path: 'name', msg: 'Name is required.' }],
    ['no address', { email: '' }, { path: 'email', msg: 'Enter a valid e-mail address.' }],
    ['no valid address', { email: 'a b@c' }, { path: 'email', msg: 'Enter a valid e-mail address.' }],
    ['no number', { mobile: '' }, { path: 'mobile', msg: 'Mobile is required.' }],
    ['no message', { message: ' \n ' }, { path: 'message', msg: 'Message is required.' }],
    [
      'a long one',
      { message: 'x'.repeat(4001) },
      { path: 'message', msg: 'Message can have at most 4,000 characters.' },
    ],
    ['a NUL', { message: 'a\0' }, { path: 'message', msg: 'Message has characters that can’t be stored.' }],
    ['half a character', { name: '\ud83d' }, { path: 'name', msg: 'Name has characters that can’t be stored.' }],
    ['an override', { name: 'a\u202eb' }, { path: 'name', msg: 'Name has characters that can’t be stored.' }],
    ['terms not accepted', { terms: false }, { path: 'terms', msg: 'Please accept the terms.' }],
    ['terms as text', { terms: 'true' }, { path: 'terms', msg: 'Please accept the terms.' }],
    ['an unknown field', { answered: true }, { path: 'answered', msg: 'Unknown field.' }],
  ])('refuses %s', async (_name, changed, error) => {
    const response = await send(changed)
    expect([response.statusCode, response.json()]).toMatchObject([400, { code: 'invalid', errors: [error] }])
    expect(await contactMessages()).toEqual([])
  })
})

describe('the administrators’ lists', () => {
  const at = expect.stringMatching(/^\d{4}-.*Z$/)

  test('show entries newest first, page by page', async () => {
    for (const name of ['one', 'two', 'three']) {
      await send({ name })
      await bank.call('POST', '/newsletters', { body: { email: `${name}@fable.example` } })
    }
    const { terms: _, ...stored } = CONTACT_MESSAGE
    const contact = await admin.call('GET', '/suport/contact')
    expect([contact.statusCode, contact.json()]).toEqual([
      200,
      ['three', 'two', 'one'].map((name) => ({
        ...stored,
        _id: expect.any(String),
        name,
        createdAt: at,
        unread: true,
      })),
    ])
    const newsletter = await admin.call('GET', '/suport/newsletter')
    expect([newsletter.statusCode, newsletter.json()]).toEqual([
      200,
      ['three', 'two', 'one'].map((name) => ({
        _id: expect.any(String),
        email: `${name}@fable.example`,
        createdAt: at,
        unread: true,
      })),
    ])
    for (const [path, all] of [
      ['/suport/contact', contact.json()],
      ['/suport/newsletter', newsletter.json()],
    ] as const) {
      const first = await admin.call('GET', path, { query: { limit: '2' } })
      const read = all.map((message: object) => ({ ...message, unread: false }))
      expect(first.json()).toEqual(read.slice(0, 2))
      const next = /^<\/api([^>]+)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? ''
      const second = await admin.call('GET', next)
      expect(second.json()).toEqual(read.slice(2))
      expect(second.headers.link).toBeUndefined()
    }
  })

  test('share the unread count among administrators, and mark only returned entries as read', async () => {
    const olga = await bank.person({ role: 'Admin' })
    const waiting = async (person = olga) => (await person.call('GET', '/notifications')).json().office
    for (const name of ['one', 'two', 'three']) {
      await send({ name })
      await bank.call('POST', '/newsletters', { body: { email: `${name}@fable.example` } })
    }
    await bank.call('POST', '/newsletters', { body: { email: 'ONE@fable.example' } })
    expect(await waiting()).toMatchObject({ contact: 3, newsletter: 3 })
    const unread = (response: { json: () => { unread: boolean }[] }) => response.json().map((message) => message.unread)
    expect(unread(await admin.call('GET', '/suport/contact', { query: { limit: '2' } }))).toEqual([true, true])
    expect(await waiting()).toMatchObject({ contact: 1, newsletter: 3 })
    expect(unread(await olga.call('GET', '/suport/contact'))).toEqual([false, false, true])
    expect(unread(await olga.call('GET', '/suport/newsletter'))).toEqual([true, true, true])
    expect(await waiting(admin)).toMatchObject({ contact: 0, newsletter: 0 })
    // Reading again writes nothing and sends no event.
    const noted = async () => (await bank.owner`select number from office_stream`)[0]?.number
    const before = await noted()
    await admin.call('GET', '/suport/contact')
    expect(await noted()).toBe(before)
  })

  test.each(['limit=0', 'limit=201', 'limit=1&limit=1', 'cursor=x', 'page=1'])('reject %s', async (query) => {
    for (const path of ['/suport/contact', '/suport/newsletter'])
      expect((await admin.call('GET', `${path}?${query}`)).json()).toMatchObject({ code: 'invalid' })
  })

  test('can’t be changed by the application, which only deletes those of an erased person', async () => {
    await send()
    for (const attempt of [
      () => bank.sql`update contact_messages set message = ''`,
      () => bank.sql`update newsletter_subscriptions set email = ''`,
      () => bank.sql`truncate contact_messages`,
    ])
      await expect(attempt()).rejects.toMatchObject({ code: '42501' })
  })
})
