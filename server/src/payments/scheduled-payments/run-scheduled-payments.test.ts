import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { dueDays } from '#contract/payments/scheduled-payment-calendar.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { scheduled, scheduledPaymentsOf } from '../../../test/scheduled-payments.ts'
import type { LedgerProbe } from '../../ledger/core/steps.ts'
import { createLedger } from '../../ledger/ledger.ts'
import { runDueScheduledPayments } from './run-scheduled-payments.ts'

const DAY_MS = 86_400_000
/** Midnight is skipped in this zone once a year, and it is east of UTC. */
const bank = useBank({ config: { bankTimeZone: 'Africa/Cairo', dailyLimitCents: 1_000_000_00n } })
const { today, inDays, form, run, passDays, runsOf, transfersOf, noticesOf } = scheduledPaymentsOf(bank)
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})
afterEach(() => {
  bank.clock.offsetMs = 0
})
const setStatus = (id: string, status: string) =>
  admin.call('PATCH', '/admin/user', { body: { userId: id, updates: { status }, reason: 'A test' } })
const statusOf = async (id: string) =>
  (await bank.sql`select status, end_reason, next_on from orders where id = ${id}`)[0]

describe('not enough money', () => {
  test('is tried again on the next two days, then skipped, and each is told', async () => {
    const ada = await bank.person({ balanceCents: 99_99n })
    const startOn = today()
    const { _id } = await scheduled(ada, form({ every: 'once' }))
    await run()
    expect([await run(), await runsOf(_id)]).toEqual([
      0,
      [{ due: startOn, status: 'retrying', tries: 1, reason: 'insufficient_balance' }],
    ])
    expect((await ada.call('GET', '/orders')).json()).toMatchObject([
      {
        status: 'active',
        nextOn: null,
        retryDays: [inDays(1)],
        lastRun: { status: 'retrying', nextTryOn: inDays(1), transactionId: null },
      },
    ])
    await passDays(1)
    expect(await runsOf(_id)).toMatchObject([{ status: 'retrying', tries: 2 }])
    await passDays(1)
    expect(await runsOf(_id)).toEqual([{ due: startOn, status: 'skipped', tries: 3, reason: 'insufficient_balance' }])
    expect(await statusOf(_id)).toEqual({ status: 'ended', end_reason: 'finished', next_on: null })
    await passDays(3)
    expect([await runsOf(_id), await transfersOf(ada)]).toMatchObject([[{ tries: 3 }], []])
    expect(await noticesOf(ada)).toEqual([
      ['order.approved', 'created'],
      ['order.run_failed', 'insufficient_balance', 1],
      ['order.run_failed', 'insufficient_balance', 2],
      ['order.run_skipped', 'insufficient_balance', 3],
    ])
    const due = await bank.sql`select count(*)::int from outbox where person_id = ${ada.id} and mail_at is not null`
    expect(due).toEqual([{ count: 4 }])
  })

  test('that arrives meanwhile pays the due day once, dated then, and the scheduled payment goes on', async () => {
    const ada = await bank.person({ balanceCents: 10_00n })
    const startOn = today()
    const { _id } = await scheduled(ada, form({ every: 'week' }))
    await run()
    await bank.fund(ada.id, 500_00n)
    expect([await run(), (await runsOf(_id)).length]).toEqual([0, 1])
    await passDays(1)
    expect(await runsOf(_id)).toEqual([{ due: startOn, status: 'sent', tries: 2, reason: null }])
    const [paid] = await transfersOf(ada)
    expect(bank.now().getTime() - (paid?.value_at.getTime() ?? 0)).toBeLessThan(60_000)
    await passDays(6)
    expect((await runsOf(_id)).map(({ due }) => due)).toEqual([startOn, inDays(0)])
    expect(await transfersOf(ada)).toHaveLength(2)
  })

  test('of the daily limit is the same; what staff allow is paid the next day', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    await ada.call('PUT', '/users/limits', { body: { daily: 150 } })
    const [one, two] = [await scheduled(ada, form({ every: 'once' })), await scheduled(ada, form({ every: 'once' }))]
    await run()
    const both = async () =>
      [...(await runsOf(one._id)), ...(await runsOf(two._id))].map(({ status, reason }) => [status, reason])
    expect((await both()).sort()).toEqual([
      ['retrying', 'limit_exceeded'],
      ['sent', null],
    ])
    expect(await transfersOf(ada)).toHaveLength(1)
    await passDays(1)
    expect((await both()).sort()).toEqual([
      ['sent', null],
      ['sent', null],
    ])
  })

  test('pausing ends the tries', async () => {
    const ada = await bank.person()
    const { _id } = await scheduled(ada, form())
    await run()
    await ada.call('PATCH', `/orders/${_id}`, { body: { status: 'paused' } })
    await bank.fund(ada.id, 500_00n)
    await passDays(1)
    expect([await runsOf(_id), await transfersOf(ada)]).toMatchObject([
      [{ status: 'skipped', tries: 1, reason: 'stopped' }],
      [],
    ])
  })
})

