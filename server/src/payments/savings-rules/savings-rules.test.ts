import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dayOf, startOfDay } from '#contract/bank-day.ts'
import { addDays } from '#contract/payments/scheduled-payment-calendar.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { databaseFingerprint, fieldError, refusalOf } from '../../../test/money.ts'
import { runSavingsRules } from '../../ledger/run-savings-rules.ts'
import { firstEvery } from '../../ledger/savings-rules.ts'
import type { Command } from '../../ledger/types.ts'

const ZONE = 'Europe/Zurich'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const bank = useBank({ config: { bankTimeZone: ZONE } })
/** Noon in a month in which the clock of the bank’s zone doesn't change, so that a day is 24 hours. */
const NOON = startOfDay('2027-01-15', ZONE).getTime() + 12 * HOUR_MS
beforeEach(() => {
  bank.clock.stop()
  bank.clock.offsetMs += NOON - bank.now().getTime()
})
afterEach(async () => {
  bank.clock.serverSkewMs = 0
  await bank.owner`delete from savings_rules`
})

type Saver = Person & { savings: string }
async function saver(balanceCents = 500_00n): Promise<Saver> {
  const person = await bank.person({ balanceCents })
  return { ...person, savings: await openSavings(person) }
}
const openSavings = async (by: Person, name = 'Holidays'): Promise<string> =>
  (await by.call('POST', '/accounts', { body: { name } })).json()._id
const rulesOf = async (by: Person, account: string) => (await by.call('GET', `/accounts/${account}/rules`)).json()
const setRules = (by: Person, account: string, body: unknown) => by.call('PUT', `/accounts/${account}/rules`, { body })
async function rounding(balanceCents?: bigint): Promise<Saver> {
  const ada = await saver(balanceCents)
  expect((await setRules(ada, ada.savings, { roundUp: true })).statusCode).toBe(200)
  return ada
}

/** The payment is completed at once, as if by staff. */
async function pay(by: Person, amountCents: bigint, { to = '40440', at = bank.now(), accountId = by.id } = {}) {
  const actor = { kind: 'system', job: 'import_history', personId: by.id } as const
  const context = { actor, at, requestId: 'test', idempotency: null }
  const transfer = {
    ...commandsOf(bank).transfer(by, amountCents, { to: { accountNumber: to }, accountId }),
    ...context,
  }
  const approve = {
    kind: 'approve',
    transactionId: transfer.id,
    fresh: true,
    confirm: false,
    ...newIds(),
    ...context,
  } as const
  for (const command of [transfer, approve] satisfies Command[])
    expect(await bank.ledger.submit(command)).toMatchObject({ ok: true })
  return transfer.id
}
const newIds = () => ({ auditId: newId(), receivingId: newId(), receivingAuditId: newId() })

const run = () => runSavingsRules(bank.sql, bank.ledger, bank.now())
function passDays(days: number) {
  bank.clock.offsetMs += days * DAY_MS
  return run()
}
const today = () => dayOf(bank.now(), ZONE)
const savedIn = async (account: string) => {
  const [row] = await bank.sql<{ balance: bigint }[]>`select balance from accounts where id = ${account}`
  return row?.balance
}
/** Sessions end while days pass. */
const runsOf = (account: string) => bank.sql<{ kind: string; due_on: string; amount: bigint; reason: string | null }[]>`
  select kind, due_on, amount, reason from savings_runs where account_id = ${account} order by at, due_on, kind`
const noticesOf = ({ id }: Person) =>
  bank.sql`select 1 from outbox where person_id = ${id} and kind = 'savings.skipped'`

