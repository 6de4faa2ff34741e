import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { isUnavailable, openPool, type Sql } from './connection.ts'
import { inTransaction } from './transaction.ts'

let database: TestDatabase
let owner: Sql
beforeAll(async () => {
  database = await createTestDatabase()
  owner = openPool(database.connection, { max: 2 })
  await owner`create table notes (writer text)`
})
beforeEach(() => owner`truncate notes`)
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const kill = (pid: number) => owner`select pg_terminate_backend(${pid})`
const pidOf = async (sql: Pick<Sql, 'unsafe'>) => (await sql.unsafe('select pg_backend_pid() as pid'))[0]?.pid as number
const written = async () =>
  (await owner<{ writer: string }[]>`select writer from notes order by 1`).map(({ writer }) => writer)

/** Every connection of the pool answers, and soon. */
async function expectHealthy(sql: Sql, connections: number) {
  const began = Date.now()
  const answers = await Promise.all(Array.from({ length: connections * 2 }, () => sql`select pg_sleep(0.05)`))
  expect(answers).toHaveLength(connections * 2)
  expect(Date.now() - began).toBeLessThan(4_000)
}

describe('a connection that breaks', () => {
  test('during a statement of a transaction: the transaction fails, the next one works', async () => {
    const sql = openPool(database.connection, { max: 1 })
    for (let round = 0; round < 5; round++) {
      const broken = sql.begin(async (tx) => {
        await tx`insert into notes values ('broken')`
        const pid = await pidOf(tx)
        await Promise.all([tx`select pg_sleep(5)`, kill(pid)])
      })
      await expect(broken).rejects.toSatisfy(isUnavailable)
      await sql.begin((tx) => tx`insert into notes values ('next')`)
    }
    expect(await written()).toEqual(Array(5).fill('next'))
    await expectHealthy(sql, 1)
    await sql.end()
  })

  test('while a transaction thinks: what it does afterwards never lands in somebody else’s', async () => {
    const sql = openPool(database.connection, { max: 1 })
    let dead = false
    const first = sql.begin(async (tx) => {
      await tx`insert into notes values ('first')`
      await kill(await pidOf(tx))
      while (!dead) await sleep(5)
      await tx`insert into notes values ('first, after its death')`
    })
    const second = sql.begin(async (tx) => {
      await tx`insert into notes values ('second')`
      dead = true
      await sleep(100)
      await tx`insert into notes values ('second, undone')`
      throw new Error('undo')
    })
    await expect(first).rejects.toSatisfy(isUnavailable)
    await expect(second).rejects.toThrow('undo')
    expect(await written()).toEqual([])
    await expectHealthy(sql, 1)
    await sql.end()
  })

  test('because its transaction was idle for too long: the same', async () => {
    const sql = openPool(database.connection, { max: 2 })
    const idle = sql.begin(async (tx) => {
      await tx`set local idle_in_transaction_session_timeout = 50`
      await tx`insert into notes values ('idle')`
      await sleep(200)
    })
    await expect(idle).rejects.toSatisfy(isUnavailable)
    await sleep(20)
    expect(await written()).toEqual([])
    await expectHealthy(sql, 2)
    await sql.end()
  })

  test('again and again under load: each caller gets an answer, and every connection comes back', async () => {
    const sql = openPool(database.connection, { max: 6 })
    const outcomes: string[] = []
    let working = true
    const work = async (worker: number) => {
      for (let i = 0; working; i++) {
        const act =
          i % 2
            ? sql.begin(async (tx) => {
                await tx`select ${i}::int`
                await Promise.all([
                  tx`select 1`,
                  tx`select ${'x'.repeat(1_100)}::text`,
                  tx`insert into notes values (${`${worker}`})`,
                ])
              })
            : sql`select ${i}::int, ${worker}::int`
        await act.then(
          () => outcomes.push('ok'),
          (error) => outcomes.push(isUnavailable(error) ? 'unavailable' : String(error)),
        )
      }
    }
    const workers = Array.from({ length: 20 }, (_, worker) => work(worker))
    for (let round = 0; round < 40; round++) {
      await owner`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
                  and pid <> pg_backend_pid() and random() < 0.7`
      await sleep(10)
    }
    working = false
    await Promise.all(workers)
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'unavailable']))
    await expectHealthy(sql, 6)
    await sql.end()
  })
})

test('a transaction that the database undid runs again', async () => {
  const sql = openPool(database.connection, { max: 2 })
  let tries = 0
  const done = await inTransaction(sql, async (tx) => {
    if (++tries < 3) await tx`do $$ begin raise exception using errcode = '40001'; end $$`
    return 'done'
  })
  expect([done, tries]).toEqual(['done', 3])
  const always = inTransaction(sql, (tx) => tx`do $$ begin raise exception using errcode = '40P01'; end $$`)
  await expect(always).rejects.toMatchObject({ code: '40P01' })
  await sql.end()
})
