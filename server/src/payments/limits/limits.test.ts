import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { databaseFingerprint, fieldError, refusalOf, tally, transferForm } from '../../../test/money.ts'
import { FRESH_MS } from '../../access/freshness.ts'
import { bankDayAt, ownLimitAt, RAISE_DELAY_MS } from '../../ledger/daily-limit.ts'
import { createLedger } from '../../ledger/ledger.ts'
import type { PersonLimits } from '../../ledger/person.ts'
import { changeOwn } from './change-limits.ts'

const ZONE = 'Europe/Zurich'
const bank = useBank({ config: { dailyLimitCents: 500_00n, bankTimeZone: ZONE, fourEyesAboveCents: null } })
let admin: Person
beforeAll(async () => {
  // Far from midnight, whenever the tests run.
  const { start } = bankDayAt(bank.now(), ZONE)
  noonMs = start.getTime() + 12 * 3_600_000 - Date.now()
  bank.clock.offsetMs = noonMs
  admin = await bank.person({ role: 'Admin' })
})
let noonMs = 0
afterEach(() => {
  bank.clock.offsetMs = noonMs
})

const rich = () => bank.person({ balanceCents: 100_000_00n })
const send = (by: Person, amount: number, changed: Record<string, unknown> = {}) =>
  by.call('POST', '/transfer', { body: transferForm({ amount, ...changed }) })
const limitsOf = async (by: Person) => (await by.call('GET', '/users/limits')).json()
const setOwn = (by: Person, daily: number | null) => by.call('PUT', '/users/limits', { body: { daily } })
const setFor = (by: Person, person: Person, daily: number | null) =>
  by.call('PUT', `/admin/users/${person.id}/limits`, { body: { daily } })

describe('the daily limit', () => {
  test('counts pending and completed transfers, and refuses what is above with what is left', async () => {
    const ada = await rich()
    const first = await send(ada, 300)
    await admin.call('POST', '/deposit/approve', { body: { transactionId: first.json()._id } })
    expect((await send(ada, 150)).statusCode).toBe(201)
    expect(await limitsOf(ada)).toMatchObject({ daily: 500, left: 50, sent: 450, own: null, bank: 500, next: null })
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await send(ada, 50.01))).toMatchObject({
      status: 409,
      code: 'limit_exceeded',
      message: 'This is more than you can send today.',
      current: { daily: 500, left: 50 },
    })
    expect(await databaseFingerprint(bank)).toEqual(before)
    expect((await send(ada, 50)).statusCode).toBe(201)
    expect(await limitsOf(ada)).toMatchObject({ left: 0 })
  })

  test('gives back what is declined', async () => {
    const ada = await rich()
    const { _id: transactionId } = (await send(ada, 500)).json()
    expect((await send(ada, 1)).json().code).toBe('limit_exceeded')
    await admin.call('POST', '/deposit/decline', { body: { transactionId, reason: 'No' } })
    expect((await send(ada, 500)).statusCode).toBe(201)
  })

  test('does not count money between own accounts, debits by staff and reversals', async () => {
    const ada = await rich()
    const savings = (await ada.call('POST', '/accounts', { body: { name: 'Car' } })).json()
    await ada.call('POST', '/accounts/move', { body: { from: ada.id, to: savings._id, amount: 900 } })
    const ask = commandsOf(bank)
    expect(await bank.ledger.submit(ask.adjust('debit', admin, ada, 700_00n))).toMatchObject({ ok: true })
    expect(await limitsOf(ada)).toMatchObject({ sent: 0, left: 500 })
    // From any account of the person.
    expect((await send(ada, 400, { accountId: savings._id })).statusCode).toBe(201)
    expect((await send(ada, 101)).json().code).toBe('limit_exceeded')
  })

  test('is looked at after the PIN and the balance: a guess learns nothing', async () => {
    const ada = await bank.person({ balanceCents: 600_00n })
    expect((await send(ada, 550, { pin: '0000' })).json().code).toBe('pin_incorrect')
    expect((await send(ada, 700)).json().code).toBe('insufficient_balance')
    expect((await send(ada, 550)).json().code).toBe('limit_exceeded')
  })

  test('begins again at midnight of the bank', async () => {
    const ada = await rich()
    const { end } = bankDayAt(bank.now(), ZONE)
    await send(ada, 500)
    bank.clock.offsetMs = end.getTime() - Date.now() - 5_000
    await bank.owner`update sessions set last_seen_at = ${bank.now()} where person_id = ${ada.id}`
    expect((await send(ada, 1)).json().code).toBe('limit_exceeded')
    bank.clock.offsetMs = end.getTime() - Date.now()
    expect((await send(ada, 500)).statusCode).toBe(201)
    expect((await limitsOf(ada)).left).toBe(0)
  })

  test('is not exceeded by twenty at once over two servers, nor by a batch across midnight', async () => {
    const ada = await rich()
    const ask = commandsOf(bank)
    const second = createLedger(bank.sql, { zone: ZONE, dailyLimitCents: 500_00n, lanes: 2, maxBatch: 3 })
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => [bank.ledger, second][at % 2]?.submit(ask.transfer(ada, 60_00n))),
    )
    expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(8)
    const one = createLedger(bank.sql, { zone: ZONE, dailyLimitCents: 500_00n, lanes: 1 })
    const ben = await rich()
    const { end } = bankDayAt(bank.now(), ZONE)
    await bank.owner`update sessions set last_seen_at = ${end} where person_id = ${ben.id}`
    const around = await Promise.all(
      [-2, -1, 0, 1].map((ms) => one.submit(ask.transfer(ben, 300_00n, { at: new Date(end.getTime() + ms) }))),
    )
    expect(around.map(({ ok }) => ok)).toEqual([true, false, true, false])
  })

  test('lowered during parallel transfers is never exceeded by what is decided afterwards', async () => {
    const ada = await rich()
    const [lowered, ...sent] = await Promise.all([setOwn(ada, 100), ...Array.from({ length: 15 }, () => send(ada, 30))])
    expect(lowered?.statusCode).toBe(200)
    const accepted = sent.filter(({ statusCode }) => statusCode === 201).length
    expect(accepted).toBeGreaterThanOrEqual(3)
    const { left, sent: total } = await limitsOf(ada)
    expect([left, total]).toEqual([Math.max(0, 100 - total), accepted * 30])
    expect((await send(ada, left + 0.01)).json().code).toBe('limit_exceeded')
  })

  test('a retry with the same key is refused again, with what is left now', async () => {
    const ada = await rich()
    const call = () =>
      ada.call('POST', '/transfer', {
        body: transferForm({ amount: 501 }),
        headers: { 'idempotency-key': 'above' },
      })
    expect((await call()).json()).toMatchObject({ code: 'limit_exceeded', current: { left: 500 } })
    await send(ada, 100)
    expect((await call()).json()).toMatchObject({ code: 'limit_exceeded', current: { left: 400 } })
  })
})

