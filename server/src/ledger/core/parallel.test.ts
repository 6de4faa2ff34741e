import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'
import { openPool, type Sql } from '../../platform/db/connection.ts'
import { createLedger, type Ledger } from '../ledger.ts'
import type { Command, Outcome } from '../types.ts'
import { commitBatch } from './commit-batch.ts'

/** Two servers on one database: each has its own connections, lanes and batches. */
const bank = useBank()
let pool: Sql
let servers: [Ledger, Ledger]
let commandFor: ReturnType<typeof commandsOf>
let admin: Person
beforeAll(async () => {
  pool = openPool(bank.connection, { max: 8, role: 'openteller_app' })
  servers = [bank.ledger, createLedger(pool, { zone: bank.config.bankTimeZone, maxBatch: 7 })]
  commandFor = commandsOf(bank)
  admin = await bank.person({ role: 'Admin' })
})
afterAll(() => pool.end())

/** Submits all commands at once, alternating between the servers. */
const fire = (commands: readonly Command[]): Promise<Outcome[]> =>
  Promise.all(commands.map((command, index) => servers[index % 2 === 0 ? 0 : 1].submit(command)))

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

function tally(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) {
    const word = (outcome.ok ? 'ok' : outcome.code) + (outcome.replayed ? ' again' : '')
    counts[word] = (counts[word] ?? 0) + 1
  }
  return counts
}

describe('concurrent commands through two servers', () => {
  test('of a hundred transfers of the whole balance one succeeds', async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    const outcomes = await fire(times(100, () => commandFor.transfer(person, 500_00n)))
    expect(tally(outcomes)).toEqual({ ok: 1, insufficient_balance: 99 })
    expect(await person.balance()).toEqual({ availableCents: 0n, heldCents: 500_00n })
  })

  test('of two hundred wrong PINs five are checked, and then the right one is refused', async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    const guesses = times(200, (i) => commandFor.transfer(person, 1n, { pin: String(2000 + i) }))
    expect(tally(await fire(guesses))).toEqual({ pin_incorrect: 5, pin_locked: 195 })
    expect(tally(await fire([commandFor.transfer(person, 1n)]))).toEqual({ pin_locked: 1 })
    expect(await person.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
  })

  test('of two hundred wrong codes five are checked', async () => {
    const code = { code: '12345', expiresAt: new Date(Date.now() + 3_600_000) }
    const person = await bank.person({ balanceCents: 500_00n, code })
    const guesses = times(200, (i) => commandFor.transfer(person, 1n, { code: String(20_000 + i) }))
    expect(tally(await fire(guesses))).toEqual({ code_incorrect: 5, code_locked: 195 })
    expect(tally(await fire([commandFor.transfer(person, 1n, { code: '12345' })]))).toEqual({ code_locked: 1 })
  })

  test('one key and one body have one effect and the same outcome for all', async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    const outcomes = await fire(times(60, () => commandFor.transfer(person, 10_00n, { key: 'rent' })))
    expect(tally(outcomes)).toEqual({ ok: 1, 'ok again': 59 })
    expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.transaction.id)).size).toBe(1)
    expect(await person.balance()).toEqual({ availableCents: 490_00n, heldCents: 10_00n })
  })

  test('one administrator’s key for two people funds one and is refused for the other', async () => {
    for (const round of times(20, (i) => i)) {
      const [one, other] = [await bank.person(), await bank.person()]
      const outcomes = await fire(
        [one, other].map((person) => commandFor.adjust('fund', admin, person, 5_00n, { key: `k${round}` })),
      )
      expect(tally(outcomes)).toEqual({ ok: 1, idempotency_key_reused: 1 })
      expect((await one.balance()).availableCents + (await other.balance()).availableCents).toBe(5_00n)
    }
  })

  test('one receipt is accepted for one of twenty concurrent deposits', async () => {
    const person = await bank.person()
    const receiptId = await commandFor.receipt(person)
    const outcomes = await fire(times(20, () => commandFor.deposit(person, 75_00n, receiptId)))
    expect(tally(outcomes)).toEqual({ ok: 1, receipt_used: 19 })
  })

  test('approving and declining the same transfer makes one decision', async () => {
    const person = await bank.person({ balanceCents: 100_00n })
    const [submitted] = await fire([commandFor.transfer(person, 60_00n)])
    const id = submitted?.ok ? submitted.transaction.id : ''
    const outcomes = await fire(
      times(40, (i) => (i % 3 ? commandFor.approve(admin, id) : commandFor.decline(admin, id))),
    )
    expect(outcomes.filter(({ ok }) => ok).length).toBeOneOf([14, 26])
    expect(tally(outcomes).already_decided).toBeOneOf([14, 26])
    expect((await person.balance()).availableCents).toBeOneOf([40_00n, 100_00n])
    const entries = await bank.sql`select 1 from audit where before ->> 'transactionId' = ${id}`
    expect(entries.length).toBe(1)
  })

  test('circular transfers keep the total and do not deadlock', async () => {
    const people = await Promise.all(times(6, () => bank.person({ balanceCents: 1_000_00n })))
    const numbers = await Promise.all(people.map((person) => person.accountNumber()))
    const transfers = times(120, (i) => {
      const sender = people[i % 6] as Person
      return commandFor.transfer(sender, 7_00n, { to: { accountNumber: numbers[(i * 5 + 1 + (i % 6)) % 6] ?? '' } })
    })
    const submitted = await fire(transfers)
    const sent = submitted.flatMap((outcome) => (outcome.ok ? outcome.transaction.id : []))
    expect(sent.length).toBeGreaterThan(80)
    const decided = await fire(
      sent.map((id, i) => (i % 4 === 0 ? commandFor.decline(admin, id) : commandFor.approve(admin, id))),
    )
    expect(decided.every(({ ok }) => ok)).toBe(true)
    const balances = await Promise.all(people.map((person) => person.balance()))
    expect(balances.reduce((sum, { availableCents }) => sum + availableCents, 0n)).toBe(6_000_00n)
    expect(balances.every(({ heldCents }) => heldCents === 0n)).toBe(true)
  })
})