describe('a scheduled payment that can’t be paid', () => {
  test.each([
    ['Frozen', 'account_frozen'],
    ['Pending', 'account_pending'],
  ])('because its owner is %s is skipped and told, and goes on afterwards', async (status, reason) => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const { _id } = await scheduled(ada, form({ every: 'week' }))
    await setStatus(ada.id, status)
    await run()
    expect(await runsOf(_id)).toMatchObject([{ status: 'skipped', tries: 1, reason }])
    expect((await noticesOf(ada)).at(-1)).toEqual(['order.run_skipped', reason, 1])
    await setStatus(ada.id, 'Active')
    await passDays(7)
    expect(await runsOf(_id)).toMatchObject([{ status: 'skipped' }, { status: 'sent' }])
  })

  test('because the payee has closed their account ends and is told', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: 500_00n }), await bank.person()]
    const { _id } = await scheduled(ada, form({ accountNumber: await ben.accountNumber() }))
    await setStatus(ben.id, 'Closed')
    await run()
    expect(await runsOf(_id)).toMatchObject([{ status: 'skipped', tries: 1, reason: 'receiver_closed' }])
    expect(await statusOf(_id)).toEqual({ status: 'ended', end_reason: 'receiver_closed', next_on: null })
    expect((await noticesOf(ada)).at(-1)).toEqual(['order.ended', 'receiver_closed'])
    const late = await ada.call('POST', '/orders', { body: form({ accountNumber: await ben.accountNumber() }) })
    expect(late.json()).toMatchObject({ code: 'receiver_closed' })
  })

  test('because the payee became this very account ends and is told', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const { _id } = await scheduled(ada, form({ accountNumber: 'Xelsewhere' }))
    await bank.owner`update orders set party_account = ${await ada.accountNumber()} where id = ${_id}`
    await run()
    expect(await statusOf(_id)).toMatchObject({ status: 'ended', end_reason: 'same_account' })
    expect([await transfersOf(ada), (await noticesOf(ada)).at(-1)]).toEqual([[], ['order.ended', 'same_account']])
  })

  test('because its account is closed, also while a run is under way, ends with the account', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const savings = (await ada.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()._id
    const scheduledPayments = [
      await scheduled(ada, form({ accountId: savings, startOn: inDays(1) })),
      await scheduled(ada, form({ accountId: savings })),
    ]
    const close = () => ada.call('POST', `/accounts/${savings}/close`)
    const [, closed] = await Promise.all([run(), close(), run()])
    expect(closed.statusCode).toBe(200)
    await run()
    for (const { _id } of scheduledPayments)
      expect(await statusOf(_id)).toMatchObject({ status: 'ended', end_reason: 'account_closed' })
    const ended = (await noticesOf(ada)).filter(([kind]) => kind === 'order.ended')
    expect(ended).toEqual([
      ['order.ended', 'account_closed'],
      ['order.ended', 'account_closed'],
    ])
    expect(await transfersOf(ada)).toEqual([])
  })
})

