import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useBank } from '../../../test/bank.ts'
import type { ModelBank } from '../../../test/model-bank/model-bank.ts'
import { runOnModel, type TestCase, type TestIds, toModelOutcome } from '../../../test/run-script.ts'
import { ACCOUNTS, BANK_NAMES, batchSizes, fourEyesAboveCents, script } from '../../../test/scripts.ts'
import { insertTestPeople } from '../../../test/test-people.ts'
import { checkInvariants } from '../books/invariants.ts'
import type { Outcome } from '../types.ts'
import { commitBatch } from './commit-batch.ts'

/** Far from UTC and with daylight saving time, where the start of a month is easy to get wrong. */
const ZONE = 'Pacific/Auckland'
/** A busy machine tries fewer scripts instead of timing out. */
const TIME_LIMIT_MS = 12_000
const bank = useBank({ config: { bankTimeZone: ZONE } })

const commandsOf = (cases: readonly TestCase[]) => cases.map(({ command }) => command)

async function commitInBatches(cases: readonly TestCase[], sizes: readonly number[], limit: bigint | null) {
  const outcomes: Outcome[] = []
  for (let from = 0, turn = 0; from < cases.length; turn++) {
    const until = from + (sizes[turn % sizes.length] ?? 1)
    const limits = { fourEyesAboveCents: limit, bankNames: BANK_NAMES }
    outcomes.push(...(await commitBatch(bank.sql, ZONE, commandsOf(cases.slice(from, until)), limits)))
    from = until
  }
  return outcomes
}

type AccountRow = {
  balance: bigint
  held: bigint
  pin_attempts: number
  code_attempts: number
  posted: string[] | null
}

const readAccounts = async (ids: TestIds) =>
  Promise.all(
    ACCOUNTS.map(async (name) => {
      const [row] = await bank.sql<AccountRow[]>`
        select balance, held, pin_attempts, code_attempts,
          (select array_agg(amount::text order by number) from postings where account_id = a.id) as posted
        from accounts a where id = ${ids.id(name)}`
      return { name, ...row, posted: row?.posted ?? [] }
    }),
  )

const modelAccounts = (model: ModelBank) =>
  ACCOUNTS.map((name) => {
    const account = model.accounts.get(name)
    return {
      name,
      balance: model.balanceCents(name),
      held: account?.heldCents,
      pin_attempts: account?.wrongPins,
      code_attempts: account?.wrongCodes,
      posted: account?.postingsCents.map(String),
    }
  })

describe('commitBatch on PostgreSQL', () => {
  test('returns the outcomes and stores the balances of the model bank, in batches of any size', async () => {
    await fc.assert(
      fc.asyncProperty(script, batchSizes, fourEyesAboveCents, async (steps, sizes, limit) => {
        const ids = await insertTestPeople(bank.sql)
        const { cases, model } = runOnModel(steps, ids, limit)
        const outcomes = await commitInBatches(cases, sizes, limit)
        expect(outcomes.map(toModelOutcome)).toEqual(cases.map(({ expected }) => expected))
        expect(await readAccounts(ids)).toEqual(modelAccounts(model))
      }),
      { numRuns: 100, endOnFailure: true, interruptAfterTimeLimit: TIME_LIMIT_MS },
    )
    const findings = await checkInvariants(bank.sql, ZONE)
    expect(findings.filter(({ breaches }) => breaches > 0n)).toEqual([])
  })

  test('stores the same accounts for every batch size', async () => {
    await fc.assert(
      fc.asyncProperty(script, batchSizes, fourEyesAboveCents, async (steps, sizes, limit) => {
        const accounts = []
        for (const cut of [[10_000], [1], sizes]) {
          const ids = await insertTestPeople(bank.sql)
          await commitInBatches(runOnModel(steps, ids, limit).cases, cut, limit)
          accounts.push(await readAccounts(ids))
        }
        expect(accounts[1]).toEqual(accounts[0])
        expect(accounts[2]).toEqual(accounts[0])
      }),
      { numRuns: 10, endOnFailure: true, interruptAfterTimeLimit: TIME_LIMIT_MS },
    )
  })
})
