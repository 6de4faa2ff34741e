import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf, transferForm } from '../../../test/money.ts'

const bank = useBank()
let support: Person
let teller: Person
let admin: Person
beforeAll(async () => {
  support = await bank.person({ role: 'Support', fullName: 'Sue Support' })
  teller = await bank.person({ role: 'Teller', fullName: 'Tom Teller' })
  admin = await bank.person({ role: 'Admin' })
})

type Subject = { subject: 'person' | 'transaction'; subjectId: string }
const person = ({ id }: Person): Subject => ({ subject: 'person', subjectId: id })
const add = (by: Person, subject: Subject, text: unknown = 'VIP') =>
  by.call('POST', '/admin/tags', { body: { ...subject, text } })
const remove = (by: Person, subject: Subject, text = 'VIP') =>
  by.call('POST', '/admin/tags/remove', { body: { ...subject, text } })
const rowsOf = (personId: string) =>
  bank.owner`select key, text, author_id from person_tags where person_id = ${personId} order by key`
const auditOf = (personId: string) => bank.owner`
  select actor_id, action, before, after from audit where subject_id = ${personId} and action like 'tag.%' order by number`

async function transferOf(by: Person): Promise<Subject> {
  const sent = await by.call('POST', '/transfer', { body: transferForm({ amount: 5 }) })
  return { subject: 'transaction', subjectId: sent.json()._id }
}
const customer = () => bank.person({ balanceCents: 100_00n })

test('staff put tags on a person, in one spelling, and take them off; the audit log has who, when and what', async () => {
  const ada = await customer()
  expect((await add(support, person(ada), '  Big   Spender ')).json()).toEqual({ tags: ['Big Spender'] })
  expect((await add(teller, person(ada), 'big spender')).json()).toEqual({ tags: ['Big Spender'] })
  expect((await add(teller, person(ada), 'Álfa')).json()).toEqual({ tags: ['Big Spender', 'Álfa'] })
  const ben = await customer()
  expect((await add(teller, person(ben), 'BIG SPENDER')).json()).toEqual({ tags: ['Big Spender'] })
  expect((await remove(teller, person(ada), 'BIG SPENDER')).json()).toEqual({ tags: ['Álfa'] })
  expect((await remove(teller, person(ada), 'Big Spender')).json()).toEqual({ tags: ['Álfa'] })
  expect(await rowsOf(ada.id)).toEqual([{ key: 'álfa', text: 'Álfa', author_id: teller.id }])
  expect(await auditOf(ada.id)).toEqual([
    { actor_id: support.id, action: 'tag.added', before: {}, after: { tag: 'Big Spender' } },
    { actor_id: teller.id, action: 'tag.added', before: {}, after: { tag: 'Álfa' } },
    { actor_id: teller.id, action: 'tag.removed', before: { tag: 'Big Spender' }, after: {} },
  ])
})

test('the same for a transaction, whose owner’s chain has the entry', async () => {
  const ada = await customer()
  const transfer = await transferOf(ada)
  expect((await add(support, transfer, 'Check payee')).json()).toEqual({ tags: ['Check payee'] })
  const found = await teller.call('GET', `/admin/transactions/${transfer.subjectId}`)
  expect(found.json().transaction.tags).toEqual(['Check payee'])
  expect(await auditOf(ada.id)).toMatchObject([{ after: { tag: 'Check payee', transactionId: transfer.subjectId } }])
  expect((await remove(support, transfer, 'check payee')).json()).toEqual({ tags: [] })
})