/* Of what jobs pay, interest comes with products. */
describe('FINERACT-1659, a job that posted interest twice: a due payment is paid exactly once', () => {
  test('each day that was missed is made up once, dated today', async () => {
    const ada = await bank.person({ balanceCents: 10_000_00n })
    const startOn = today()
    const { _id } = await scheduled(ada, form({ every: 'week' }))
    await passDays(24)
    const runs = await runsOf(_id)
    expect(runs.map(({ due }) => due)).toEqual(dueDays({ startOn, every: 'week', until: null }, startOn, 4))
    const paid = await transfersOf(ada)
    expect(paid).toHaveLength(4)
    for (const { value_at } of paid) expect(bank.now().getTime() - value_at.getTime()).toBeLessThan(60_000)
    expect(await run()).toBe(0)
  })

  test('ten servers at once pay a due day once', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => bank.person({ balanceCents: 500_00n })))
    const scheduledPayments = await Promise.all(people.map((person) => scheduled(person, form())))
    const sent = await Promise.all(Array.from({ length: 10 }, () => run()))
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(8)
    for (const [index, person] of people.entries()) {
      expect(await runsOf(scheduledPayments[index]?._id ?? '')).toMatchObject([{ status: 'sent', tries: 1 }])
      expect(await transfersOf(person)).toHaveLength(1)
    }
  })

  test('ten servers at once make one of the three tries a day', async () => {
    const ada = await bank.person()
    const { _id } = await scheduled(ada, form())
    for (const tries of [1, 2, 3]) {
      await Promise.all(Array.from({ length: 10 }, () => run()))
      expect(await runsOf(_id)).toMatchObject([{ tries, status: tries < 3 ? 'retrying' : 'skipped' }])
      bank.clock.offsetMs += DAY_MS
    }
    expect((await noticesOf(ada)).map(([, , tries]) => tries)).toEqual([undefined, 1, 2, 3])
  })

  test.each<keyof LedgerProbe>(['afterLock', 'beforeCommit', 'afterCommit', 'beforeResponse'])(
    'a server that dies %s leaves all of it or nothing, and the next one pays the rest',
    async (point) => {
      const ada = await bank.person({ balanceCents: 500_00n })
      const { _id } = await scheduled(ada, form())
      const die = () => {
        throw new Error('died')
      }
      const steps = { afterLock() {}, beforeCommit() {}, afterCommit() {}, beforeResponse() {} }
      const dying = createLedger(bank.sql, { zone: bank.config.bankTimeZone, probe: { ...steps, [point]: die } })
      await expect(runDueScheduledPayments({ ...bank, ledger: dying })).rejects.toThrow('died')
      const done = point === 'afterCommit' || point === 'beforeResponse'
      expect([(await runsOf(_id)).length, (await transfersOf(ada)).length]).toEqual(done ? [1, 1] : [0, 0])
      expect([await run(), await run()]).toEqual([done ? 0 : 1, 0])
      expect([await runsOf(_id), await transfersOf(ada)]).toMatchObject([[{ status: 'sent', tries: 1 }], [{}]])
    },
  )

  test.each<keyof LedgerProbe>(['beforeCommit', 'afterCommit'])(
    'a server dies %s halfway through many: two others at once pay the rest, and nothing twice',
    async (point) => {
      const people = await Promise.all(Array.from({ length: 60 }, () => bank.person({ balanceCents: 500_00n })))
      const made = await Promise.all(people.map((person) => scheduled(person, form())))
      let commits = 0
      const die = () => {
        if (++commits >= 2) throw new Error('died')
      }
      const steps = { afterLock() {}, beforeCommit() {}, afterCommit() {}, beforeResponse() {} }
      const dying = createLedger(bank.sql, {
        zone: bank.config.bankTimeZone,
        maxBatch: 5,
        probe: { ...steps, [point]: die },
      })
      await expect(runDueScheduledPayments({ ...bank, ledger: dying })).rejects.toThrow('died')
      await Promise.all([run(), run()])
      for (const [index, person] of people.entries()) {
        expect(await runsOf(made[index]?._id ?? '')).toMatchObject([{ status: 'sent', tries: 1 }])
        expect(await transfersOf(person)).toHaveLength(1)
        expect(await person.balance()).toEqual({ availableCents: 400_00n, heldCents: 100_00n })
      }
      expect(await run()).toBe(0)
    },
  )

  /** A tick of one or two servers; their clocks jump in both directions between ticks, and may differ. */
  const ticks = fc.array(
    fc.record({
      days: fc.integer({ min: -20, max: 45 }),
      aheadHours: fc.constantFrom(null, 0, 1, 26),
      poor: fc.boolean(),
    }),
    { minLength: 1, maxLength: 7 },
  )

  test('whatever clocks, downtimes and balances do: one run per due day, none before its day, none left out', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('week', 'month'), ticks, async (every, steps) => {
        bank.clock.offsetMs = 0
        const ada = await bank.person({ balanceCents: 120_00n })
        const startOn = today()
        const { _id } = await scheduled(ada, form({ every }))
        let latest = startOn
        for (const { days, aheadHours, poor } of steps) {
          bank.clock.offsetMs += days * DAY_MS
          if (!poor) await bank.fund(ada.id, 300_00n)
          const ahead = () => new Date(bank.now().getTime() + (aheadHours ?? 0) * 3_600_000)
          await Promise.all([run(), aheadHours === null ? 0 : runDueScheduledPayments({ ...bank, now: ahead })])
          const seen = aheadHours === 26 ? inDays(2) : inDays(1)
          if (seen > latest) latest = seen
        }
        const runs = await runsOf(_id)
        const dues = dueDays({ startOn, every: every as 'week', until: null }, startOn, runs.length)
        expect(runs.map(({ due }) => due)).toEqual(dues)
        expect(dues.every((due) => due <= latest)).toBe(true)
        expect(await transfersOf(ada)).toHaveLength(runs.filter(({ status }) => status === 'sent').length)
        await ada.call('DELETE', `/orders/${_id}`)
        await bank.sql`update orders set status = 'ended', next_on = null, end_reason = 'by_owner', ended_at = ${bank.now()}
                       where id = ${_id} and status <> 'ended'`
        await bank.sql`update order_runs set status = 'skipped', try_on = null where order_id = ${_id} and try_on is not null`
      }),
      { numRuns: 12 },
    )
  })
})

