import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf, transferForm } from '../../../test/money.ts'

const bank = useBank({ config: { bankTimeZone: 'America/New_York' } })
let support: Person
let admin: Person
beforeAll(async () => {
  support = await bank.person({ role: 'Support', fullName: 'Sue Support' })
  admin = await bank.person({ role: 'Admin' })
})

const FILTER = { list: 'transactions', name: 'Large', query: 'type=Transfer&minAmount=1000', shared: false }
const save = (by: Person, filter: Record<string, unknown> = {}) =>
  by.call('POST', '/admin/saved-filters', { body: { ...FILTER, ...filter } })
const change = (by: Person, id: string, body: object) => by.call('PATCH', `/admin/saved-filters/${id}`, { body })
const remove = (by: Person, id: string) => by.call('DELETE', `/admin/saved-filters/${id}`)
const list = async (by: Person, query: Record<string, string> = {}) =>
  (await by.call('GET', '/admin/saved-filters', { query })).json()
const rowsOf = ({ id }: Person) =>
  bank.owner`select list, name, query, shared from saved_filters where owner_id = ${id} order by key`
const auditOf = ({ id }: Person) =>
  bank.owner`select action, after from audit where actor_id = ${id} and action like 'filter.%' order by number`

test('a member of staff saves, renames and deletes filters; the audit log has it without name and filters', async () => {
  const teller = await bank.person({ role: 'Teller', fullName: 'Tom Teller' })
  const saved = await save(teller, { query: 'type=Transfer&period=last_7_days&minAmount=1000' })
  const { _id } = saved.json()
  const query = 'minAmount=1000&period=last_7_days&type=Transfer'
  const by = { _id: teller.id, fullName: 'Tom Teller' }
  const filter = { ...FILTER, _id, query, isValid: true, by, updatedAt: expect.any(String) }
  expect([saved.statusCode, saved.json()]).toEqual([201, filter])
  expect((await change(teller, _id, { name: ' Larger ' })).json()).toEqual({ ...filter, name: 'Larger' })
  expect((await change(teller, _id, {})).statusCode).toBe(200)
  await save(teller, { list: 'people', name: 'Frozen', query: 'status=Frozen&tag=vip' })
  expect((await list(teller)).map(({ name }: { name: string }) => name)).toEqual(['Frozen', 'Larger'])
  expect(await list(teller, { list: 'transactions' })).toHaveLength(1)
  expect((await remove(teller, _id)).statusCode).toBe(204)
  expect(await rowsOf(teller)).toEqual([
    { list: 'people', name: 'Frozen', query: 'status=Frozen&tag=vip', shared: false },
  ])
  expect(await auditOf(teller)).toEqual([
    { action: 'filter.saved', after: { filterId: _id, list: 'transactions', shared: false } },
    { action: 'filter.changed', after: { filterId: _id, list: 'transactions', shared: false } },
    { action: 'filter.saved', after: { filterId: expect.any(String), list: 'people', shared: false } },
    { action: 'filter.deleted', after: { filterId: _id, list: 'transactions', shared: false } },
  ])
})

test('others see what is shared, and only its author or an administrator changes it', async () => {
  const [author, colleague] = [await bank.person({ role: 'Teller' }), await bank.person({ role: 'Teller' })]
  const { _id: own } = (await save(author, { name: 'Own' })).json()
  const { _id: shared } = (await save(author, { name: 'Shared', shared: true })).json()
  expect(await list(colleague)).toMatchObject([{ _id: shared, by: { _id: author.id } }])
  for (const [by, id] of [
    [colleague, own],
    [colleague, shared],
    [admin, own],
  ] as const)
    for (const response of [await change(by, id, { name: 'Mine' }), await remove(by, id)])
      expect(refusalOf(response)).toMatchObject({ status: 404, code: 'not_found' })
  expect((await change(admin, shared, { name: 'Team' })).json()).toMatchObject({ name: 'Team', by: { _id: author.id } })
  expect((await change(author, shared, { shared: false })).statusCode).toBe(200)
  expect(refusalOf(await remove(admin, shared))).toMatchObject({ status: 404 })
  await change(author, shared, { shared: true })
  expect((await remove(admin, shared)).statusCode).toBe(204)
  expect(await rowsOf(author)).toMatchObject([{ name: 'Own' }])
  expect((await auditOf(admin)).at(-1)).toMatchObject({ action: 'filter.deleted', after: { ownerId: author.id } })
})

test('filters of the audit log are for those who may read it', async () => {
  const auditor = await bank.person({ role: 'Auditor' })
  const audit = { list: 'audit', name: 'Resets', query: 'action=pin.reset', shared: true }
  expect((await save(auditor, audit)).statusCode).toBe(201)
  expect(refusalOf(await save(support, audit))).toMatchObject({ status: 403, code: 'forbidden' })
  expect(await list(admin, { list: 'audit' })).toMatchObject([{ name: 'Resets' }])
  expect(await list(support, { list: 'audit' })).toEqual([])
  // Also once a role is lost.
  await bank.owner`update people set role = 'Support' where id = ${auditor.id}`
  bank.clock.offsetMs += 5_000
  expect(await list(auditor, { list: 'audit' })).toEqual([])
  bank.clock.offsetMs = 0
})