describe('the rules of a savings account', () => {
  test('are replaced as a whole, and read', async () => {
    const ada = await saver()
    expect(await rulesOf(ada, ada.savings)).toEqual({ roundUp: false })
    for (const body of [{ roundUp: true, every: { amount: 12.5, day: 28 } }, { roundUp: true }, { roundUp: false }]) {
      const response = await setRules(ada, ada.savings, body)
      expect([response.statusCode, response.json()]).toEqual([200, body])
      expect(await rulesOf(ada, ada.savings)).toEqual(body)
    }
    expect(await bank.sql`select 1 from savings_rules where account_id = ${ada.savings}`).toEqual([])
  })

  test('are refused for what is not an own open savings account, or is no rule', async () => {
    const [ada, ben] = [await saver(), await saver()]
    const closed = await openSavings(ada, 'Old')
    await ada.call('POST', `/accounts/${closed}/close`)
    const frozen = await saver()
    await bank.sql`update people set status = 'Frozen' where id = ${frozen.id}`
    const before = await databaseFingerprint(bank, ['sessions'])
    const rules = { roundUp: true, every: { amount: 10, day: 3 } }
    expect(refusalOf(await setRules(ada, ben.savings, rules))).toMatchObject({ status: 404, code: 'not_found' })
    expect(refusalOf(await ada.call('GET', `/accounts/${ben.savings}/rules`))).toMatchObject({ status: 404 })
    expect(refusalOf(await ada.call('GET', `/accounts/${ben.savings}/rules/runs`))).toMatchObject({ status: 404 })
    expect(refusalOf(await setRules(ada, ada.id, rules))).toMatchObject({ status: 409, code: 'not_savings' })
    expect(refusalOf(await setRules(ada, closed, rules))).toMatchObject({ status: 403, code: 'account_closed' })
    expect(refusalOf(await setRules(frozen, frozen.savings, rules))).toMatchObject({ code: 'account_frozen' })
    const every = (changed: object) => ({ roundUp: false, every: { amount: 10, day: 3, ...changed } })
    for (const day of [0, 29, 1.5, '3', null])
      expect(refusalOf(await setRules(ada, ada.savings, every({ day })))).toEqual(
        fieldError('every.day', 'Choose a day from 1 to 28.'),
      )
    for (const body of [{}, { every: { amount: 1, day: 1 } }, { roundUp: 'yes' }, { roundUp: true, more: 1 }])
      expect((await setRules(ada, ada.savings, body)).statusCode).toBe(400)
    for (const amount of [0, -5, 0.001, 1e10])
      expect((await setRules(ada, ada.savings, every({ amount }))).statusCode).toBe(400)
    expect(await databaseFingerprint(bank, ['sessions'])).toEqual(before)
  })

  test('end when the account is closed', async () => {
    const ada = await rounding()
    await ada.call('POST', `/accounts/${ada.savings}/close`)
    expect(await rulesOf(ada, ada.savings)).toEqual({ roundUp: false })
    await pay(ada, 3_40n)
    expect(await passDays(1)).toBe(0)
  })
})

