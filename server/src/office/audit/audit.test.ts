import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { openBank, type Person, useBank } from '../../../test/bank.ts'
import { selectAuditRows } from './list-audit-entries.ts'

const bank = useBank()
let grace: Person
let hedy: Person
let ada: Person
let bob: Person
const MINUTE = 60_000

beforeAll(async () => {
  grace = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  hedy = await bank.person({ role: 'Admin', fullName: 'Hedy Admin' })
  ada = await bank.person({ fullName: 'Ada Example' })
  bob = await bank.person({ fullName: 'Bob Example' })
  const calls: [Person, string, string, object][] = [
    [grace, 'PATCH', '/admin/user', { userId: ada.id, updates: { status: 'Pending' } }],
    [grace, 'POST', '/admin/reset-pin', { userId: ada.id }],
    [hedy, 'POST', '/admin/reset-pin', { userId: bob.id }],
    [hedy, 'PATCH', '/admin/user', { userId: ada.id, updates: { status: 'Active' } }],
  ]
  for (const [by, method, path, body] of calls) {
    expect((await by.call(method, path, { body })).statusCode).toBe(200)
    bank.clock.offsetMs += MINUTE
  }
})

const list = (query: Record<string, string> = {}, by = grace) => by.call('GET', '/admin/audit', { query })
const shown = (response: Awaited<ReturnType<typeof list>>) =>
  response
    .json()
    .map((act: { action: string; subject: { fullName: string } }) => `${act.action} ${act.subject?.fullName}`)
const ALL = [
  'person.status_changed Ada Example',
  'pin.reset Bob Example',
  'pin.reset Ada Example',
  'person.status_changed Ada Example',
]

test('lists actor, subject, action and changed fields, newest first', async () => {
  const response = await list()
  expect([response.statusCode, shown(response), response.headers.link]).toEqual([200, ALL, undefined])
  const [row] = await bank.sql`select id, at, request_id from audit order by at desc limit 1`
  expect(response.json()[0]).toEqual({
    _id: row?.id,
    at: row?.at.toISOString(),
    actor: { _id: hedy.id, fullName: 'Hedy Admin' },
    subject: { _id: ada.id, fullName: 'Ada Example' },
    action: 'person.status_changed',
    before: { status: 'Pending' },
    after: { status: 'Active' },
    requestId: row?.request_id,
  })
})

test('an entry that affects no person has no subject', async () => {
  const settings = {
    bankingInfo: { accountNumber: '1', accountName: 'x', bankName: 'y' },
    cryptoInfo: [{ name: 'Bitcoin', network: 'Bitcoin', address: 'bc1', rate: 1 }],
  }
  await grace.call('PUT', '/settings', { body: settings })
  const [act] = (await list({ action: 'settings.updated' })).json()
  expect(act).toMatchObject({ subject: null, actor: { _id: grace.id } })
  expect(act.after).toMatchObject({ 'bankingInfo.accountName': 'x' })
})

test('filters by person, actor, action and time, alone and combined', async () => {
  const [first, second, third, fourth] = ALL.toReversed()
  expect(shown(await list({ person: bob.id }))).toEqual([third])
  expect(shown(await list({ person: ada.id }))).toEqual([fourth, second, first])
  expect(shown(await list({ actor: grace.id, person: ada.id }))).toEqual([second, first])
  expect(shown(await list({ action: 'pin.reset' }))).toEqual([third, second])
  expect(shown(await list({ action: 'pin.reset', actor: hedy.id }))).toEqual([third])
  expect(shown(await list({ action: 'pin' }))).toEqual([])
  expect(shown(await list({ person: newId() }))).toEqual([])

  const [resetOfBob, resetOfAda] = (await list({ action: 'pin.reset' })).json()
  expect(shown(await list({ from: resetOfAda.at, to: resetOfBob.at }))).toEqual([third, second])
  const justAfter = new Date(Date.parse(resetOfAda.at) + 1).toISOString()
  expect(shown(await list({ from: justAfter, to: resetOfBob.at }))).toEqual([third])
  const today = resetOfBob.at.slice(0, 10)
  expect(shown(await list({ from: '2000-01-01', to: '2000-01-02' }))).toEqual([])
  expect(shown(await list({ to: today, person: bob.id, from: today }))).toEqual([third])
})

