import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { useBank } from '../../test/bank.ts'
import { untilSomebodyWaits } from '../../test/waits.ts'
import { fixTimeZone, readTimeZone } from '../bootstrap/time-zone.ts'
import { openPool } from '../db/connection.ts'
import { sealChains } from '../ledger/seal.ts'
import { startSession } from '../sessions/start-session.ts'
import { keepHouse, startHousekeeping } from './housekeeping.ts'

const DAY_MS = 86_400_000
const bank = useBank()

type Line = { fields: Record<string, unknown>; text: string }
function newLog() {
  const infos: Line[] = []
  const errors: Line[] = []
  const into = (lines: Line[]) => (fields: unknown, text?: unknown) => {
    lines.push({ fields: fields as Line['fields'], text: String(text) })
  }
  return { infos, errors, info: into(infos), error: into(errors) }
}
const keeping = (log = newLog()) => ({ sql: bank.sql, now: bank.now, log })

describe('seals', () => {
  test('cover what grew, once, and say their hash in the log', async () => {
    await bank.person({ balanceCents: 100n })
    const log = newLog()
    await keepHouse(keeping(log))
    const [seal] = await bank.sql<{ number: bigint; hash: Buffer }[]>`select number, hash from seals`
    expect(log.infos).toEqual([
      { text: 'chains sealed', fields: { seal: '1', hash: seal?.hash.toString('hex'), heads: 1 } },
    ])
    await keepHouse(keeping(log))
    expect(log.infos.length).toBe(1)

    await bank.person({ balanceCents: 100n })
    await keepHouse(keeping(log))
    expect(log.infos[1]?.fields).toMatchObject({ seal: '2', heads: 1 })
  })

  test('of two servers that seal at once, one does', async () => {
    for (let round = 0; round < 5; round++) {
      await bank.person({ balanceCents: 100n })
      const seals = await Promise.all([0, 1, 2].map(() => sealChains(bank.sql, bank.now())))
      expect(seals.filter((seal) => seal !== null).length).toBe(1)
    }
  })
})

test('sessions are forgotten thirty days after their end, attempts after a day', async () => {
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

  await keepHouse(keeping())
  const sessions = await bank.sql<{ user_agent: string }[]>`
    select user_agent from sessions where person_id = ${id} order by 1`
  expect(sessions.map(({ user_agent }) => user_agent)).toEqual(['expired 29 days ago', 'revoked 29 days ago', 'test'])
  expect(await bank.sql`select subject from attempts where scope = 'test'`).toMatchObject([{ subject: 'fresh' }])
})

test('the books are verified, not twice within five minutes, and what is wrong is said in the log', async () => {
  const checks = async () => (await bank.sql`select 1 from book_checks`).length
  const log = newLog()
  const later = (minutes: number) => ({ ...keeping(log), now: () => new Date(Date.now() + minutes * 60_000) })
  await keepHouse(later(20))
  const before = await checks()
  await keepHouse(later(24))
  expect(await checks()).toBe(before)
  expect(log.errors).toEqual([])

  const { id } = await bank.person({ balanceCents: 100n })
  await bank.owner`update accounts set balance = balance + 1 where id = ${id}`
  await keepHouse(later(30))
  expect(await checks()).toBe(before + 1)
  expect(log.errors).toEqual([{ text: 'books are wrong', fields: { difference: '1', accounts: '1' } }])
  await bank.owner`update accounts set balance = balance - 1 where id = ${id}`
})

describe('the timer', () => {
  test('waits for a slow round before the next one, and a stop waits for the round under way', async () => {
    let rounds = 0
    const now = () => {
      rounds++
      return new Date()
    }
    const log = newLog()
    let stop = async () => {}
    let stopped: Promise<void> | undefined
    let isStopped = false
    await bank.owner.begin(async (tx) => {
      await tx`lock table seals in access exclusive mode`
      stop = startHousekeeping({ sql: bank.sql, now, log, firstAfterMs: 1, everyMs: 1 })
      await untilSomebodyWaits(bank.owner)
      await sleep(50)
      expect(rounds).toBe(1)
    })
    while (rounds < 3) await sleep(5)

    await bank.owner.begin(async (tx) => {
      await tx`lock table seals in access exclusive mode`
      await untilSomebodyWaits(bank.owner)
      stopped = stop().then(() => {
        isStopped = true
      })
      await sleep(30)
      expect(isStopped).toBe(false)
    })
    await stopped
    const after = rounds
    await sleep(30)
    expect(rounds).toBe(after)
    expect(log.errors).toEqual([])
  })

  test('a database that is away is logged, not thrown, and the next round works', async () => {
    const away = openPool(bank.connection, { max: 1 })
    await away.end()
    const log = newLog()
    await keepHouse({ sql: away, now: bank.now, log })
    expect(log.errors.map(({ fields }) => fields.duty)).toEqual([
      'seal the chains',
      'verify the books',
      'forget old sessions',
      'forget old office events',
      'forget old attempts',
    ])
  })
})

describe('the bank’s time zone', () => {
  test('is fixed by the first start; a later one with another zone is told which variable to change', async () => {
    expect(await readTimeZone(bank.sql)).toBe(null)
    await Promise.all([0, 1, 2].map(() => fixTimeZone(bank.sql, 'Europe/Zurich')))
    await fixTimeZone(bank.sql, 'Europe/Zurich')
    expect(await readTimeZone(bank.sql)).toBe('Europe/Zurich')
    await expect(fixTimeZone(bank.sql, 'UTC')).rejects.toThrow(
      `BANK_TIME_ZONE must stay Europe/Zurich, in which this bank's months were summed, got "UTC".`,
    )
    // As an earlier or a later ICU calls the same zone.
    await bank.owner`update bank_facts set value = 'Asia/Kolkata' where name = 'time_zone'`
    await fixTimeZone(bank.sql, 'Asia/Calcutta')
    await bank.owner`update bank_facts set value = 'Asia/Calcutta' where name = 'time_zone'`
    await fixTimeZone(bank.sql, 'Asia/Kolkata')
  })
})