test('many due scheduled payments are submitted fifty at a time, and a person’s own transfer does not wait for all of them', async () => {
  const ada = await bank.person({ balanceCents: 1_000_000_00n })
  await bank.owner`
    insert into orders (id, person_id, account_id, status, name, amount, party_name, party_account, party_bank, party_iban,
      party_swift, start_on, every, next_on, created_at)
    select gen_random_uuid(), ${ada.id}, ${ada.id}, 'active', 'x', 1_00, 'x', 'N' || n, 'x', '', '', ${today()}, 'once', ${today()}, ${bank.now()}
    from generate_series(1, 120) n`
  const ben = await bank.person({ balanceCents: 500_00n })
  const [firstRound, ownIsDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let [submitted, atOnce, most] = [0, 0, 0]
  const submit: typeof bank.ledger.submit = async (command) => {
    most = Math.max(most, ++atOnce)
    if (++submitted === 50) firstRound.resolve()
    if (submitted > 50) await ownIsDone.promise
    return bank.ledger.submit(command).finally(() => atOnce--)
  }
  const paying = runDueScheduledPayments({ ...bank, ledger: { ...bank.ledger, submit } })
  await firstRound.promise
  const own = await ben.call('POST', '/transfer', { body: form({ startOn: undefined, every: undefined }) })
  ownIsDone.resolve()
  expect([own.statusCode, await paying, most]).toEqual([201, 120, 50])
})
