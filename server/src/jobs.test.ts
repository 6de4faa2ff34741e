import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { useBank } from '../test/bank.ts'
import { startSession } from './access/start-session.ts'
import { createJobs, type JobDeps } from './jobs.ts'
import { sealChains } from './ledger/proof/seal.ts'
import { openPool } from './platform/db/connection.ts'
import { type JobLog, runJob } from './platform/jobs/run-jobs.ts'

const DAY_MS = 86_400_000
const bank = useBank()

type Line = { fields: Record<string, unknown>; text: string }
function newLog() {
  const infos: Line[] = []
  const warnings: Line[] = []
  const errors: Line[] = []
  const into = (lines: Line[]) => (fields: object, text: string) => {
    lines.push({ fields: fields as Line['fields'], text })
  }
  return { infos, warnings, errors, info: into(infos), warn: into(warnings), error: into(errors) }
}
async function runAll(deps: Partial<JobDeps> & { log: JobLog }) {
  const { sql, keys, config, now, ledger } = bank
  const jobs = createJobs({ sql, keys, config, now, ledger, origin: 'https://bank.example', ...deps })
  for (const job of jobs) await runJob(job, deps.log, new AbortController().signal)
  return jobs
}

describe('seals', () => {
  test('cover what was added since the last seal, once, and log their hash', async () => {
    await bank.person({ balanceCents: 100n })
    const log = newLog()
    await runAll({ log })
    const [seal] = await bank.sql<{ number: bigint; hash: Buffer }[]>`select number, hash from seals`
    expect(log.infos).toEqual([
      { text: 'chains sealed', fields: { seal: '1', hash: seal?.hash.toString('hex'), heads: 1 } },
    ])
    await runAll({ log })
    expect(log.infos.length).toBe(1)

    await bank.person({ balanceCents: 100n })
    await runAll({ log })
    expect(log.infos[1]?.fields).toMatchObject({ seal: '2', heads: 1 })
  })

  test('are made by one of several servers that seal at once', async () => {
    for (let round = 0; round < 5; round++) {
      await bank.person({ balanceCents: 100n })
      const seals = await Promise.all([0, 1, 2].map(() => sealChains(bank.sql, bank.now())))
      expect(seals.filter((seal) => seal !== null).length).toBe(1)
    }
  })
})

test('deletes sessions thirty days after their end, and attempts after a day', async () => {
  const { id } = await bank.person()
  const ended = async (agoMs: number, how: 'revoked' | 'expired') => {
    const at = new Date(Date.now() - agoMs)
    const userAgent = `${how} ${Math.round(agoMs / DAY_MS)} days ago`
    await startSession(bank.sql, id, how === 'revoked' ? new Date() : new Date(at.getTime() - DAY_MS / 2), {
      userAgent,
      address: '',
    })
    if (how === 'revoked') await bank.sql`update sessions set ended_at = ${at} where user_agent = ${userAgent}`
  }
  for (const how of ['revoked', 'expired'] as const) for (const days of [29, 31]) await ended(days * DAY_MS, how)
  for (const [subject, hours] of [
    ['fresh', 2],
    ['stale', 25],
  ] as const)
    await bank.sql`insert into attempts (scope, subject, started_at, count)
                   values ('test', ${subject}, ${new Date(Date.now() - hours * 3_600_000)}, 1)`

  await runAll({ log: newLog() })
  const sessions = await bank.sql<{ user_agent: string }[]>`
    select user_agent from sessions where person_id = ${id} order by 1`
  expect(sessions.map(({ user_agent }) => user_agent)).toEqual(['expired 29 days ago', 'revoked 29 days ago', 'test'])
  expect(await bank.sql`select subject from attempts where scope = 'test'`).toMatchObject([{ subject: 'fresh' }])
})

test('verifies the books at most every five minutes, and logs what does not balance', async () => {
  const checks = async () => (await bank.sql`select 1 from book_checks`).length
  const log = newLog()
  const runIn = async (minutes: number) => {
    bank.clock.offsetMs = minutes * 60_000
    await runAll({ log })
    bank.clock.offsetMs = 0
  }
  await runIn(20)
  const before = await checks()
  await runIn(24)
  expect(await checks()).toBe(before)
  expect(log.errors).toEqual([])

  const { id } = await bank.person({ balanceCents: 100n })
  await bank.owner`update accounts set balance = balance + 1 where id = ${id}`
  await runIn(30)
  expect(await checks()).toBe(before + 1)
  expect(log.errors).toEqual([{ text: 'books do not balance', fields: { difference: '1', accounts: '1' } }])
  await bank.owner`update accounts set balance = balance - 1 where id = ${id}`
})

test('logs every job that the database is not available for, and does not throw', async () => {
  const closedPool = openPool(bank.connection, { max: 1 })
  await closedPool.end()
  const log = newLog()
  const jobs = await runAll({ sql: closedPool, log })
  expect(log.warnings).toEqual(
    jobs.map(({ name }) => ({ text: 'job waits for the database', fields: expect.objectContaining({ job: name }) })),
  )
  expect(log.errors).toEqual([])
})

describe('lifetimes', () => {
  test('old rows are deleted in batches, young ones stay, and two servers can do it at once', async () => {
    const { id } = await bank.person()
    await bank.owner`delete from outbox`
    const old = (days: number) => new Date(Date.now() - days * DAY_MS)
    for (const days of [89, 91])
      await bank.owner`
        insert into idempotency (person_id, route, key, request_hash, outcome, created_at)
        select ${id}, 'POST /transfer', ${`${days}-`} || n, '\\x00', '{}', ${old(days)} from generate_series(1, 2500) n`
    for (const days of [399, 401])
      await bank.owner`
        insert into outbox (person_id, number, kind, data, created_at, mail_at)
        values (${id}, ${days * 2}, 'login.new_device', '{}', ${old(days)}, null),
               (${id}, ${days * 2 + 1}, 'login.new_device', '{}', ${old(days)}, '2099-01-01')`
    for (const days of [29, 31])
      await bank.owner`
        insert into password_resets (id, person_id, created_at, expires_at) values (${newId()}, ${id}, ${old(days)}, ${old(days)})`
    for (const days of [29, 31])
      await bank.owner`
        insert into email_changes (id, person_id, number, old_email, old_email_key, changed_at, undo_until)
        values (${newId()}, ${id}, ${days}, 'old', 'old', ${old(days)}, ${old(days)})`
    const log = newLog()
    await Promise.all([runAll({ log }), runAll({ log })])
    const [left] = await bank.owner`
      select (select count(*)::int from idempotency where person_id = ${id}) as keys,
             (select array_agg(number::int order by number) from outbox where person_id = ${id}) as notifications,
             (select count(*)::int from password_resets where person_id = ${id}) as links,
             (select array_agg(number) from email_changes where person_id = ${id}) as changes`
    expect(left).toEqual({ keys: 2500, notifications: [798, 799, 803], links: 1, changes: [29] })
    expect(log.errors).toEqual([])
    await bank.owner`delete from outbox`
  })
})
