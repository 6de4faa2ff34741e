import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { checkInvariants, invariants } from '../books/invariants.ts'
import { runSavingsRules } from '../run-savings-rules.ts'

/** The invariant about savings rules, breached with full write access. */
const bank = useBank()
const NUMBER = invariants.findIndex(({ title }) => /^A round-up is moved once/.test(title)) + 1
const DAY_MS = 86_400_000
let ada: Person
let savings: string
beforeAll(async () => {
  bank.clock.offsetMs = Date.parse('2027-01-15T12:00:00Z') - Date.now()
  ada = await bank.person({ balanceCents: 500_00n })
  const admin = await bank.person({ role: 'Admin' })
  savings = (await ada.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()._id
  await ada.call('PUT', `/accounts/${savings}/rules`, { body: { roundUp: true, every: { amount: 20, day: 16 } } })
  const { transfer, approve } = commandsOf(bank)
  for (const at of [bank.now(), new Date(bank.now().getTime() + DAY_MS)]) {
    const sent = await bank.ledger.submit(transfer(ada, 3_40n, { at: bank.now() }))
    await bank.ledger.submit(approve(admin, sent.ok ? sent.transaction.id : ''))
    expect(await runSavingsRules(bank.sql, bank.ledger, new Date(at.getTime() + DAY_MS))).toBeGreaterThan(0)
  }
})

class Undo extends Error {}

async function brokenAfter(harm: (tx: Sql) => Promise<unknown>): Promise<number[]> {
  let broken: number[] = []
  await bank.owner
    .begin(async (tx) => {
      await tx`drop index savings_runs_day, savings_runs_month`
      await tx`alter table savings_runs drop constraint savings_runs_pkey, drop constraint savings_runs_transaction_id_key`
      await harm(tx as unknown as Sql)
      const findings = await checkInvariants(tx, 'UTC')
      broken = findings.filter(({ breaches }) => breaches > 0n).map(({ number }) => number)
      throw new Undo()
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error
    })
  return broken
}

const again = (tx: Sql, kind: string, changed = 'due_on') =>
  tx.unsafe(`
    insert into savings_runs
    select account_id, kind, ${changed}, person_id, amount, from_number, to_number, unit, null, 'insufficient_balance', at
    from savings_runs where kind = '${kind}' limit 1`)

test.each<[string, boolean, (tx: Sql) => PromiseLike<unknown>]>([
  ['nothing', false, async () => {}],
  ['a day twice', true, (tx) => again(tx, 'round_up')],
  ['payments twice, on two days', true, (tx) => again(tx, 'round_up', 'due_on - 1')],
  ['a month twice', true, (tx) => again(tx, 'every')],
  ['another sum', true, (tx) => tx`update savings_runs set unit = 1000 where kind = 'round_up'`],
  ['fewer payments', true, (tx) => tx`update savings_runs set to_number = from_number where kind = 'round_up'`],
  ['another amount than was moved', true, (tx) => tx`update savings_runs set amount = amount + 1 where kind = 'every'`],
  ['no move', true, (tx) => tx`update savings_runs set transaction_id = gen_random_uuid() where kind = 'every'`],
  ['payments that will be rounded up again', true, (tx) => tx`update savings_rules set rounded_to = 0`],
  [
    'a rule of another person',
    true,
    (tx) => tx`
    update savings_rules set person_id = (select id from accounts where kind = 'main' and id <> ${ada.id} limit 1)`,
  ],
])('%s', async (_, breached, harm) => {
  expect(await brokenAfter(async (tx) => harm(tx))).toEqual(breached ? [NUMBER] : [])
})
