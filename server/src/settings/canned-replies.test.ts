import { beforeAll, expect, test } from 'vitest'
import { errorText } from '#contract/texts.ts'
import { type Person, useBank } from '../../test/bank.ts'

const bank = useBank()
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

const whole = {
  bankingInfo: { accountNumber: '4410077123', accountName: 'Fable Bank Deposits', bankName: 'Storybook Trust' },
  cryptoInfo: [{ name: 'Bitcoin', network: 'Bitcoin', address: 'bc1qfable', rate: 0.0000165 }],
}
const put = (cannedReplies?: unknown, by = admin) => by.call('PUT', '/settings', { body: { ...whole, cannedReplies } })
const replies = async () => (await admin.call('GET', '/settings')).json().cannedReplies
const lastAct = async () =>
  (
    await bank.owner<{ before: object; after: object }[]>`
      select before, after from audit where action = 'settings.updated' order by number desc limit 1`
  )[0]

test('a new bank has default replies, for administrators only', async () => {
  const found = await replies()
  expect(found.map(({ name }: { name: string }) => name)).toContain('Greeting')
  expect(found[0].text).toContain('{{firstName}}')
  const others = [await bank.person(), await bank.person({ role: 'Admin', status: 'Pending' })]
  for (const person of others)
    expect((await person.call('GET', '/settings')).json()).not.toHaveProperty('cannedReplies')
  for (const person of others) expect((await put([], person)).statusCode).toBe(403)
  expect(await replies()).toEqual(found)
})

test('replaces the whole list in order, keeps it when absent, and allows an empty list', async () => {
  const two = [
    { name: 'Thanks', text: 'Thank you, {{ firstName }}.\nKind regards, {{me}}' },
    { name: '{{7*7}}', text: '<b>{single}</b> {{bank}}' },
  ]
  const response = await put(two.map(({ name, text }) => ({ name: ` ${name} `, text: `${text}\r\n` })))
  expect([response.statusCode, response.json().cannedReplies]).toEqual([200, two])
  expect((await put()).json().cannedReplies).toEqual(two)
  expect((await put(two.toReversed())).json().cannedReplies).toEqual(two.toReversed())
  expect((await put([])).json().cannedReplies).toEqual([])
  expect(await replies()).toEqual([])
})

test('records a change in the audit log, one field per reply', async () => {
  await put([
    { name: 'Greeting', text: 'Hello' },
    { name: 'Closing', text: 'Bye' },
  ])
  await put([
    { name: 'Greeting', text: 'Hello {{name}}' },
    { name: 'Closing', text: 'Bye' },
  ])
  expect(await lastAct()).toEqual({
    before: { 'cannedReplies.Greeting': 'Hello' },
    after: { 'cannedReplies.Greeting': 'Hello {{name}}' },
  })
  await put([{ name: 'Closing', text: 'Bye' }])
  expect(await lastAct()).toEqual({
    before: { cannedReplies: ['Greeting', 'Closing'], 'cannedReplies.Greeting': 'Hello {{name}}' },
    after: { cannedReplies: ['Closing'], 'cannedReplies.Greeting': '' },
  })
})

const ALL = 'All fields are required.'
const many = Array.from({ length: 51 }, (_, at) => ({ name: `Reply ${at}`, text: 'x' }))
test.each<[string, unknown, string]>([
  ['no name', [{ name: ' ', text: 'x' }], ALL],
  ['no text', [{ name: 'x', text: ' \n ' }], ALL],
  ['an empty entry', [{}], `${ALL}, Text is required.`],
  ['an entry that is text', ['x'], ALL],
  ['no list', { name: 'x', text: 'x' }, 'Canned replies are a list.'],
  [
    'the same name twice',
    [
      { name: 'x', text: '1' },
      { name: 'X', text: '2' },
    ],
    'Each canned reply needs a name of its own.',
  ],
  ['51 of them', many, 'There can be at most 50 canned replies.'],
  ['a long name', [{ name: 'x'.repeat(61), text: 'x' }], 'Name can have at most 60 characters.'],
  ['a long text', [{ name: 'x', text: 'x'.repeat(2001) }], 'Text can have at most 2,000 characters.'],
  ['a NUL', [{ name: 'x', text: 'a\0b' }], 'Text has characters that can’t be stored.'],
  ['an unknown placeholder', [{ name: 'x', text: 'Hello {{pin}}' }], 'There is no placeholder {{pin}}.'],
  ['a property of every object', [{ name: 'x', text: '{{constructor}}' }], 'There is no placeholder {{constructor}}.'],
  ['an expression', [{ name: 'x', text: '{{7*7}}' }], 'There is no placeholder {{7*7}}.'],
  ['another field', [{ name: 'x', text: 'x', html: true }], 'Unknown field.'],
])('rejects %s', async (_, given, text) => {
  const before = await replies()
  const response = await put(given)
  expect([response.statusCode, response.json().code, errorText(response.json())]).toEqual([400, 'invalid', text])
  expect(await replies()).toEqual(before)
})