describe('an own limit', () => {
  test('is lowered at once, raised with a fresh session after 24 hours, and the person is notified', async () => {
    const ada = await rich()
    expect((await setOwn(ada, 100)).json()).toMatchObject({ daily: 100, own: 100, bank: 500, next: null })
    expect((await send(ada, 101)).json().code).toBe('limit_exceeded')
    const raised = (await setOwn(ada, 300)).json()
    const from = Date.parse(raised.next.at)
    expect(raised).toMatchObject({ daily: 100, own: 100, next: { own: 300 } })
    expect(Math.abs(from - bank.now().getTime() - RAISE_DELAY_MS)).toBeLessThan(5_000)
    expect((await send(ada, 101)).json().code).toBe('limit_exceeded')
    bank.clock.offsetMs += RAISE_DELAY_MS + 5_000
    await bank.owner`update sessions set last_seen_at = ${bank.now()}, expires_at = ${new Date(from * 1.1)} where person_id = ${ada.id}`
    expect(await limitsOf(ada)).toMatchObject({ daily: 300, own: 300, next: null })
    expect((await send(ada, 300)).statusCode).toBe(201)
    const told = await bank.sql<{ data: object; mailed: boolean }[]>`
      select data, mail_at is not null as mailed from outbox
      where person_id = ${ada.id} and kind = 'limit.changed' order by number`
    expect(told).toEqual([
      { data: {}, mailed: true },
      { data: { from: raised.next.at }, mailed: true },
    ])
  })

  test('can’t be raised or removed by a stolen session, only lowered', async () => {
    const ada = await rich()
    await setOwn(ada, 100)
    bank.clock.offsetMs += FRESH_MS + 1_000
    // The first call of a session in a while notes that it is in use.
    await limitsOf(ada)
    const before = await databaseFingerprint(bank)
    for (const daily of [101, 500, null])
      expect(refusalOf(await setOwn(ada, daily))).toMatchObject({ status: 403, code: 'confirmation_required' })
    expect(await databaseFingerprint(bank)).toEqual(before)
    expect((await setOwn(ada, 50)).json()).toMatchObject({ daily: 50 })
  })

  test('and one given by staff hold in a bank without a limit, in a batch with people who have none', async () => {
    const [ada, ben, cleo] = [await rich(), await rich(), await rich()]
    await setOwn(ada, 100)
    await setFor(admin, ben, 200)
    const ledger = createLedger(bank.sql, { zone: ZONE, lanes: 1 })
    const amounts = [60_00n, 120_00n, 700_00n]
    const sendAll = () =>
      Promise.all([ada, ben, cleo].map((by, at) => ledger.submit(commandsOf(bank).transfer(by, amounts[at] ?? 0n))))
    const batches = [...(await sendAll()), ...(await Promise.all([sendAll(), sendAll()])).flat()]
    expect(batches.map(({ ok }) => ok)).toEqual([true, true, true, false, false, true, false, false, true])
    expect(batches[3]).toMatchObject({ code: 'limit_exceeded' })
  })

  test('is at most the bank’s', async () => {
    const ada = await rich()
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await setOwn(ada, 500.01))).toEqual(fieldError('daily', 'Your limit can be at most $500.00.'))
    for (const daily of [0, -1, 1.001, 1e15, '5', undefined])
      expect((await setOwn(ada, daily as never)).statusCode).toBe(400)
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('cents are never raised early, whatever is asked for and in whichever order', () => {
    const asked = fc.array(fc.record({ cents: fc.option(fc.bigInt(1n, 500n)), hours: fc.integer({ min: 0, max: 30 }) }))
    fc.assert(
      fc.property(asked, (changes) => {
        let limits: PersonLimits = { ownCents: 100n, next: null, staffCents: null }
        let at = new Date('2026-01-05T00:00:00Z')
        const raises: { cents: bigint | null; at: number }[] = []
        for (const { cents, hours } of changes) {
          at = new Date(at.getTime() + hours * 3_600_000)
          const [before, had] = [limits, ownLimitAt(limits, at)]
          limits = changeOwn(limits, cents, at)
          const now = ownLimitAt(limits, at)
          // At once only down.
          expect(now === had || (now !== null && (had === null || now < had))).toBe(true)
          if (limits.next && limits.next !== before.next) raises.push({ cents, at: at.getTime() })
          // What takes effect was asked for, or more than it, at least 24 hours before.
          const { next } = limits
          if (next)
            expect(
              raises.some(
                (raise) =>
                  (raise.cents === null || (next.cents !== null && raise.cents >= next.cents)) &&
                  next.at.getTime() - raise.at >= RAISE_DELAY_MS,
              ),
            ).toBe(true)
        }
      }),
    )
  })
})