test('a date is a day in the bank’s time zone', async () => {
  const east = await openBank({ config: { bankTimeZone: 'Asia/Tokyo' } })
  const boss = await east.person({ role: 'Admin' })
  const someone = await east.person()
  await boss.call('POST', '/admin/reset-pin', { body: { userId: someone.id } })
  // 20:00 UTC on the 5th is the 6th in Tokyo. Moved by the owner, and back, so that the chain is whole in the end.
  const [{ at } = {}] = await east.owner`select at from audit`
  await east.owner`update audit set at = '2026-01-05T20:00:00Z'`
  const on = async (day: string) =>
    (await boss.call('GET', '/admin/audit', { query: { from: day, to: day } })).json().length
  expect([await on('2026-01-05'), await on('2026-01-06')]).toEqual([0, 1])
  await east.owner`update audit set at = ${at}`
  await east.close()
})

test('pages follow the Link header without a gap or a repetition', async () => {
  const seen: string[] = []
  let path: string | undefined = `/api/admin/audit?limit=1&person=${ada.id}`
  while (path) {
    const response: Awaited<ReturnType<typeof list>> = await bank.app.inject({
      method: 'GET',
      url: path,
      headers: { authorization: `Bearer ${grace.token}` },
    })
    expect(response.statusCode).toBe(200)
    seen.push(...response.json().map(({ _id }: { _id: string }) => _id))
    path = /^<(.+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1]
  }
  expect(seen).toEqual((await list({ person: ada.id })).json().map(({ _id }: { _id: string }) => _id))
  expect(seen).toHaveLength(3)
})

test.each([
  ['person', 'nobody'],
  ['actor', '../'],
  ['from', 'yesterday'],
  ['to', '2026-13-01'],
  ['limit', '101'],
  ['limit', '0'],
  ['cursor', 'x'],
  ['cursor', '99999999999999_00000000-0000-7000-8000-000000000000'],
  ['order', 'at; drop table audit'],
])('%s=%s: 400', async (name, value) => {
  const response = await list({ [name]: value })
  expect([response.statusCode, response.json().code, response.json().errors[0].path]).toEqual([400, 'invalid', name])
})

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
class Enough extends Error {}

test('every filter reads about as many rows as it returns, from the end of an index', async () => {
  const filled = bank.owner.begin(async (tx) => {
    await tx`
      insert into audit (chain_id, number, id, actor_id, subject_id, action, before, after, request_id, at, hash)
      select ${ada.id}, n + 100, md5(n::text)::uuid, case when n % 50 = 0 then ${hedy.id} else ${grace.id} end::uuid,
             case when n % 40 = 0 then ${bob.id} else ${ada.id} end::uuid,
             case when n % 30 = 0 then 'code.set' else 'person.updated' end, '{}', '{}', 'x',
             timestamptz '2020-01-01Z' + n * interval '1 minute', sha256('')
      from generate_series(1, 20000) n`
    await tx`analyze audit, people`
    const after = { at: new Date('2020-01-10Z'), id: newId() }
    const filters = [
      [{}, 'audit_by_time'],
      [{ cursor: after }, 'audit_by_time'],
      [{ from: '2020-01-05', to: '2020-01-06' }, 'audit_by_time'],
      [{ person: bob.id }, 'audit_by_subject'],
      [{ person: bob.id, cursor: after }, 'audit_by_subject'],
      [{ actor: hedy.id }, 'audit_by_actor'],
      [{ action: 'code.set', to: '2020-01-06' }, 'audit_by_action'],
    ] as const
    for (const [filter, index] of filters) {
      const reading = { zone: 'UTC', readerId: grace.id }
      const query = selectAuditRows(tx, { limit: 20, ...filter } as Parameters<typeof selectAuditRows>[1], reading)
      const [row] = await tx`explain (analyze, format json) ${query}`
      const reads = nodesOf(row?.['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'audit')
      expect(
        reads.map((node) => node['Index Name']),
        JSON.stringify(filter),
      ).toEqual([index])
      expect(reads[0]?.['Actual Rows']).toBe(21)
      expect(reads[0]?.['Rows Removed by Filter'] ?? 0).toBe(0)
    }
    throw new Enough()
  })
  await expect(filled).rejects.toThrow(Enough)
})
