import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#contract/payments/scheduled-payment-calendar.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { addPasskey } from '../../../test/factors.ts'
import { scheduled, scheduledPaymentsOf } from '../../../test/scheduled-payments.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { checkInvariants, invariants } from '../books/invariants.ts'

/** The invariants about scheduled payments, each breached with full write access. */
const bank = useBank()
const { form, run, today, inDays } = scheduledPaymentsOf(bank)
let ada: Person
let paid: string
let failed: string
let signed: string
beforeAll(async () => {
  ada = await bank.person({ balanceCents: 500_00n })
  paid = (await scheduled(ada, form({ every: 'week' })))._id
  failed = (await scheduled(ada, form({ amount: 900 })))._id
  await run()
  const { authenticator } = await addPasskey(ada)
  const { pin, startOn, every, ...payment } = form() as Record<string, unknown>
  const schedule = { startOn: inDays(3), every }
  const { authorisation, options } = (
    await ada.call('POST', '/transfer/authorisation', { body: { ...payment, order: schedule } })
  ).json()
  const body = { ...payment, ...schedule, authorisation: { id: authorisation, response: authenticator.sign(options) } }
  signed = (await scheduled(ada, body))._id
})

class Undo extends Error {}
const numberOf = (title: RegExp) => invariants.findIndex((invariant) => title.test(invariant.title)) + 1
const [ONCE, WAITS, SIGNED] = [
  numberOf(/made once for each due day/),
  numberOf(/waits only while/),
  numberOf(/payment approved by passkey/),
]

async function brokenAfter(harm: (tx: Sql) => Promise<unknown>): Promise<number[]> {
  let broken: number[] = []
  await bank.owner
    .begin(async (tx) => {
      await tx`alter table order_runs drop constraint order_runs_pkey, drop constraint order_runs_transaction_id_key`
      await harm(tx as unknown as Sql)
      const findings = await checkInvariants(tx, bank.config.bankTimeZone)
      broken = findings.filter(({ breaches }) => breaches > 0n).map(({ number }) => number)
      throw new Undo()
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error
    })
  return broken
}

const again = (tx: Sql, dueOn: string) => tx`
  insert into order_runs select order_id, ${dueOn}::date, status, tries, try_on, reason, amount, tried_at, transaction_id
  from order_runs where order_id = ${paid}`

test.each<[string, () => number[], (tx: Sql) => Promise<unknown>]>([
  ['nothing', () => [], async () => {}],
  ['a second run of a day', () => [ONCE], async (tx) => again(tx, today())],
  [
    'one transfer for two days',
    () => [ONCE],
    async (tx) => {
      await again(tx, addDays(today(), -7))
      await tx`update orders set start_on = ${addDays(today(), -7)} where id = ${paid}`
    },
  ],
  [
    'a day that is not due',
    () => [ONCE],
    async (tx) => tx`update order_runs set due_on = due_on - 1 where order_id = ${paid}`,
  ],
  [
    'a day that is yet to come',
    () => [ONCE, WAITS],
    async (tx) => tx`update order_runs set due_on = due_on + 7 where order_id = ${paid}`,
  ],
  [
    'another amount than was sent',
    () => [ONCE],
    async (tx) => tx`update order_runs set amount = amount + 1 where order_id = ${paid}`,
  ],
  ['another payee', () => [ONCE], async (tx) => tx`update orders set party_account = '666' where id = ${paid}`],
  [
    'a transfer at another time',
    () => [ONCE],
    async (tx) => tx`update order_runs set tried_at = tried_at + interval '1 s' where order_id = ${paid}`,
  ],
  [
    'a paid day that is due again',
    () => [WAITS],
    async (tx) => tx`update orders set next_on = ${today()} where id = ${paid}`,
  ],
  ['an order without a next day', () => [WAITS], async (tx) => tx`update orders set next_on = null where id = ${paid}`],
  ['a fourth try', () => [WAITS], async (tx) => tx`update order_runs set tries = 4 where order_id = ${failed}`],
  [
    'a try of a paused scheduled payment',
    () => [WAITS],
    async (tx) => tx`update orders set status = 'paused', next_on = null where id = ${failed}`,
  ],
  [
    'another amount than was signed',
    () => [SIGNED],
    async (tx) => tx`update orders set amount = amount + 1 where id = ${signed}`,
  ],
  [
    'another day than was signed',
    () => [SIGNED],
    async (tx) => tx`update orders set start_on = start_on + 1 where id = ${signed}`,
  ],
])('%s', async (_, expected, harm) => {
  expect(await brokenAfter(harm)).toEqual(expected())
})