describe('lists', () => {
  test('of people show tags, and are narrowed by one in any case', async () => {
    const [ada, ben] = [await customer(), await customer()]
    await add(support, person(ada), 'Narrow')
    await add(support, person(ben), 'Narrower')
    const list = await teller.call('GET', '/users/all', { query: { tag: 'nARROW' } })
    expect(list.json()).toMatchObject([{ _id: ada.id, tags: ['Narrow'] }])
    expect(list.headers['x-total-count']).toBe('1')
    const both = { tag: 'narrow', status: 'Frozen' }
    expect((await teller.call('GET', '/users/all', { query: both })).json()).toEqual([])
    expect((await teller.call('GET', `/admin/users/${ben.id}`)).json().tags).toEqual(['Narrower'])
  })

  test('of transactions too, in every order and with other filters, with totals, pages and the export', async () => {
    const ada = await customer()
    const tagged: string[] = []
    for (let n = 0; n < 3; n++) {
      const transfer = await transferOf(ada)
      await add(support, transfer, 'Listed')
      tagged.push(transfer.subjectId)
      await transferOf(ada)
      bank.clock.offsetMs += 60_000
    }
    const read = async (query: Record<string, string>) => {
      const response = await admin.call('GET', '/transactions/admin', { query: { tag: 'LISTED', ...query } })
      return response.json().map(({ _id }: { _id: string }) => _id)
    }
    const newest = tagged.toReversed()
    expect(await read({})).toEqual(newest)
    expect(await read({ sort: 'oldest', status: 'Pending', userId: ada.id })).toEqual(tagged)
    expect((await read({ sort: 'largest' })).sort()).toEqual([...tagged].sort())
    expect(await read({ search: tagged[1] ?? '' })).toEqual([tagged[1]])
    expect(await read({ minAmount: '6' })).toEqual([])
    for (const [sort, order] of [
      ['newest', newest],
      ['oldest', tagged],
    ] as const) {
      const first = await admin.call('GET', '/transactions/admin', { query: { tag: 'listed', sort, limit: '1' } })
      const next = new URL(/<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '', 'http://bank').searchParams
      expect(await read({ sort, limit: '5', cursor: next.get('cursor') ?? '' })).toEqual(order.slice(1))
    }
    const totals = await admin.call('GET', '/admin/transactions/totals', { query: { tag: 'listed' } })
    expect(totals.json()).toMatchObject({ count: 3, transfers: -15 })
    await add(support, { subject: 'transaction', subjectId: tagged[0] ?? '' }, '=cmd()')
    const csv = (await admin.call('GET', '/admin/transactions/export', { query: { tag: 'listed' } })).body
    expect(csv.split('\r\n')[0]).toMatch(/,Tags$/)
    expect(csv).toContain("'=cmd(); Listed")
    bank.clock.offsetMs = 0
  })
})

test('suggests tags in use by their beginning, each once', async () => {
  const [ada, ben] = [await customer(), await customer()]
  for (const text of ['zz one', 'ZZ Two', 'zz%']) await add(support, person(ada), text)
  await add(support, await transferOf(ben), 'zz two')
  await add(support, await transferOf(ben), 'ZZ three')
  const suggest = async (query: Record<string, string>) =>
    (await teller.call('GET', '/admin/tags', { query })).json().tags
  expect(await suggest({ search: 'Zz' })).toEqual(['zz one', 'ZZ three', 'ZZ Two', 'zz%'])
  expect(await suggest({ search: 'zz%' })).toEqual(['zz%'])
  expect(await suggest({ search: 'zz', limit: '2' })).toEqual(['zz one', 'ZZ three'])
  expect(await suggest({ search: 'zzz' })).toEqual([])
  expect(await suggest({})).toHaveLength(8)
})

test('of clients that add the same tag at once one adds it, and none gets past ten', async () => {
  const ada = await customer()
  const same = await Promise.all([support, teller, admin].map((by) => add(by, person(ada), 'Race')))
  expect(same.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await rowsOf(ada.id)).toHaveLength(1)
  expect(await auditOf(ada.id)).toHaveLength(1)
  for (let n = 2; n <= 9; n++) await add(support, person(ada), `Tag ${n}`)
  const last = await Promise.all([support, teller].map((by, n) => add(by, person(ada), `Last ${n}`)))
  expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(refusalOf(await add(support, person(ada), 'Eleventh'))).toMatchObject({ status: 409, code: 'tag_limit' })
  expect((await add(support, person(ada), 'race')).statusCode).toBe(200)
  expect(await rowsOf(ada.id)).toHaveLength(10)
})

test('a customer neither sees tags nor that there are any, and an Auditor reads only', async () => {
  const ada = await customer()
  const transfer = await transferOf(ada)
  const mark = 'Possible mule'
  for (const subject of [person(ada), transfer]) await add(support, subject, mark)
  const own = bank.routes.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.policy === 'signedIn')
  for (const { endpoint } of own.filter(({ endpoint }) => endpoint.success.body !== 'events')) {
    const { body } = await ada.call('GET', endpoint.path.replace(':id', transfer.subjectId))
    expect(body, endpoint.path).not.toMatch(/mule|"tags|tag\./i)
  }
  const auditor = await bank.person({ role: 'Auditor' })
  expect((await auditor.call('GET', `/admin/users/${ada.id}`)).json().tags).toEqual([mark])
  for (const by of [auditor, ada])
    for (const response of [await add(by, person(ada)), await remove(by, transfer, mark)])
      expect(refusalOf(response)).toMatchObject({ status: 403, code: 'forbidden' })
  expect(refusalOf(await ada.call('GET', '/admin/tags'))).toMatchObject({ status: 403 })
  expect(await rowsOf(ada.id)).toHaveLength(1)
})