describe('round-ups', () => {
  test('of a day are moved by one move after its end', async () => {
    const ada = await rounding()
    for (const cents of [3_40n, 12_99n, 5_00n, 1n]) await pay(ada, cents)
    const day = today()
    expect(await run()).toBe(0)
    expect(await passDays(1)).toBe(1)
    expect(await savedIn(ada.savings)).toBe(60n + 1n + 99n)
    expect(await runsOf(ada.savings)).toEqual([{ kind: 'round_up', due_on: day, amount: 160n, reason: null }])
    const moves = await bank.sql`
      select amount, method, status, decided_by from transactions where account_id = ${ada.id} and method = 'move'`
    expect(moves).toEqual([{ amount: -160n, method: 'move', status: 'Completed', decided_by: null }])
    expect([await run(), await passDays(1), await passDays(5)]).toEqual([0, 0, 0])
  })

  test('are listed with their move', async () => {
    const ada = await rounding()
    await pay(ada, 3_40n)
    const day = today()
    expect(await passDays(1)).toBe(1)
    bank.clock.offsetMs -= DAY_MS
    const [listed, ...others] = (await ada.call('GET', `/accounts/${ada.savings}/rules/runs`)).json()
    expect(others).toEqual([])
    const { transactionId } = listed
    expect(listed).toEqual({ rule: 'roundUp', day, amount: 0.6, status: 'moved', transactionId })
    expect((await ada.call('GET', `/transactions/${transactionId}`)).json()).toMatchObject({
      amount: -0.6,
      method: 'move',
    })
  })

  test('count payments to others that are completed from then on, and did not come back', async () => {
    const ada = await saver()
    const [ben, admin] = [await bank.person(), await bank.person({ role: 'Admin' })]
    const { move, transfer, adjust, reverse } = commandsOf(bank)
    const submit = async (command: Command) => expect(await bank.ledger.submit(command)).toMatchObject({ ok: true })
    const ownNumber = (await ada.call('GET', '/accounts')).json()[1].number
    await pay(ada, 1_10n)
    await setRules(ada, ada.savings, { roundUp: true })
    await submit(move(ada, ada.id, ada.savings, 7_30n))
    await submit(transfer(ada, 2_20n))
    await submit(adjust('debit', admin, ada, 3_30n))
    await pay(ada, 4_25n, { to: ownNumber })
    await submit(reverse(admin, await pay(ada, 5_50n)))
    await submit(move(ada, ada.savings, ada.id, 1_00n))
    const counted = await pay(ada, 6_75n, { to: await ben.accountNumber() })
    await passDays(1)
    expect((await runsOf(ada.savings)).map(({ amount }) => amount)).toEqual([25n])
    // What comes back later stays saved.
    bank.clock.offsetMs -= DAY_MS
    await submit(reverse(admin, counted))
    expect(await passDays(2)).toBe(0)
    expect(await savedIn(ada.savings)).toBe(7_30n + 4_25n - 1_00n + 25n)
  })

  test('of several days without a server are moved for each day', async () => {
    const ada = await rounding()
    const day = today()
    await pay(ada, 3_40n)
    bank.clock.offsetMs += DAY_MS
    await pay(ada, 1_50n)
    bank.clock.offsetMs += 2 * DAY_MS
    await pay(ada, 1_75n)
    expect(await passDays(9)).toBe(3)
    expect((await runsOf(ada.savings)).map(({ due_on, amount }) => [due_on, amount])).toEqual([
      [day, 60n],
      [addDays(day, 1), 50n],
      [addDays(day, 3), 25n],
    ])
  })

  test('without enough money are skipped as a whole, and told once', async () => {
    const ada = await rounding(10_00n)
    await pay(ada, 9_90n)
    expect(await passDays(1)).toBe(1)
    await bank.fund(ada.id, 1_01n)
    await pay(ada, 51n)
    const actor = { kind: 'system', job: 'import_pending', personId: ada.id } as const
    // Two of the 50 cents are held.
    expect(await bank.ledger.submit({ ...commandsOf(bank).transfer(ada, 2n), actor })).toMatchObject({ ok: true })
    expect([await passDays(1), await passDays(1)]).toEqual([0, 0])
    expect((await runsOf(ada.savings)).map(({ amount, reason }) => [amount, reason])).toEqual([
      [10n, null],
      [49n, 'insufficient_balance'],
    ])
    expect(await noticesOf(ada)).toHaveLength(1)
  })
  test('of a person who is frozen move nothing, and are not made up', async () => {
    const ada = await rounding()
    await pay(ada, 3_40n)
    await bank.sql`update people set status = 'Frozen' where id = ${ada.id}`
    expect(await passDays(1)).toBe(0)
    await bank.sql`update people set status = 'Active' where id = ${ada.id}`
    expect(await passDays(1)).toBe(0)
    expect((await runsOf(ada.savings)).map(({ reason }) => reason)).toEqual(['account_frozen'])
    expect(await noticesOf(ada)).toHaveLength(0)
  })

  test('go to one account: the last that turned them on, with what waits; turned off, nothing is moved', async () => {
    const ada = await rounding()
    const second = await openSavings(ada, 'Car')
    await pay(ada, 3_40n)
    await setRules(ada, second, { roundUp: true, every: { amount: 5, day: 20 } })
    expect(await rulesOf(ada, ada.savings)).toEqual({ roundUp: false })
    await passDays(1)
    expect([await savedIn(ada.savings), await savedIn(second)]).toEqual([0n, 60n])
    bank.clock.offsetMs -= DAY_MS
    await setRules(ada, ada.savings, { roundUp: true })
    expect(await rulesOf(ada, second)).toEqual({ roundUp: false, every: { amount: 5, day: 20 } })
    await pay(ada, 2_60n)
    await setRules(ada, ada.savings, { roundUp: false })
    expect(await passDays(1)).toBe(0)
  })
})

describe('each day once', () => {
  test('with ten servers at once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => rounding()))
    for (const ada of people) {
      await pay(ada, 3_40n)
      await setRules(ada, ada.savings, { roundUp: true, every: { amount: 20, day: 16 } })
    }
    bank.clock.offsetMs += DAY_MS
    const moved = await Promise.all(Array.from({ length: 10 }, run))
    expect(moved.reduce((sum, count) => sum + count, 0)).toBe(12)
    for (const ada of people) expect(await savedIn(ada.savings)).toBe(20_60n)
  })

  test('when a server writes late, or its clock is ahead', async () => {
    const ada = await rounding()
    await pay(ada, 3_40n)
    const late = new Date(bank.now().getTime() + 11 * HOUR_MS)
    bank.clock.serverSkewMs = 3 * DAY_MS
    await pay(ada, 1_50n)
    bank.clock.serverSkewMs = 0
    await passDays(1)
    // Booked yesterday, committed after yesterday was rounded up: it counts today.
    await pay(ada, 2_80n, { at: late })
    await passDays(1)
    await passDays(5)
    expect((await runsOf(ada.savings)).map(({ amount }) => amount)).toEqual([60n, 70n])
    expect(await savedIn(ada.savings)).toBe(1_30n)
  })

  test('when the move can’t be committed, nothing of it is kept', async () => {
    const ada = await rounding()
    await pay(ada, 3_40n)
    await bank.owner.unsafe(`
      create function refuse_run() returns trigger language plpgsql as 'begin raise exception ''crash''; end';
      create trigger crash before insert on savings_runs for each row execute function refuse_run()`)
    await expect(passDays(1)).rejects.toThrow('crash')
    expect(await savedIn(ada.savings)).toBe(0n)
    await bank.owner.unsafe('drop trigger crash on savings_runs; drop function refuse_run()')
    expect([await run(), await run()]).toEqual([1, 0])
    expect(await savedIn(ada.savings)).toBe(60n)
  })
})

