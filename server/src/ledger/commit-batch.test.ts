import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useBank } from '../../test/bank.ts'
import type { PlainBank } from '../../test/plain-bank.ts'
import { batchSizes, type Heard, inPlainWords, NAMES, play, script, twoAbove, type World } from '../../test/scripts.ts'
import { castInto } from '../../test/test-people.ts'
import { commitBatch } from './commit-batch.ts'
import { checkInvariants } from './invariants.ts'
import type { Outcome } from './types.ts'

/** Far from UTC and with daylight saving, so that a month begins where it is easily got wrong. */
const ZONE = 'Pacific/Auckland'
/** On a busy machine fewer scripts are tried, rather than none to the end. */
const ENOUGH_MS = 12_000
const bank = useBank({ config: { bankTimeZone: ZONE } })

const commandsOf = (heard: readonly Heard[]) => heard.map(({ command }) => command)

async function commitInBatches(heard: readonly Heard[], sizes: readonly number[], limit: bigint | null) {
  const outcomes: Outcome[] = []
  for (let from = 0, turn = 0; from < heard.length; turn++) {
    const until = from + (sizes[turn % sizes.length] ?? 1)
    outcomes.push(...(await commitBatch(bank.sql, ZONE, commandsOf(heard.slice(from, until)), limit)))
    from = until
  }
  return outcomes
}

type Kept = { balance: bigint; held: bigint; pin_attempts: number; code_attempts: number; posted: string[] | null }

const booksOf = async (world: World) =>
  Promise.all(
    NAMES.map(async (name) => {
      const [row] = await bank.sql<Kept[]>`
        select balance, held, pin_attempts, code_attempts,
          (select array_agg(amount::text order by number) from postings where account_id = a.id) as posted
        from accounts a where id = ${world.id(name)}`
      return { name, ...row, posted: row?.posted ?? [] }
    }),
  )

const plainBooks = (plain: PlainBank) =>
  NAMES.map((name) => {
    const book = plain.books.get(name)
    return {
      name,
      balance: plain.balance(name),
      held: book?.reserved,
      pin_attempts: book?.wrongPins,
      code_attempts: book?.wrongCodes,
      posted: book?.posted.map(String),
    }
  })

describe('on PostgreSQL, cut into any batches', () => {
  test('every answer and every balance is that of a bank kept on paper', async () => {
    await fc.assert(
      fc.asyncProperty(script, batchSizes, twoAbove, async (steps, sizes, limit) => {
        const world = await castInto(bank.sql)
        const { heard, plain } = play(steps, world, limit)
        const outcomes = await commitInBatches(heard, sizes, limit)
        expect(outcomes.map(inPlainWords)).toEqual(heard.map(({ expected }) => expected))
        expect(await booksOf(world)).toEqual(plainBooks(plain))
      }),
      { numRuns: 100, endOnFailure: true, interruptAfterTimeLimit: ENOUGH_MS },
    )
    const findings = await checkInvariants(bank.sql, ZONE)
    expect(findings.filter(({ breaches }) => breaches > 0n)).toEqual([])
  })

  test('one batch, one command at a time, or anything between: the same books', async () => {
    await fc.assert(
      fc.asyncProperty(script, batchSizes, twoAbove, async (steps, sizes, limit) => {
        const books = []
        for (const cut of [[10_000], [1], sizes]) {
          const world = await castInto(bank.sql)
          await commitInBatches(play(steps, world, limit).heard, cut, limit)
          books.push(await booksOf(world))
        }
        expect(books[1]).toEqual(books[0])
        expect(books[2]).toEqual(books[0])
      }),
      { numRuns: 10, endOnFailure: true, interruptAfterTimeLimit: ENOUGH_MS },
    )
  })
})