test('one batch, many batches and both servers at once lead to the same balances', async () => {
  // Commands that are accepted in any order, so the order can't change the result.
  const script = (people: Person[]): Command[] =>
    times(90, (i) => {
      const person = people[i % people.length] as Person
      if (i % 3 === 0) return commandFor.transfer(person, BigInt(i + 1))
      return commandFor.adjust(i % 3 === 1 ? 'fund' : 'debit', admin, person, BigInt(i + 1))
    })
  const oneBatch = createLedger(bank.sql, { zone: 'UTC', lanes: 1 })
  const ways: ((commands: Command[]) => Promise<Outcome[]>)[] = [
    (commands) => Promise.all(commands.map((command) => oneBatch.submit(command))),
    async (commands) => {
      const outcomes: Outcome[] = []
      for (const command of commands) outcomes.push(await servers[0].submit(command))
      return outcomes
    },
    fire,
  ]
  const sums = []
  for (const run of ways) {
    const people = await Promise.all(times(4, () => bank.person({ balanceCents: 1_000_00n })))
    expect((await run(script(people))).every(({ ok }) => ok)).toBe(true)
    sums.push(await Promise.all(people.map((person) => person.balance())))
  }
  expect(sums[1]).toEqual(sums[0])
  expect(sums[2]).toEqual(sums[0])
})

describe('a batch with failing commands', () => {
  test('a command that hits a bug fails alone', async () => {
    const person = await bank.person({ balanceCents: 100_00n })
    const good = () => commandFor.transfer(person, 1_00n)
    const first = good()
    // One has an id that is taken, which only a bug can cause; the other can't be stored.
    const sameId = { ...good(), id: first.id }
    const unstorable = { ...good(), counterparty: { ...good().counterparty, name: 'a\0b' } }
    const results = await Promise.allSettled(
      [first, sameId, good(), unstorable, good()].map((command) => bank.ledger.submit(command)),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'])
    expect(await person.balance()).toEqual({ availableCents: 97_00n, heldCents: 3_00n })
  })
})

describe('PostgreSQL aborts a transaction', () => {
  test('retries after a deadlock and counts once', async () => {
    const people = await Promise.all(times(2, () => bank.person({ balanceCents: 100_00n })))
    const [first, last] = people.map(({ id }) => id).sort()
    const transfers = people.map((person) => commandFor.transfer(person, 1_00n))
    let outcomes: Promise<Outcome[]> | undefined
    // Locks in the opposite order with a long deadlock_timeout, so PostgreSQL aborts the ledger's transaction.
    await bank.owner.begin(async (tx) => {
      await tx`set local deadlock_timeout = '20s'`
      await tx`select 1 from accounts where id = ${last as string} for update`
      outcomes = commitBatch(bank.sql, 'UTC', transfers)
      await waitUntilBlocked(bank.owner)
      await tx`select 1 from accounts where id = ${first as string} for update`
    })
    expect(tally((await outcomes) ?? [])).toEqual({ ok: 2 })
    for (const person of people) expect(await person.balance()).toEqual({ availableCents: 99_00n, heldCents: 1_00n })
  })

  test('retries after serialization failures where serializable is the default', async () => {
    await bank.owner.unsafe(
      `alter database ${bank.connection.database} set default_transaction_isolation = 'serializable'`,
    )
    const strict = openPool(bank.connection, { max: 4, role: 'openteller_app' })
    const ledger = createLedger(strict, { zone: 'UTC', lanes: 2, maxBatch: 5 })
    const person = await bank.person({ balanceCents: 100_00n })
    const outcomes = await Promise.all(times(30, () => ledger.submit(commandFor.transfer(person, 1_00n))))
    await strict.end()
    await bank.owner.unsafe(`alter database ${bank.connection.database} reset default_transaction_isolation`)
    expect(tally(outcomes)).toEqual({ ok: 30 })
    expect(await person.balance()).toEqual({ availableCents: 70_00n, heldCents: 30_00n })
  })
})
