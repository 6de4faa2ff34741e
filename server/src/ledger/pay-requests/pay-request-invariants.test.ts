import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { commandsOf } from '../../../test/commands.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { checkInvariants, invariants } from '../books/invariants.ts'

/** The invariant about requests for money, breached with full write access. */
const bank = useBank()
const NUMBER = invariants.findIndex(({ title }) => /^A request for a fixed amount/.test(title)) + 1
let ada: Person
beforeAll(async () => {
  const [clara, admin] = [await bank.person(), await bank.person({ role: 'Admin' })]
  ada = await bank.person({ balanceCents: 100_00n })
  const to = { accountNumber: await clara.accountNumber() }
  const { transfer, approve, decline } = commandsOf(bank)
  // One for a fixed amount is declined and then paid, one without an amount is paid.
  const fixed = (await clara.call('POST', '/pay-requests', { body: { amount: 20 } })).json()._id
  const open = (await clara.call('POST', '/pay-requests', { body: {} })).json()._id
  for (const [requestId, decide] of [
    [fixed, decline],
    [fixed, approve],
    [open, approve],
  ] as const) {
    const paid = { ...transfer(ada, 20_00n, { to }), asked: { requestId } }
    for (const command of [paid, decide(admin, paid.id)])
      expect(await bank.ledger.submit(command)).toMatchObject({ ok: true })
  }
})

class Undo extends Error {}

async function brokenAfter(harm: (tx: Sql) => PromiseLike<unknown>): Promise<number[]> {
  let broken: number[] = []
  await bank.owner
    .begin(async (tx) => {
      await tx`drop index pay_request_paid_once`
      await tx`alter table pay_request_payments drop constraint pay_request_payments_transaction_id_fkey`
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

test.each<[string, boolean, (tx: Sql) => PromiseLike<unknown>]>([
  ['nothing', false, async () => {}],
  [
    'two payments of one request',
    true,
    (tx) => tx`
      update pay_request_payments set is_only = true,
        request_id = (select request_id from pay_request_payments where is_only limit 1) where not is_only`,
  ],
  ['a declined payment that counts', true, (tx) => tx`update pay_request_payments set ended_at = null`],
  ['a payment that counts no more', true, (tx) => tx`update pay_request_payments set ended_at = now()`],
  ['another amount', true, (tx) => tx`update pay_requests set amount = amount + 1`],
  ['an account of someone else', true, (tx) => tx`update pay_requests set account_id = ${ada.id}`],
  ['a payment by the requester', true, (tx) => tx`update pay_requests set person_id = ${ada.id}`],
  [
    'no payment',
    true,
    (tx) => tx`update pay_request_payments set transaction_id = gen_random_uuid() where not is_only`,
  ],
])('%s', async (_, breached, harm) => {
  expect(await brokenAfter(harm)).toEqual(breached ? [NUMBER] : [])
})