test('a person whose rules can’t be run does not keep others from saving', async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => rounding()))
  for (const ada of people) {
    await pay(ada, 3_40n)
    await setRules(ada, ada.savings, { roundUp: true, every: { amount: 20, day: 16 } })
  }
  const [broken, ...others] = people as [Saver, ...Saver[]]
  await bank.owner.unsafe(`
    alter table savings_runs add constraint broken check (person_id <> '${broken.id}') not valid`)
  await expect(passDays(1)).rejects.toThrow(/broken/)
  expect(await Promise.all(others.map(({ savings }) => savedIn(savings)))).toEqual([20_60n, 20_60n])
  expect([await savedIn(broken.savings), await runsOf(broken.savings)]).toEqual([0n, []])
  await expect(run()).rejects.toThrow(/broken/)
  await bank.owner`alter table savings_runs drop constraint broken`
  expect([await run(), await run()]).toEqual([2, 0])
  expect(await Promise.all(people.map(({ savings }) => savedIn(savings)))).toEqual([20_60n, 20_60n, 20_60n])
})

describe('a monthly amount', () => {
  test('is moved on its day, today included, and once per month whatever changes', async () => {
    const ada = await saver()
    await setRules(ada, ada.savings, { roundUp: false, every: { amount: 10, day: 15 } })
    expect([await run(), await run()]).toEqual([1, 0])
    await setRules(ada, ada.savings, { roundUp: false })
    await setRules(ada, ada.savings, { roundUp: false, every: { amount: 20, day: 16 } })
    expect(await passDays(1)).toBe(0)
    bank.clock.offsetMs -= DAY_MS
    // 2027-02-16 and 2027-03-16, while no server ran.
    expect(await passDays(70)).toBe(2)
    expect((await runsOf(ada.savings)).map(({ due_on, amount }) => [due_on, amount])).toEqual([
      ['2027-01-15', 10_00n],
      ['2027-02-16', 20_00n],
      ['2027-03-16', 20_00n],
    ])
  })

  test('without enough money is skipped and told, and is tried again a month later', async () => {
    const ada = await saver(9_99n)
    await setRules(ada, ada.savings, { roundUp: false, every: { amount: 10, day: 16 } })
    expect(await passDays(1)).toBe(0)
    await bank.fund(ada.id, 50_00n)
    expect([await run(), await noticesOf(ada)]).toEqual([0, [expect.anything()]])
    expect(await passDays(31)).toBe(1)
    expect(await savedIn(ada.savings)).toBe(10_00n)
  })

  test('keeps its day when another rule changes', async () => {
    const ada = await saver()
    await setRules(ada, ada.savings, { roundUp: false, every: { amount: 10, day: 14 } })
    expect(await run()).toBe(0)
    await setRules(ada, ada.savings, { roundUp: true, every: { amount: 11, day: 14 } })
    expect(await passDays(30)).toBe(1)
    expect(await runsOf(ada.savings)).toMatchObject([{ due_on: '2027-02-14', amount: 11_00n }])
  })

  test.each([
    [15, '2027-01-15', null, '2027-01-15'],
    [14, '2027-01-15', null, '2027-02-14'],
    [28, '2027-01-15', '2027-01-03', '2027-02-28'],
    [1, '2027-12-31', '2027-12-31', '2028-01-01'],
    [5, '2027-01-15', '2027-03-01', '2027-04-05'],
  ])('on day %i, set on %s after %s, is first due on %s', (day, on, lastOn, expected) => {
    expect(firstEvery(day, on, lastOn)).toBe(expected)
  })
})
