import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { databaseFingerprint, fieldError, refusalOf, tally, transferForm } from '../../../test/money.ts'
import { MAX_BALANCE_CENTS } from '../../ledger/account.ts'

const bank = useBank()
let ask: ReturnType<typeof commandsOf>
let admin: Person
beforeAll(async () => {
  ask = commandsOf(bank)
  admin = await bank.person({ role: 'Admin' })
})

async function saver(balanceCents = 500_00n) {
  const person = await bank.person({ balanceCents })
  return { ...person, savings: await openSavings(person) }
}
const openSavings = async (by: Person, name = 'Holidays'): Promise<string> =>
  (await by.call('POST', '/accounts', { body: { name } })).json()._id

const move = (by: Person, from: string, to: string, amount: number, key?: string) =>
  by.call('POST', '/accounts/move', {
    body: { from, to, amount },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
const balancesOf = async (ownerId: string) => {
  const rows = await bank.sql<{ balance: bigint; held: bigint }[]>`
    select balance, held from accounts where owner_id = ${ownerId} order by kind, id`
  return rows.map(({ balance }) => balance)
}
const monthsOf = (ownerId: string) => bank.sql`
  select sum(deposits)::bigint as deposits, sum(transfers)::bigint as transfers
  from account_months m join accounts a on a.id = m.account_id where a.owner_id = ${ownerId}`

describe('a move', () => {
  test('is Completed at once, with both postings in one entry and one live update', async () => {
    const ada = await saver()
    const response = await move(ada, ada.id, ada.savings, 120.5)
    expect(response.statusCode).toBe(201)
    const sent = response.json()
    expect(sent).toMatchObject({ type: 'Transfer', method: 'move', status: 'Completed', amount: -120.5 })
    expect(sent).not.toHaveProperty('accountId')
    expect(sent.bookedAt).toBe(sent.createdAt)
    expect(await balancesOf(ada.id)).toEqual([379_50n, 120_50n])
    const [received] = (await ada.call('GET', `/transactions?accountId=${ada.savings}`)).json()
    expect(received).toMatchObject({
      type: 'Deposit',
      method: 'move',
      status: 'Completed',
      amount: 120.5,
      accountId: ada.savings,
      counterparty: { accountName: ada.fullName, accountNumber: await ada.accountNumber() },
    })
    const both = { entry_id: sent._id, contra: 'customer_funds' }
    expect(
      await bank.sql`select account_id, transaction_id, entry_id, contra, amount, balance_after
                     from postings where entry_id = ${sent._id} order by amount`,
    ).toEqual([
      { ...both, account_id: ada.id, transaction_id: sent._id, amount: -120_50n, balance_after: 379_50n },
      { ...both, account_id: ada.savings, transaction_id: received._id, amount: 120_50n, balance_after: 120_50n },
    ])
    expect(await bank.sql`select data from outbox where person_id = ${ada.id} and kind = 'money.moved'`).toEqual([
      { data: { transactionId: sent._id, receivedId: received._id } },
    ])
  })

  test('goes back as well, and between two savings accounts', async () => {
    const ada = await saver()
    const second = await openSavings(ada, 'Car')
    for (const [from, to, amount] of [
      [ada.id, ada.savings, 100],
      [ada.savings, second, 60],
      [second, ada.id, 10],
    ] as const)
      expect((await move(ada, from, to, amount)).statusCode).toBe(201)
    expect(await balancesOf(ada.id)).toEqual([410_00n, 40_00n, 50_00n])
  })

  test('is neither income nor spending, nor a payee', async () => {
    const ada = await saver()
    const before = await monthsOf(ada.id)
    await move(ada, ada.id, ada.savings, 100)
    await move(ada, ada.savings, ada.id, 30)
    expect(await monthsOf(ada.id)).toEqual(before)
    const { stats } = (await ada.call('GET', '/users')).json()
    expect(stats.currentMonth).toEqual({ deposits: 500, transfers: 0 })
    expect((await ada.call('GET', '/users/payees')).json()).toEqual([])
  })

  test('is repeated with the same key, and a refusal too', async () => {
    const ada = await saver(100_00n)
    const key = newId()
    const [first, again] = [
      await move(ada, ada.id, ada.savings, 60, key),
      await move(ada, ada.id, ada.savings, 60, key),
    ]
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await balancesOf(ada.id)).toEqual([40_00n, 60_00n])
    expect(refusalOf(await move(ada, ada.id, ada.savings, 61, key))).toMatchObject({ code: 'idempotency_key_reused' })
    const poor = newId()
    expect(refusalOf(await move(ada, ada.id, ada.savings, 41, poor))).toMatchObject({ code: 'insufficient_balance' })
    await bank.fund(ada.id, 100_00n)
    expect(refusalOf(await move(ada, ada.id, ada.savings, 41, poor))).toMatchObject({ code: 'insufficient_balance' })
    expect(await balancesOf(ada.id)).toEqual([140_00n, 60_00n])
  })

  test('is refused beyond the available balance, and beyond what an account can hold', async () => {
    const ada = await saver(100_00n)
    expect((await ada.call('POST', '/transfer', { body: transferForm({ amount: 70 }) })).statusCode).toBe(201)
    expect(refusalOf(await move(ada, ada.id, ada.savings, 30.01))).toMatchObject({
      status: 409,
      code: 'insufficient_balance',
    })
    expect((await move(ada, ada.id, ada.savings, 30)).statusCode).toBe(201)
    await bank.fund(ada.id, MAX_BALANCE_CENTS - 30_00n, bank.now(), ada.savings)
    await bank.fund(ada.id, 1n)
    expect(refusalOf(await move(ada, ada.id, ada.savings, 0.01))).toMatchObject({ status: 409, code: 'balance_limit' })
    expect(await balancesOf(ada.id)).toEqual([70_01n, MAX_BALANCE_CENTS])
  })

  test('needs another account and an amount like any other', async () => {
    const ada = await saver()
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await move(ada, ada.id, ada.id, 1))).toEqual(fieldError('to', 'Choose another account.'))
    for (const amount of [0, -1, 0.001, 1e10, 1e300])
      expect((await move(ada, ada.id, ada.savings, amount)).statusCode).toBe(400)
    expect((await move(ada, ada.id.toUpperCase(), ada.id, 1)).statusCode).toBe(400)
    for (const id of ['', 'main', '../', `${ada.id}0`])
      expect((await move(ada, id, ada.savings, 1)).statusCode).toBe(400)
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('does not go into or out of a closed savings account', async () => {
    const ada = await saver()
    await ada.call('POST', `/accounts/${ada.savings}/close`)
    for (const [from, to] of [
      [ada.id, ada.savings],
      [ada.savings, ada.id],
    ] as const)
      expect(refusalOf(await move(ada, from, to, 1))).toMatchObject({ status: 403, code: 'account_closed' })
    const pending = await bank.person({ status: 'Pending', balanceCents: 5_00n })
    expect(refusalOf(await move(pending, pending.id, newId(), 1))).toMatchObject({ status: 404 })
  })

  test('is reversed by staff on both accounts in one entry, and stays no income', async () => {
    const ada = await saver(100_00n)
    const before = await monthsOf(ada.id)
    const { _id } = (await move(ada, ada.id, ada.savings, 60)).json()
    const body = { transactionId: _id, reason: 'By mistake' }
    expect((await admin.call('POST', '/admin/reverse', { body })).statusCode).toBe(201)
    expect(refusalOf(await admin.call('POST', '/admin/reverse', { body }))).toMatchObject({ code: 'already_reversed' })
    expect(await balancesOf(ada.id)).toEqual([100_00n, 0n])
    expect(await monthsOf(ada.id)).toEqual(before)
  })
})

describe('two clients at once', () => {
  test('of fifty moves of the whole balance one succeeds', async () => {
    const ada = await saver(100_00n)
    const responses = await Promise.all(Array.from({ length: 50 }, () => move(ada, ada.id, ada.savings, 100)))
    expect(tally(responses)).toEqual({ 201: 1, '409 insufficient_balance': 49 })
    expect(await balancesOf(ada.id)).toEqual([0n, 100_00n])
  })

  test('with one key move once', async () => {
    const ada = await saver(100_00n)
    const key = newId()
    const responses = await Promise.all(Array.from({ length: 20 }, () => move(ada, ada.id, ada.savings, 10, key)))
    expect(new Set(responses.map((response) => response.json()._id)).size).toBe(1)
    expect(await balancesOf(ada.id)).toEqual([90_00n, 10_00n])
  })

  test('a move and closing its account exclude each other', async () => {
    const outcomes = new Set<string>()
    for (let i = 0; i < 12; i++) {
      const ada = await saver(10_00n)
      const closing = () => ada.call('POST', `/accounts/${ada.savings}/close`)
      const moving = () => move(ada, ada.id, ada.savings, 10)
      const [first, second] = i % 2 === 0 ? [closing, moving] : [moving, closing]
      const responses = await Promise.all([first(), second()])
      const statuses = (i % 2 === 0 ? responses : responses.reverse()).map(({ statusCode }) => statusCode)
      expect([
        [200, 403],
        [409, 201],
      ]).toContainEqual(statuses)
      outcomes.add(statuses.join())
      expect(await balancesOf(ada.id)).toEqual(statuses[0] === 200 ? [10_00n, 0n] : [0n, 10_00n])
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })

  test('two people who move and pay each other into savings don’t deadlock', async () => {
    const [ada, ben] = [await saver(), await saver()]
    const [{ number }] = (await bank.sql`select number from accounts where id = ${ben.savings}`) as unknown as [
      { number: string },
    ]
    const [{ number: back }] = (await bank.sql`select number from accounts where id = ${ada.savings}`) as unknown as [
      { number: string },
    ]
    const rounds = Array.from({ length: 15 }, async (_, i) => {
      const [by, to] = i % 2 === 0 ? [ada, number] : [ben, back]
      const sent = await by.call('POST', '/transfer', { body: transferForm({ accountNumber: to, amount: 2 }) })
      const approve = admin.call('POST', '/deposit/approve', { body: { transactionId: sent.json()._id } })
      return Promise.all([approve, move(by, by.id, by.savings, 3), move(by, by.savings, by.id, 1)])
    })
    for (const responses of await Promise.all(rounds))
      for (const { statusCode } of responses) expect([200, 201, 409]).toContain(statusCode)
    const all = [...(await balancesOf(ada.id)), ...(await balancesOf(ben.id))]
    expect(all.reduce((sum, cents) => sum + cents, 0n)).toBe(1000_00n)
  })
})

describe('whatever is moved', () => {
  const place = fc.integer({ min: 0, max: 5 })
  const anyMove = fc.record({
    by: fc.nat(1),
    from: place,
    to: place,
    cents: fc.bigInt(1n, 400_00n),
    again: fc.boolean(),
  })

  test('the money of each person stays the same, and only own accounts change', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyMove, { minLength: 1, maxLength: 25 }), async (script) => {
        const people = [await saver(300_00n), await saver(200_00n)]
        const seconds = [await openSavings(people[0] as Person), await openSavings(people[1] as Person)]
        const ids = people.flatMap(({ id, savings }, i) => [id, savings, seconds[i] ?? ''])
        const ownerOf = (index: number) => Math.floor(index / 3)
        const outcomes = await Promise.all(
          script.map(async ({ by, from, to, cents, again }, line) => {
            const person = people[by] as Person
            const command = () => ask.move(person, ids[from] ?? '', ids[to] ?? '', cents, { key: `line ${line}` })
            const outcome = await bank.ledger.submit(command())
            if (again) expect({ ...(await bank.ledger.submit(command())), replayed: false }).toMatchObject(outcome)
            return outcome
          }),
        )
        script.forEach(({ by, from, to }, line) => {
          const outcome = outcomes[line]
          if (ownerOf(from) !== by || ownerOf(to) !== by) expect(outcome).toMatchObject({ code: 'not_found' })
          else if (from === to) expect(outcome).toMatchObject({ code: 'same_account' })
          else if (!outcome?.ok) expect(outcome).toMatchObject({ code: 'insufficient_balance' })
        })
        const expected = new Map(ids.map((id, i) => [id, [300_00n, 0n, 0n, 200_00n, 0n, 0n][i] ?? 0n]))
        script.forEach(({ from, to, cents }, line) => {
          if (!outcomes[line]?.ok) return
          expected.set(ids[from] ?? '', (expected.get(ids[from] ?? '') ?? 0n) - cents)
          expected.set(ids[to] ?? '', (expected.get(ids[to] ?? '') ?? 0n) + cents)
        })
        const rows = await bank.sql<{ id: string; balance: bigint }[]>`
          select id, balance from accounts where id = any(${ids}::uuid[])`
        for (const { id, balance } of rows) expect(balance).toBe(expected.get(id))
        const sum = async (ownerId: string) => (await balancesOf(ownerId)).reduce((total, cents) => total + cents, 0n)
        expect([await sum(people[0]?.id ?? ''), await sum(people[1]?.id ?? '')]).toEqual([300_00n, 200_00n])
      }),
      { numRuns: 12 },
    )
  })
})
