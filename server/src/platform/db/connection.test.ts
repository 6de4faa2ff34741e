import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { onEveryConnection } from '../../../test/every-connection.ts'
import { stopTimers } from '../../../test/fake-time.ts'
import { waitUntilBlocked, waitUntilClosed, waitUntilSleeping } from '../../../test/waits.ts'
import { openPool, type Reader, type Sql } from './connection.ts'
import { isUnavailable } from './errors.ts'
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

/** The pool has so many connections at once, and each of them answers. */
const expectHealthy = (sql: Sql, connections: number) => onEveryConnection(sql, connections, pidOf)

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

  test('between statements of a transaction: its later statements never run in another transaction', async () => {
    const sql = openPool(database.connection, { max: 1 })
    const dead = Promise.withResolvers<void>()
    const first = sql.begin(async (tx) => {
      await tx`insert into notes values ('first')`
      await kill(await pidOf(tx))
      await dead.promise
      await tx`insert into notes values ('first, after its death')`
    })
    const second = sql.begin(async (tx) => {
      await tx`insert into notes values ('second')`
      dead.resolve()
      await first.catch(() => {})
      await tx`insert into notes values ('second, undone')`
      throw new Error('undo')
    })
    await expect(first).rejects.toSatisfy(isUnavailable)
    await expect(second).rejects.toThrow('undo')
    expect(await written()).toEqual([])
    await expectHealthy(sql, 1)
    await sql.end()
  })

  test('because its transaction was idle for too long: the transaction fails', async () => {
    const sql = openPool(database.connection, { max: 2 })
    const idle = sql.begin(async (tx) => {
      await tx`set local idle_in_transaction_session_timeout = 50`
      await tx`insert into notes values ('idle')`
      await waitUntilClosed(owner, await pidOf(tx))
    })
    await expect(idle).rejects.toSatisfy(isUnavailable)
    expect(await written()).toEqual([])
    await expectHealthy(sql, 2)
    await sql.end()
  })

  test('while idle: neither the process nor the pool is affected', async () => {
    const sql = openPool(database.connection, { max: 1 })
    for (let round = 0; round < 5; round++) {
      const pid = await pidOf(sql)
      await kill(pid)
      await expect.poll(() => pidOf(sql)).not.toBe(pid)
    }
    await sql.end()
  })

  test.each([
    ['during a statement', waitUntilSleeping],
    ['while it receives a statement', async () => {}],
  ])('%s outside of a transaction: it is never used again', async (_, moment) => {
    const sql = openPool(database.connection, { max: 1 })
    for (let round = 0; round < 5; round++) {
      const pid = await pidOf(sql)
      const broken = expect(sql`select pg_sleep(5)`).rejects.toSatisfy(isUnavailable)
      await moment(owner, pid)
      await kill(pid)
      await broken
      expect(await pidOf(sql)).not.toBe(pid)
    }
    await sql.end()
  })

  test('repeatedly under load: each caller gets an answer, and every connection is replaced', async () => {
    const sql = openPool(database.connection, { max: 6 })
    const outcomes: string[] = []
    const pids = new Set<number>()
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
            : pidOf(sql).then((pid) => pids.add(pid))
        await act.then(
          () => outcomes.push('ok'),
          (error) => outcomes.push(isUnavailable(error) ? 'unavailable' : String(error)),
        )
      }
    }
    const workers = Array.from({ length: 20 }, (_, worker) => work(worker))
    for (let round = 0; round < 20; round++) {
      const some = [...pids].filter((_, index) => index % 3 < 2)
      pids.clear()
      await owner`select pg_terminate_backend(pid) from unnest(${some}::int[]) pid`
      const done = outcomes.length
      await expect.poll(() => outcomes.length, { interval: 1 }).toBeGreaterThan(done + workers.length)
    }
    working = false
    await Promise.all(workers)
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'unavailable']))
    await expectHealthy(sql, 6)
    await sql.end()
  })
})

