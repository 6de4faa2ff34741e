import { Registry } from 'prom-client'
import { v7 as newId } from 'uuid'
import { afterEach, describe, expect, test } from 'vitest'
import { startSession } from '../src/access/start-session.ts'
import { publishOfficeEvent } from '../src/authority/office-events.ts'
import { PERSONAL_DATA } from '../src/bootstrap/personal-data.ts'
import { startBank } from '../src/bootstrap/start-bank.ts'
import { registerBankMetrics } from '../src/http/observation/bank-metrics.ts'
import { createJobs } from '../src/jobs.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { runStatement } from '../src/platform/db/run-statement.ts'
import { runJob } from '../src/platform/jobs/run-jobs.ts'
import { StartError } from '../src/platform/runtime/start-error.ts'
import { type Person, useBank } from './bank.ts'
import { urlOf } from './bank-process.ts'
import { createTestDatabase } from './database.ts'
import { createUpload, transferForm } from './money.ts'

const DAY_MS = 86_400_000
const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })

/** One bank as two servers: a healthy one, and one with a wrong clock. Both naively believe their own clock. */
async function onServer<T>(skewMs: number, act: () => Promise<T>): Promise<T> {
  bank.clock.serverSkewMs = skewMs
  return act().finally(() => {
    bank.clock.serverSkewMs = 0
  })
}
afterEach(() => {
  bank.clock.offsetMs = 0
})

const failures: unknown[] = []
const log = { info() {}, warn() {}, error: (...line: unknown[]) => void failures.push(line) }
const runJobs = async () => {
  const { sql, keys, config, now, ledger } = bank
  const jobs = createJobs({ sql, keys, config, now, ledger, log, origin: 'https://bank.example' })
  for (const job of jobs) await runJob(job, log, new AbortController().signal)
}
/** Sends with a session of the server's own time. */
const send = async (person: Person, key: string) =>
  bank.call('POST', '/transfer', {
    token: await startSession(bank.sql, person.id, bank.now(), { userAgent: 'test', address: '' }),
    headers: { 'idempotency-key': key },
    body: transferForm({ amount: 10 }),
  })

/** The tables of clean-up jobs. Rows of push_deliveries expire where they are sent. */
const CLEANED = Object.entries(PERSONAL_DATA).flatMap(([table, { cleanUp }]) =>
  cleanUp && table !== 'push_deliveries' ? [table] : [],
)
const countRows = async () => {
  const counts: Record<string, number> = {}
  for (const table of CLEANED) {
    const [row] = await bank.owner<{ count: number }[]>`select count(*)::int as count from ${bank.owner.unsafe(table)}`
    counts[table] = row?.count ?? 0
  }
  return counts
}

/** What lives shortest of each table, made just now. */
async function fillTables(person: Person) {
  await send(person, newId())
  await createUpload(bank, person)
  await bank.owner.begin(async (tx) => {
    const hash = tx`sha256(${newId()}::bytea)`
    await tx`insert into known_devices values (${person.id}, ${hash}, now(), now())`
    await tx`insert into password_resets values (${newId()}, ${person.id}, now(), now() + interval '30 minutes')`
    await tx`insert into challenges (challenge_hash, kind, expires_at) values (${hash}, 'login', now() + interval '5 minutes')`
    await tx`insert into attempts values ('test', ${newId()}, now(), 1)`
    await tx`
      insert into email_changes (id, person_id, number, old_email, old_email_key, changed_at, undo_until)
      values (${newId()}, ${person.id}, 1, 'old', ${newId()}, now(), now())`
    await tx`
      insert into webhook_deliveries (id, webhook_id, event_id, event, person_id, number, part, body, state, created_at)
      values (${newId()}, ${newId()}, ${newId()}, 'person.created', ${person.id}, 1, 0, '', 'delivered', now())`
    await tx`
      insert into transfer_authorisations (id, person_id, nonce, challenge, created_at, expires_at)
      values (${newId()}, ${person.id}, ${hash}, ${hash}, now(), now())`
    await publishOfficeEvent(tx, { kind: 'office.contact', personId: null, subjectId: null, at: bank.now() })
    await tx`
      insert into staged_statement_lines (import_id, place, id, outside_account_id, identity, booked_on, amount, text, created_at)
      values (${newId()}, 0, ${newId()}, ${newId()}, '', '2026-01-01', 1, '', now())`
    await tx`insert into payment_run_previews values (${newId()}, null, 'The bank', '1', current_date, '', now())`
    await tx`insert into document_spool values (${newId()}, 0, '', now())`
    await tx`insert into book_checks values (${newId()}, now(), 0, 0, 0, '{}', 0)`
    await tx`insert into full_book_checks values (${newId()}, now(), 0, null)`
  })
}