test('members of staff neither change nor find out the tags about themselves', async () => {
  const subject = await bank.person({ role: 'Admin', balanceCents: 100_00n })
  const transfer = await transferOf(subject)
  for (const one of [person(subject), transfer]) await add(admin, one, 'Suspect')
  for (const one of [person(subject), transfer])
    for (const response of [await add(subject, one), await remove(subject, one, 'Suspect')])
      expect(refusalOf(response)).toMatchObject({ status: 403, code: 'own_account' })
  const read = async (path: string, query = {}) => (await subject.call('GET', path, { query })).body
  const lists = ['/users/all', '/transactions/admin', '/admin/transactions/export']
  for (const path of lists) expect(await read(path, { tag: 'suspect' }), path).not.toContain(subject.id)
  expect(await read('/admin/transactions/totals', { tag: 'suspect' })).toContain('"count":0')
  const shown = ['/users/all', `/admin/users/${subject.id}`, `/admin/transactions/${transfer.subjectId}`]
  for (const path of shown) expect(await read(path), path).not.toContain('Suspect')
  // Nor by suggestions, or by the spelling that a tag of another person gets.
  expect(await read('/admin/tags', { search: 'suspect' })).toBe('{"tags":[]}')
  expect((await add(subject, person(await customer()), 'SUSPECT')).json()).toEqual({ tags: ['SUSPECT'] })
  expect(await read('/admin/tags', { search: 'suspect' })).toBe('{"tags":["SUSPECT"]}')
  const about = { '/admin/audit': { person: subject.id }, '/admin/access-log': { userId: subject.id } }
  for (const [path, query] of Object.entries(about)) {
    expect(await read(path, query), path).not.toContain('tag.')
    expect((await admin.call('GET', path, { query })).body, path).toContain('tag.added')
  }
})

test('the audit log leaves notes and tags about the reader out of its pages, and is full nevertheless', async () => {
  const subject = await bank.person({ role: 'Admin' })
  for (const n of ['1', '2']) {
    await admin.call('PATCH', '/admin/user', { body: { userId: subject.id, updates: { mobile: n } } })
    await add(admin, person(subject), n)
    await admin.call('POST', '/admin/notes', { body: { userId: subject.id, text: n } })
  }
  const query = { person: subject.id, limit: '1' }
  const first = await subject.call('GET', '/admin/audit', { query })
  const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await subject.call('GET', '/admin/audit', { query: { ...query, cursor: decodeURIComponent(cursor) } })
  const mobiles = [first, second].map((page) => page.json().map(({ after }: { after: object }) => after))
  expect(mobiles).toEqual([[{ mobile: '2' }], [{ mobile: '1' }]])
  expect(second.headers.link).toBeUndefined()
})

test.each([
  ['an empty tag', '  ', 'Enter a tag.'],
  ['only invisible characters', '\u200B\u200D', 'Enter a tag.'],
  ['a long one', 'x'.repeat(31), 'Tag can have at most 30 characters.'],
  ['a control character', 'VIP\u0007', 'Tag has characters that can’t be stored.'],
  ['a line break inside', 'VIP\nFraud', 'Tag has characters that can’t be stored.'],
  ['a direction override', 'V\u202EIP', 'Tag has characters that can’t be stored.'],
  ['a list', ['VIP'], 'Enter a tag.'],
])('%s: 400', async (_, text, message) => {
  const ada = await customer()
  const response = await add(support, person(ada), text)
  expect(refusalOf(response)).toMatchObject({ status: 400, code: 'invalid' })
  expect(response.json().errors).toEqual([expect.objectContaining({ path: 'text', msg: message })])
  expect(await rowsOf(ada.id)).toEqual([])
})

test.each(['/users/all', '/transactions/admin', '/admin/transactions/totals', '/admin/transactions/export'])(
  '%s refuses a tag without visible characters, instead of listing everything',
  async (path) => {
    for (const tag of ['', '\u200B\u200D']) {
      const response = await admin.call('GET', path, { query: { tag } })
      expect(refusalOf(response)).toMatchObject({ status: 400, code: 'invalid' })
      expect(response.json().errors).toEqual([expect.objectContaining({ path: 'tag', msg: 'Enter a tag.' })])
    }
  },
)

test('HTML stays text, an invisible character makes no other tag, and unknown subjects are not found', async () => {
  const ada = await customer()
  expect((await add(support, person(ada), '<b>x</b>')).json()).toEqual({ tags: ['<b>x</b>'] })
  expect((await add(support, person(ada), '<b>\u200Bx</b>')).json()).toEqual({ tags: ['<b>x</b>'] })
  for (const subject of ['person', 'transaction'] as const)
    expect(refusalOf(await add(support, { subject, subjectId: newId() }))).toMatchObject({ status: 404 })
})

test('a demoted member of staff can’t tag, even with a session that was read before', async () => {
  const ada = await customer()
  const leaver = await bank.person({ role: 'Support' })
  expect((await leaver.call('GET', '/admin/tags')).statusCode).toBe(200)
  await bank.owner`update people set role = 'User' where id = ${leaver.id}`
  expect(refusalOf(await add(leaver, person(ada)))).toMatchObject({ status: 403 })
  expect(await rowsOf(ada.id)).toEqual([])
})