describe('a transaction', () => {
  test('fails when PostgreSQL answers its COMMIT with ROLLBACK', async () => {
    const sql = openPool(database.connection, { max: 1 })
    const swallowed = sql.begin(async (tx) => {
      await tx`insert into notes values ('lost')`
      await tx`select 1 / 0`.catch(() => {})
      return 'done'
    })
    await expect(swallowed).rejects.toMatchObject({ code: '22012' })
    expect(await written()).toEqual([])
    await expectHealthy(sql, 1)
    await sql.end()
  })

  test('fails when a deferred constraint does at COMMIT, and leaves a usable connection', async () => {
    const sql = openPool(database.connection, { max: 1 })
    await sql`create table pairs (id int primary key, other int references pairs deferrable initially deferred)`
    const alone = sql.begin((tx) => tx`insert into pairs values (1, 2)`)
    await expect(alone).rejects.toMatchObject({ code: '23503' })
    expect((await sql`select 1 from pairs`).count).toBe(0)
    await sql.end()
  })

  test('fails with the error of its first failed statement, not with that of the statements sent behind it', async () => {
    const failing = owner.begin(async (tx) => {
      // The extra promise delivers the first error after the second.
      const divide = async () => await tx`select 1 / 0`
      await Promise.all([divide(), tx`select 1`])
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
  })

  test('commits the statements that it does not wait for, or fails with the error of the first', async () => {
    await owner.begin((tx) => tx.send`insert into notes values ('sent')`)
    expect(await written()).toEqual(['sent'])
    const failing = owner.begin((tx) => {
      tx.send`insert into notes values ('undone')`
      tx.send`select 1 / 0`
      tx.send`insert into notes values ('behind')`
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await written()).toEqual(['sent'])
  })

  test.each([
    ['an undefined parameter', undefined as never, 'undefined'],
    ['an invalid date', new Date(Number.NaN), 'Invalid time value'],
  ])('is not committed without a statement that can’t even be sent: %s', async (_, parameter, message) => {
    const failing = owner.begin(async (tx) => {
      await tx`insert into notes values ('before')`
      tx.send`insert into notes values (${parameter})`
    })
    await expect(failing).rejects.toThrow(message)
    expect(await written()).toEqual([])
  })

  test('fails if BEGIN fails, and sends nothing after its first reads', async () => {
    const options = { mode: 'nonsense', readsFirst: true }
    let read: unknown
    const writing = owner.begin(options, async (tx) => {
      read = (await tx`select 1 as one`)[0]
      await tx`insert into notes values ('alone')`
    })
    await expect(writing).rejects.toMatchObject({ code: '42601' })
    expect(read).toEqual({ one: 1 })
    await expect(owner.begin(options, (tx) => tx`select 1`)).rejects.toMatchObject({ code: '42601' })
    await expect(owner.begin(options, () => 'nothing')).rejects.toMatchObject({ code: '42601' })
    const early = owner.begin({ readsFirst: true }, (tx) => tx.send`insert into notes values ('early')`)
    await expect(early).rejects.toThrow('BEGIN is not answered yet')
    expect(await written()).toEqual([])
  })

  test('refuses statements that are sent after its end', async () => {
    const sql = openPool(database.connection, { max: 1 })
    let sendLate = (): PromiseLike<unknown> => Promise.resolve()
    const failed = sql.begin(async (tx) => {
      sendLate = () => tx`insert into notes values ('late')`
      await tx`insert into notes values ('undone')`
      throw new Error('undo')
    })
    await expect(failed).rejects.toThrow('undo')
    await expect(sendLate()).rejects.toThrow('over')
    expect(await written()).toEqual([])
    await sql.end()
  })

  test('has the requested isolation level', async () => {
    const sql = openPool(database.connection, { max: 1 })
    const mode = await sql.begin({ mode: 'isolation level repeatable read read only' }, (tx) => {
      return tx`select current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as only`
    })
    expect(mode).toEqual([{ isolation: 'repeatable read', only: 'on' }])
    await sql.end()
  })
})

test('a statement after one that was canceled in the middle of its rows returns the right rows', async () => {
  const sql = openPool(database.connection, { max: 1 })
  const pid = await pidOf(sql)
  const cancel = async () => {
    await waitUntilSleeping(owner, pid)
    await owner`select pg_cancel_backend(${pid})`
  }
  const rows = 3_000
  const slow = (reader: Reader = sql) => reader`
    select n, case when n = ${rows} then pg_sleep(10)::text end from generate_series(1, ${rows}::int) n`
  for (let round = 0; round < 3; round++) {
    const [cancelled, next] = await Promise.allSettled([slow(), sql`select 42 as answer`, cancel()])
    expect(cancelled).toMatchObject({ reason: { code: '57014' } })
    expect(next).toMatchObject({ value: [{ answer: 42 }] })
    expect([...(await sql`select 43 as answer`)]).toEqual([{ answer: 43 }])
  }
  await expect(sql.begin((tx) => Promise.all([tx`select 1`, slow(tx), cancel()]))).rejects.toMatchObject({
    code: '57014',
  })
  expect(await pidOf(sql)).toBe(pid)
  await sql.end()
})

describe('a pool', () => {
  test('sets the limits, the role and the planner of every session', async () => {
    const { host, port, user, database: name } = database.connection
    const url = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}&options=-c%20role%3D${user}%20-c%20work_mem%3D5MB`
    const sql = openPool({ url }, { max: 1, role: 'openteller_app', byKey: true })
    const names = [
      'application_name',
      'idle_in_transaction_session_timeout',
      'statement_timeout',
      'lock_timeout',
      'role',
    ]
    const planner = ['plan_cache_mode', 'enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'work_mem']
    const rows = await sql<{ value: string }[]>`
      select current_setting(name) as value from unnest(${[...names, ...planner]}::text[]) with ordinality s (name, n) order by n`
    expect(rows.map(({ value }) => value)).toEqual([
      'openteller',
      '5s',
      '15s',
      '8s',
      'openteller_app',
      'force_generic_plan',
      'off',
      'off',
      'off',
      '5MB',
    ])
    await sql.end()
  })

  test('closes a connection that was idle for five minutes', async () => {
    stopTimers(['setTimeout', 'clearTimeout'])
    const sql = openPool(database.connection, { max: 1 })
    const pid = await pidOf(sql)
    vi.advanceTimersByTime(299_000)
    expect(await pidOf(sql)).toBe(pid)
    vi.advanceTimersByTime(301_000)
    expect(await pidOf(sql)).not.toBe(pid)
    vi.useRealTimers()
    await sql.end()
  })

  test('ends after its running statements, and rejects queued and later ones', async () => {
    const sql = openPool(database.connection, { max: 1 })
    const order: string[] = []
    let running: Promise<unknown> | undefined
    let ending: Promise<unknown> | undefined
    await owner.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(1)`
      running = sql`select 'done' as work from pg_advisory_xact_lock(1)`.then((rows) => {
        order.push('answered')
        return rows
      })
      await waitUntilBlocked(owner)
      const waiting = expect(sql`select 1`.then()).rejects.toMatchObject({ code: 'CONNECTION_ENDED' })
      ending = Promise.all([sql.end(), sql.end()]).then(() => order.push('ended'))
      await waiting
    })
    await ending
    expect(await running).toEqual([{ work: 'done' }])
    expect(order).toEqual(['answered', 'ended'])
    const late = await sql`select 1`.catch((error) => error)
    expect([late.code, isUnavailable(late)]).toEqual(['CONNECTION_ENDED', true])
  })

  test('ends at its deadline, whatever still runs', async () => {
    const sql = openPool(database.connection, { max: 2 })
    const pid = await pidOf(sql)
    const running = expect(sql`select pg_sleep(10)`.then()).rejects.toSatisfy(isUnavailable)
    await waitUntilSleeping(owner, pid)
    await sql.end({ timeoutMs: 100 })
    await running
  })
})

