import { expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload } from '../../../test/money.ts'
import { hashToken } from '../../access/session.ts'
import { openPool } from '../../platform/db/connection.ts'
import { ACCESS_PERIOD_MS, AccessLog } from './access-log.ts'

const bank = useBank()

const readsOf = async ({ id }: Person) =>
  (
    await bank.sql<{ staff_id: string; what: string }[]>`
      select staff_id, what from access_log where person_id = ${id} order by at, what`
  ).map(({ staff_id, what }) => [staff_id, what])

async function sessionOf({ id, token }: Person, role: 'User' | 'Admin' = 'Admin') {
  const [row] = await bank.sql<{ id: string }[]>`select id from sessions where token_hash = ${hashToken(token)}`
  return { id: row?.id ?? '', personId: id, role }
}

test('every staff read of a person is recorded before the response, with who read what', async () => {
  const [admin, ada] = await Promise.all([bank.person({ role: 'Admin' }), bank.person({ balanceCents: 100n })])
  const [transaction] = await bank.sql<{ id: string }[]>`select id from transactions where account_id = ${ada.id}`
  const image = await createUpload(bank, ada)
  const reads: [string, Record<string, string>, string][] = [
    ['/users/all', { search: ada.email }, 'list.viewed'],
    ['/transactions/admin', { userId: ada.id }, 'transactions.viewed'],
    ['/suport/user', { userId: ada.id }, 'messages.viewed'],
    ['/suport/person', { userId: ada.id }, 'details.viewed'],
    ['/admin/audit', { person: ada.id }, 'audit.viewed'],
    [image.replace('/api', ''), {}, 'documents.viewed'],
  ]
  for (const [path, query, what] of reads) {
    expect((await admin.call('GET', path, { query })).statusCode, path).toBe(200)
    expect(await readsOf(ada), path).toContainEqual([admin.id, what])
  }
  expect((await readsOf(ada)).length).toBe(reads.length)

  const other = await bank.person({ role: 'Admin' })
  expect((await other.call('GET', `/admin/transactions/${transaction?.id}`)).statusCode).toBe(200)
  expect((await other.call('GET', '/transactions/admin')).statusCode).toBe(200)
  expect((await readsOf(ada)).filter(([by]) => by === other.id)).toEqual([
    [other.id, 'transactions.viewed'],
    [other.id, 'list.viewed'],
  ])
})

test('a read is recorded once per session, person, kind and 15 minutes, whichever server answers', async () => {
  const [admin, ada] = await Promise.all([bank.person({ role: 'Admin' }), bank.person()])
  const session = await sessionOf(admin)
  let at = new Date(Math.ceil(Date.now() / ACCESS_PERIOD_MS) * ACCESS_PERIOD_MS)
  const servers = [0, 1, 2].map(() => new AccessLog(bank.sql, () => at))
  const readEverywhere = (times: number) =>
    Promise.all(
      Array.from({ length: times }, () =>
        servers.map((server) => server.record({ session, personId: ada.id, what: 'details.viewed' })),
      ).flat(),
    )
  await readEverywhere(10)
  expect((await readsOf(ada)).length).toBe(1)
  at = new Date(at.getTime() + ACCESS_PERIOD_MS - 1)
  await readEverywhere(2)
  expect((await readsOf(ada)).length).toBe(1)
  at = new Date(at.getTime() + 1)
  await readEverywhere(2)
  expect((await readsOf(ada)).length).toBe(2)
  await servers[0]?.record({ session, personId: ada.id, what: 'transactions.viewed' })
  expect((await readsOf(ada)).length).toBe(3)
})

test('own reads, customers and unknown people are not recorded', async () => {
  const [admin, ada, grace] = await Promise.all([bank.person({ role: 'Admin' }), bank.person(), bank.person()])
  const log = new AccessLog(bank.sql, bank.now)
  const session = await sessionOf(admin)
  await log.record({ session, personId: admin.id, what: 'details.viewed' })
  await log.record({ session: await sessionOf(ada, 'User'), personId: grace.id, what: 'documents.viewed' })
  await log.record({ session, personId: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f', what: 'details.viewed' })
  expect([await readsOf(admin), await readsOf(grace)]).toEqual([[], []])
  expect((await bank.sql`select 1 from access_log where staff_id in (${admin.id}, ${ada.id})`).count).toBe(0)
})

test('a read that can’t be recorded fails, and is recorded when it is repeated', async () => {
  const [admin, ada] = await Promise.all([bank.person({ role: 'Admin' }), bank.person()])
  await bank.owner`revoke insert on access_log from openteller_app`
  const read = () => admin.call('GET', '/suport/person', { query: { userId: ada.id } })
  expect((await read()).statusCode).toBe(500)
  expect(await readsOf(ada)).toEqual([])
  await bank.owner`grant insert on access_log to openteller_app`
  expect((await read()).statusCode).toBe(200)
  expect(await readsOf(ada)).toEqual([[admin.id, 'details.viewed']])

  const closed = openPool(bank.connection, { max: 1 })
  await closed.end()
  const log = new AccessLog(closed, bank.now)
  await expect(
    log.record({ session: await sessionOf(admin), personId: ada.id, what: 'messages.viewed' }),
  ).rejects.toThrow()
})

test('the server can’t change or delete a record', async () => {
  await expect(bank.sql`update access_log set what = 'x'`).rejects.toMatchObject({ code: '42501' })
  await expect(bank.sql`delete from access_log`).rejects.toMatchObject({ code: '42501' })
})
