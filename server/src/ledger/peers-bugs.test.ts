import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../test/bank.ts'
import { commandsOf } from '../../test/commands.ts'
import { APPLICATION_ROLE, openPool, type Sql } from '../platform/db/connection.ts'
import type { LedgerProbe } from './core/steps.ts'
import { createLedger, type Ledger } from './ledger.ts'
import type { Command } from './types.ts'

/* Bugs that other ledgers had, tried here. Each title has the issue. */

const bank = useBank()
let pool: Sql
let other: Ledger
let commandFor: ReturnType<typeof commandsOf>
let [grace, linus]: Person[] = []
const admin = () => grace as Person
beforeAll(async () => {
  pool = openPool(bank.connection, { max: 4, role: APPLICATION_ROLE })
  other = createLedger(pool, { zone: bank.config.bankTimeZone })
  commandFor = commandsOf(bank)
  grace = await bank.person({ role: 'Admin' })
  linus = await bank.person({ role: 'Admin' })
})
afterAll(() => pool.end())

/** All at once, alternating between two servers. */
const fire = (commands: readonly Command[]) =>
  Promise.all(commands.map((command, index) => (index % 2 === 0 ? bank.ledger : other).submit(command)))
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const wordsOf = (outcomes: Awaited<ReturnType<typeof fire>>) => outcomes.map((one) => (one.ok ? 'ok' : one.code)).sort()

describe('Blnk #181, six holds of 1,000 on a balance of 5,000', () => {
  test.each([
    ['one after the other', 1],
    ['at once', 6],
  ])('%s: the sixth is refused, and approving all leaves zero', async (_, atOnce) => {
    const person = await bank.person({ balanceCents: 5_000_00n })
    const holds = times(6, () => commandFor.transfer(person, 1_000_00n))
    const outcomes: Awaited<ReturnType<typeof fire>> = []
    for (let from = 0; from < holds.length; from += atOnce)
      outcomes.push(...(await fire(holds.slice(from, from + atOnce))))
    expect(wordsOf(outcomes)).toEqual(['insufficient_balance', 'ok', 'ok', 'ok', 'ok', 'ok'])
    expect(await person.balance()).toEqual({ availableCents: 0n, heldCents: 5_000_00n })
    const sent = outcomes.flatMap((outcome) => (outcome.ok ? outcome.transaction.id : []))
    const approved = await fire(sent.map((id) => commandFor.approve(admin(), id)))
    expect(wordsOf(approved)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
    expect(await person.balance()).toEqual({ availableCents: 0n, heldCents: 0n })
    expect((await person.postings()).map(({ balance_after }) => balance_after)).toEqual(
      [5n, 4n, 3n, 2n, 1n, 0n].map((thousands) => thousands * 1_000_00n),
    )
  })
})

describe('Blnk #240, record and balance in separate transactions', () => {
  /** What a booking writes for a person, in one row. */
  const written = async ({ id }: Person) =>
    (
      await bank.sql`
        select a.balance, a.held, a.posting_number, a.event_number, a.audit_number,
          (select count(*) from transactions where account_id = a.id) as transactions,
          (select count(*) from transactions where account_id = a.id and status = 'Completed') as completed,
          (select coalesce(sum(amount), 0)::bigint from postings where account_id = a.id) as posted,
          (select count(*) from idempotency where person_id = a.id) as outcomes,
          (select coalesce(sum(deposits - transfers), 0)::bigint from account_months where account_id = a.id) as months
        from accounts a where a.id = ${id}`
    )[0]

  const dying = (point: keyof LedgerProbe) => {
    const steps = { afterLock() {}, beforeCommit() {}, afterCommit() {}, beforeResponse() {} }
    const die = () => {
      throw new Error('died')
    }
    return createLedger(pool, { zone: bank.config.bankTimeZone, probe: { ...steps, [point]: die } })
  }

  test.each<keyof LedgerProbe>(['afterLock', 'beforeCommit', 'afterCommit', 'beforeResponse'])(
    'a server that dies %s has written both or neither, and the same request again makes it one',
    async (point) => {
      const done = point === 'afterCommit' || point === 'beforeResponse'
      const person = await bank.person({ balanceCents: 500_00n })
      const sent = commandFor.transfer(person, 40_00n, { key: 'rent' })
      for (const command of [sent, commandFor.approve(admin(), sent.id)]) {
        const before = await written(person)
        await expect(dying(point).submit(command)).rejects.toThrow('died')
        const after = await written(person)
        if (!done) expect(after).toEqual(before)
        expect(await bank.ledger.submit(command)).toMatchObject({ ok: true })
        if (done) expect(await written(person)).toEqual(after)
      }
      expect(await written(person)).toMatchObject({
        balance: 460_00n,
        held: 0n,
        posting_number: 2n,
        transactions: 2n,
        completed: 2n,
        posted: 460_00n,
        outcomes: 1n,
        months: 460_00n,
      })
    },
  )

  test('no reader sees the one without the other', async () => {
    const person = await bank.person({ balanceCents: 500_00n })
    let open = true
    const differences: unknown[] = []
    const read = async () => {
      while (open)
        differences.push(
          ...(await bank.owner`
            select a.balance from accounts a where a.id = ${person.id} and (
              a.balance <> (select sum(amount) from postings where account_id = a.id)
              or a.held <> (select coalesce(-sum(amount), 0) from transactions where account_id = a.id and status = 'Pending'))`),
        )
    }
    const reading = read()
    const outcomes = await fire(times(40, () => commandFor.transfer(person, 1_00n)))
    const sent = outcomes.flatMap((outcome) => (outcome.ok ? outcome.transaction.id : []))
    await fire(sent.map((id, i) => (i % 2 ? commandFor.approve(admin(), id) : commandFor.decline(admin(), id))))
    open = false
    await reading
    expect(differences).toEqual([])
    expect(await person.balance()).toEqual({ availableCents: 480_00n, heldCents: 0n })
  })
})

describe('Midaz #1519, a pending transaction committed twice', () => {
  test.each(['to another bank', 'to a customer of this bank'])(
    '%s: twenty approvals at once book it once',
    async (to) => {
      const [payer, payee] = [await bank.person({ balanceCents: 100_00n }), await bank.person()]
      const accountNumber = to === 'to another bank' ? '40440' : await payee.accountNumber()
      const sent = commandFor.transfer(payer, 60_00n, { to: { accountNumber } })
      expect(await bank.ledger.submit(sent)).toMatchObject({ ok: true })
      // Two administrators have keys of their own, so that no retry is recognised by its key.
      const approvals = times(20, (i) =>
        commandFor.approve((i % 3 ? linus : grace) as Person, sent.id, { key: `${sent.id} ${i}` }),
      )
      const outcomes = await fire(approvals)
      // The same decision again is answered like the first, and has no effect.
      expect(new Set(wordsOf(outcomes))).toEqual(new Set(['ok']))
      expect(await payer.balance()).toEqual({ availableCents: 40_00n, heldCents: 0n })
      expect(await bank.sql`select 1 from postings where transaction_id = ${sent.id}`).toHaveLength(1)
      expect(await payee.postings()).toHaveLength(to === 'to another bank' ? 0 : 1)
      expect(await bank.sql`select 1 from audit where before ->> 'transactionId' = ${sent.id}`).toHaveLength(1)
      // And later: what is decided stays.
      const late = [commandFor.approve(linus as Person, sent.id), commandFor.decline(admin(), sent.id)]
      for (const command of late) await bank.ledger.submit(command)
      expect(await payer.balance()).toEqual({ availableCents: 40_00n, heldCents: 0n })
    },
  )
})