describe('staff', () => {
  test('set another limit for a person, audited and notified; a lower own one stays', async () => {
    const ada = await rich()
    expect((await setFor(admin, ada, 2_000)).json()).toMatchObject({ daily: 2000, bank: 2000, byStaff: true })
    expect((await send(ada, 1_500)).statusCode).toBe(201)
    await setOwn(ada, 1_600)
    expect((await setFor(admin, ada, 9_000)).json()).toMatchObject({ daily: 1600, left: 100, bank: 9000 })
    expect((await setFor(admin, ada, null)).json()).toMatchObject({ daily: 500, left: 0, bank: 500, byStaff: false })
    const entries = await bank.sql`
      select actor_id, before, after from audit where subject_id = ${ada.id} and action = 'limit.set' order by number`
    expect(entries.map(({ before, after }) => [before.dailyLimitCents, after.dailyLimitCents])).toEqual([
      [null, '200000'],
      ['200000', '900000'],
      ['900000', null],
    ])
    expect(new Set(entries.map(({ actor_id }) => actor_id))).toEqual(new Set([admin.id]))
    const looks = await bank.sql`select what from access_log where person_id = ${ada.id}`
    expect(looks.map(({ what }) => what)).toContain('details.viewed')
  })

  test('can’t change their own, and need the permission', async () => {
    const ada = await rich()
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await setFor(admin, admin, 9_000))).toMatchObject({ status: 403, code: 'own_account' })
    const auditor = await bank.person({ role: 'Auditor' })
    expect(tally([await setFor(auditor, ada, 9_000), await setFor(ada, ada, 9_000)])).toEqual({ '403 forbidden': 2 })
    const changed = await databaseFingerprint(bank)
    expect([changed.audit, changed.outbox]).toEqual([before.audit, before.outbox])
    expect(await limitsOf(ada)).toMatchObject({ daily: 500, byStaff: false })
  })
})