test('customers have none, nor do staff who lost their role', async () => {
  const ada = await bank.person()
  for (const response of [await save(ada), await ada.call('GET', '/admin/saved-filters')])
    expect(refusalOf(response)).toMatchObject({ status: 403, code: 'forbidden' })
  const leaver = await bank.person({ role: 'Support' })
  expect(await list(leaver, { list: 'people' })).toEqual([])
  await bank.owner`update people set role = 'User' where id = ${leaver.id}`
  expect(refusalOf(await save(leaver))).toMatchObject({ status: 403 })
  expect([...(await rowsOf(ada)), ...(await rowsOf(leaver))]).toEqual([])
})

test.each([
  ['an unknown parameter', { query: 'type=Transfer&colour=red' }],
  ['a parameter of another list', { list: 'people', query: 'minAmount=1000' }],
  ['a value that the list refuses', { query: 'minAmount=-1' }],
  ['a repeated parameter', { query: 'type=Transfer&type=Deposit' }],
  ['a page', { query: 'type=Transfer&limit=5' }],
  ['a script', { query: 'javascript:alert(1)' }],
  ['no filter', { query: '' }],
  ['only a question mark', { query: '?' }],
])('%s is refused', async (_, filter) => {
  const by = await bank.person({ role: 'Support' })
  const response = await save(by, filter)
  expect(refusalOf(response)).toMatchObject({ status: 400, code: 'invalid' })
  expect(response.json().errors).toEqual([
    expect.objectContaining({ path: 'query', msg: 'These are not filters of this list.' }),
  ])
  expect(await rowsOf(by)).toEqual([])
})

test('one whose filters the list no longer has is marked', async () => {
  const by = await bank.person({ role: 'Support' })
  const { _id } = (await save(by)).json()
  await bank.owner`update saved_filters set query = 'colour=red' where id = ${_id}`
  expect(await list(by, { list: 'transactions' })).toContainEqual(expect.objectContaining({ _id, isValid: false }))
  expect((await change(by, _id, { name: 'Old' })).json()).toMatchObject({ name: 'Old', isValid: false })
  expect((await remove(by, _id)).statusCode).toBe(204)
})

test('a name is used once per list, and a member of staff has at most fifty, also with two clients at once', async () => {
  const by = await bank.person({ role: 'Support' })
  const { _id } = (await save(by)).json()
  expect(refusalOf(await save(by, { name: ' LARGE ' }))).toMatchObject({ status: 409, code: 'filter_name_taken' })
  const other = (await save(by, { name: 'Other' })).json()
  expect(refusalOf(await change(by, other._id, { name: 'large' }))).toMatchObject({ code: 'filter_name_taken' })
  expect((await change(by, _id, { name: 'LARGE' })).statusCode).toBe(200)
  expect((await save(by, { list: 'people', query: 'role=Admin' })).statusCode).toBe(201)
  await bank.owner`
    insert into saved_filters (id, owner_id, list, name, key, query, shared, updated_at)
    select gen_random_uuid(), ${by.id}, 'people', n::text, n::text, 'status=Frozen', false, now() from generate_series(1, 46) n`
  const last = await Promise.all(['Last', 'Really last'].map((name) => save(by, { name })))
  expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  expect(refusalOf(await save(by, { name: 'One more' }))).toMatchObject({ status: 409, code: 'filter_limit' })
  expect(await rowsOf(by)).toHaveLength(50)
})

test('a period is relative to the bank’s day whenever the list is read', async () => {
  const ada = await bank.person({ balanceCents: 100_00n })
  const sent = await ada.call('POST', '/transfer', { body: transferForm({ amount: 5 }) })
  // 23:30 of January 10 in New York, which is January 11 in UTC.
  await bank.owner`
    update transactions set value_at = '2026-01-11T04:30:00Z' where id = ${sent.json()._id}`
  const found = async (now: string, query: Record<string, string>) => {
    bank.clock.offsetMs = Date.parse(now) - (bank.now().getTime() - bank.clock.offsetMs)
    const session = await bank.person({ role: 'Support' })
    const response = await session.call('GET', '/transactions/admin', { query: { userId: ada.id, ...query } })
    bank.clock.offsetMs = 0
    return response.json().filter(({ _id }: { _id: string }) => _id === sent.json()._id).length
  }
  expect(await found('2026-01-11T04:45:00Z', { period: 'today' })).toBe(1)
  expect(await found('2026-01-11T05:15:00Z', { period: 'today' })).toBe(0)
  expect(await found('2026-01-11T05:15:00Z', { period: 'yesterday' })).toBe(1)
  expect(await found('2026-01-17T04:45:00Z', { period: 'last_7_days' })).toBe(1)
  expect(await found('2026-01-17T05:15:00Z', { period: 'last_7_days' })).toBe(0)
  expect(await found('2026-02-01T05:15:00Z', { period: 'last_month' })).toBe(1)
  expect(await found('2026-02-01T05:15:00Z', { period: 'last_month', from: '2026-01-11' })).toBe(0)
  expect(refusalOf(await support.call('GET', '/transactions/admin', { query: { period: 'last_year' } }))).toMatchObject(
    {
      status: 400,
    },
  )
})