describe.each([
  ['100 days ahead', 100 * DAY_MS],
  ['100 days behind', -100 * DAY_MS],
  ['ten years ahead', 3_652 * DAY_MS],
  ['an hour ahead', DAY_MS / 24],
])('a server %s', (_, skewMs) => {
  test('deletes nothing, and expires no proposal', async () => {
    const admin = await bank.person({ role: 'Admin' })
    const ada = await bank.person({ balanceCents: 100_00n })
    await runJobs()
    await fillTables(ada)
    const { _id } = (
      await admin.call('POST', '/admin/fund', { body: { userId: ada.id, amount: 1000, reason: 'Refund' } })
    ).json()
    const before = await countRows()
    expect(CLEANED.filter((table) => before[table] === 0)).toEqual([])
    await onServer(skewMs, runJobs)
    expect(failures).toEqual([])
    const after = await countRows()
    expect(CLEANED.filter((table) => (after[table] ?? 0) < (before[table] ?? 0))).toEqual([])
    expect(await bank.sql`select status from transactions where id = ${_id}`).toEqual([{ status: 'Pending' }])
  })

  test('and a healthy one never pay twice for the same idempotency key', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    for (const [key, first, second] of [
      ['first on the healthy one', 0, skewMs],
      ['first on the wrong one', skewMs, 0],
    ] as const) {
      const paid = await onServer(first, () => send(ada, key))
      expect(paid.statusCode).toBe(201)
      await onServer(second, runJobs)
      await onServer(first, runJobs)
      for (const server of [second, first]) {
        const again = await onServer(server, () => send(ada, key))
        expect([again.json()._id, again.headers['idempotency-replayed']]).toEqual([paid.json()._id, 'true'])
      }
    }
    expect(await ada.balance()).toEqual({ availableCents: 80_00n, heldCents: 20_00n })
  })

  test('is not ready, and its metrics say why, until its clock is right again', async () => {
    const ready = async () => {
      const { statusCode, ...response } = await bank.call('GET', '/readyz')
      return [statusCode, response.json().code ?? response.json().status]
    }
    const skew = async () =>
      Number(/^openteller_clock_skew_seconds (\S+)$/m.exec((await bank.call('GET', '/metrics')).body)?.[1])
    await onServer(skewMs, async () => {
      expect(await ready()).toEqual([503, 'clock_wrong'])
      expect(Math.round((await skew()) / 60)).toBe(skewMs / 60_000)
    })
    expect(await ready()).toEqual([200, 'ok'])
    expect(Math.abs(await skew())).toBeLessThan(10)
  })
})

test('a verification in the future neither stops the next one nor hides how old the last one is', async () => {
  const admin = await bank.person({ role: 'Admin' })
  await bank.owner`delete from book_checks`
  const newest = async () => {
    const registry = new Registry()
    const none = () => 0
    const server = { ledger: () => null, streams: none, secondsSinceWrite: none, clockSkewSeconds: none }
    registerBankMetrics(registry, { sql: bank.sql, now: bank.now, pools: {}, ...server })
    const read = async (name: string) =>
      (await registry.getSingleMetric(`openteller_books_${name}`)?.get())?.values[0]?.value
    return {
      verifiedAt: await read('verified_timestamp_seconds'),
      wrong: await read('wrong_accounts'),
      fullyVerifiedAt: await read('fully_verified_timestamp_seconds'),
      breached: await read('breached_invariant'),
    }
  }
  await bank.owner`
    insert into book_checks values ('ffffffff-ffff-7fff-bfff-ffffffffffff', now() + interval '100 days', 0, 0, 0, '{}', 7)`
  await bank.owner`delete from full_book_checks`
  await bank.owner`insert into full_book_checks values (${newId()}, now() + interval '100 days', 6, 7)`
  expect(await newest()).toEqual({ verifiedAt: 0, wrong: 0, fullyVerifiedAt: 0, breached: 0 })
  await bank.owner`insert into full_book_checks values (${newId()}, now() - interval '1 day', 3, 4), (${newId()}, now() - interval '2 days', 28, null)`
  expect(await newest()).toMatchObject({ fullyVerifiedAt: expect.closeTo(Date.now() / 1000 - 86_400, -2), breached: 4 })
  await runJobs()
  const at = bank.now().getTime() / 1000
  expect((await newest()).verifiedAt).toBeGreaterThan(at - 60)
  expect((await newest()).verifiedAt).toBeLessThanOrEqual(at)
  const { books } = (await admin.call('GET', '/admin/overview')).json()
  expect(Date.parse(books.verifiedAt)).toBeLessThanOrEqual(bank.now().getTime())
})

