import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import type { Command } from '../../ledger/types.ts'
import { listStatements, readStatement } from './statement.ts'

const bank = useBank()
let ask: ReturnType<typeof commandsOf>
let admin: Person
beforeAll(async () => {
  ask = commandsOf(bank)
  admin = await bank.person({ role: 'Admin' })
})

const HOUR = 3_600_000
const OPENED = Date.parse('2025-11-20T10:00:00Z')
/** With daylight saving in both halves of the year, without it, and on both sides of the date line. */
const ZONES = [
  'UTC',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'America/Santiago',
]

type Kind = 'fund' | 'debit' | 'wire' | 'internal' | 'move' | 'moveBack' | 'reverse'
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Kind>('fund', 'fund', 'debit', 'wire', 'internal', 'move', 'moveBack', 'reverse'),
    cents: fc.bigInt({ min: 1n, max: 50_000n }),
    // Now and then the server that books has a clock that is behind.
    hours: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 1_500 }) }, fc.integer({ min: -30, max: 0 })),
  }),
  { minLength: 1, maxLength: 14 },
)

/** A person with a main and a savings account, whose history is booked through the ledger at the times of the steps. */
async function book(history: { kind: Kind; cents: bigint; hours: number }[]) {
  const [ada, grace] = [await bank.person(), await bank.person()]
  const savings = (await ada.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()._id as string
  await bank.owner`update accounts set opened_at = ${new Date(OPENED)} where owner_id = any(${[ada.id, grace.id]}::uuid[])`
  const graceNumber = await grace.accountNumber()
  const booked: string[] = []
  let time = OPENED
  const submit = async (command: Command) => {
    const outcome = await bank.ledger.submit(command)
    if (outcome.ok) booked.push(outcome.transaction.id)
    return outcome
  }
  for (const { kind, cents, hours } of [{ kind: 'fund', cents: 90_000n, hours: 1 } as const, ...history]) {
    time = Math.max(time + hours * HOUR, OPENED)
    const options = { at: new Date(time) }
    if (kind === 'fund' || kind === 'debit') await submit(ask.adjust(kind, admin, ada, cents, options))
    else if (kind === 'move') await submit(ask.move(ada, ada.id, savings, cents, options))
    else if (kind === 'moveBack') await submit(ask.move(ada, savings, ada.id, cents, options))
    else if (kind === 'reverse') await submit(ask.reverse(admin, booked.at(-1) ?? newId(), options))
    else {
      const to = kind === 'internal' ? { to: { accountNumber: graceNumber, name: 'Ada Example' } } : {}
      const sent = await bank.ledger.submit(ask.transfer(ada, cents, { ...options, ...to }))
      if (sent.ok) await submit(ask.approve(admin, sent.transaction.id, options))
    }
  }
  return { time, accounts: [{ of: ada }, { of: ada, accountId: savings }, { of: grace }] }
}

const monthIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit' })
  return (at: Date) => format.format(at)
}

test('every month adds up, follows the one before and agrees with the ledger, in every time zone', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.shuffledSubarray(ZONES, { minLength: 3, maxLength: 3 }), async (history, zones) => {
      const { time, accounts } = await book(history)
      for (const [index, { of, accountId = of.id }] of accounts.entries()) {
        const postings = await bank.sql<{ number: bigint; amount: bigint; booked_at: Date; balance_after: bigint }[]>`
          select number, amount, booked_at, balance_after from postings where account_id = ${accountId} order by number`
        const [{ balance } = { balance: 0n }] = await bank.sql<{ balance: bigint }[]>`
          select balance from accounts where id = ${accountId}`
        const zone = zones[index] ?? 'UTC'
        const context = { at: new Date(time + 24 * HOUR), zone }
        const list = (await listStatements(bank.sql, { personId: of.id, accountId }, context)).toReversed()
        expect(list[0]).toMatchObject({ month: monthIn(zone)(new Date(OPENED)), openingCents: 0n })
        expect(list.at(-1)).toMatchObject({ closingCents: balance, final: false })
        const seen: bigint[] = []
        for (const [nth, totals] of list.entries()) {
          const { openingCents, creditsCents, debitsCents, closingCents, month } = totals
          expect(openingCents + creditsCents - debitsCents).toBe(closingCents)
          expect(openingCents).toBe(list[nth - 1]?.closingCents ?? 0n)
          const { lines, ...read } = await readStatement(bank.sql, { personId: of.id, accountId, month }, context)
          expect(read).toMatchObject(totals)
          let balanceCents = openingCents
          for await (const line of lines()) {
            balanceCents += line.amountCents
            expect(line.balanceAfterCents).toBe(balanceCents)
            expect(line.bookedOn.slice(0, 7)).toBe(month)
            seen.push(line.number)
          }
          expect(balanceCents).toBe(closingCents)
        }
        expect(seen).toEqual(postings.map(({ number }) => number))
        // Written without SQL: a posting is in the month of its time, or of a later time before it in the chain.
        const byMonth = Map.groupBy(monthsOf(postings, monthIn(zone)), (month) => month)
        expect(list.map(({ count }) => count)).toEqual(list.map(({ month }) => byMonth.get(month)?.length ?? 0))
      }
    }),
    { numRuns: 10, endOnFailure: true, interruptAfterTimeLimit: 20_000 },
  )
}, 60_000)

function monthsOf(postings: readonly { booked_at: Date }[], toMonth: (at: Date) => string): string[] {
  let latest = ''
  return postings.map(({ booked_at }) => {
    const month = toMonth(booked_at)
    if (month > latest) latest = month
    return latest
  })
}