describe('a database that can’t be reached', () => {
  const errorOf = async (connection: Parameters<typeof openPool>[0]) => {
    const sql = openPool(connection, { max: 1 })
    const error = await sql`select 1`.catch((error) => error)
    await sql.end({ timeoutMs: 0 })
    return [error.code, isUnavailable(error)]
  }
  const at = (server: Server) => `postgres://bank@127.0.0.1:${(server.address() as AddressInfo).port}/bank`
  async function listen(onConnection: (socket: Socket) => void): Promise<Server> {
    const server = createServer((socket) => onConnection(socket.on('error', () => {}))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return server
  }

  test('because nothing listens', async () => {
    const server = await listen(() => {})
    const url = at(server)
    server.close()
    expect(await errorOf({ url })).toEqual(['ECONNREFUSED', true])
    const nowhere = { host: '/nowhere', port: 5432, user: 'bank', database: 'bank' }
    expect(await errorOf(nowhere)).toEqual(['ENOENT', true])
  })

  test('because it hangs up', async () => {
    expect(await errorOf({ url: at(await listen((socket) => socket.end())) })).toEqual(['CONNECTION_CLOSED', true])
  })

  test('because it does not answer within five seconds', async () => {
    const accepted = Promise.withResolvers<void>()
    const server = await listen(() => accepted.resolve())
    stopTimers(['setTimeout', 'clearTimeout'])
    const settled = vi.fn()
    const failed = errorOf({ url: at(server) }).finally(settled)
    await accepted.promise
    await vi.advanceTimersByTimeAsync(4_999)
    expect(settled).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(await failed).toEqual(['CONNECT_TIMEOUT', true])
  })
})

test('a transaction that failed to serialize runs again', async () => {
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