test('a mark of the office’s events in the future hides no transaction that waits', async () => {
  const admin = await bank.person({ role: 'Admin' })
  const ada = await bank.person({ balanceCents: 100_00n })
  await bank.owner`update office_stream set entered_until = now() + interval '100 days'`
  const start = (await admin.call('GET', '/events/recent')).headers['last-event-id']
  expect((await send(ada, newId())).statusCode).toBe(201)
  const events = (await admin.call('GET', '/events/recent', { query: { after: String(start) } })).json()
  expect(events).toContainEqual(expect.objectContaining({ kind: 'office.waiting', userId: ada.id }))
  expect(await bank.sql`select 1 from office_stream where entered_until > ${bank.now()}`).toEqual([])
})

describe('a start', () => {
  const open = async (now: () => Date) => {
    const database = await createTestDatabase()
    const config = readConfig({
      DATABASE_URL: urlOf(database.connection),
      APP_SECRET: 'a secret for tests that is long enough',
      PORT: '0',
      LOG_LEVEL: 'silent',
    })
    let runs = 0
    const count = async () => {
      runs++
    }
    const job = { name: 'count', intervalMs: 1, firstRunAfterMs: 0, run: count }
    const started = startBank(config, () => {}, { now, extraJobs: () => [job] })
    return { started, runs: () => runs, database }
  }

  test.each([
    ['100 days ahead of', 100 * DAY_MS],
    ['100 days behind', -100 * DAY_MS],
    ['61 seconds ahead of', 61_000],
  ])('is refused in one line while the clock is %s the database’s', async (words, skewMs) => {
    const { started, database } = await open(() => new Date(Date.now() + skewMs))
    const error = await started.then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(StartError)
    expect((error as Error).message).toMatch(
      new RegExp(`^The clock of this machine is ${words} the database's .*NTP.*$`),
    )
    await database.drop()
  })

  test('is allowed within a minute; a clock that is set later stops jobs and readiness, and what is stamped stays right', async () => {
    let skewMs = 30_000
    const { started, runs, database } = await open(() => new Date(Date.now() + skewMs))
    const { address, stop } = await started
    const ready = async () => (await fetch(`${address}/api/readyz`)).status
    expect(await ready()).toBe(200)
    await expect.poll(runs).toBeGreaterThan(0)
    for (const wrong of [100 * DAY_MS, -3_652 * DAY_MS]) {
      skewMs = wrong
      const before = runs()
      expect(await ready()).toBe(503)
      expect(runs()).toBeLessThanOrEqual(before + 1)
      const form = { fullName: 'Ada Example', email: `${newId()}@people.example`, password: 'four plain words here' }
      const headers = { 'content-type': 'application/json' }
      const joined = await fetch(`${address}/api/auths/register`, {
        method: 'POST',
        headers,
        body: JSON.stringify(form),
      })
      expect(joined.status).toBeLessThan(300)
      const stamped = `select abs(extract(epoch from created_at - now())) < 60 as right from people where email = '${form.email}'`
      expect(await runStatement(database.connection, stamped)).toEqual([{ right: true }])
      skewMs = 0
      expect(await ready()).toBe(200)
      await expect.poll(runs).toBeGreaterThan(before + 1)
    }
    await stop()
    await database.drop()
  })
})
