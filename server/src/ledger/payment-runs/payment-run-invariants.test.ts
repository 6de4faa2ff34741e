import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { makeRun, pain002, uploadStatus } from '../../../test/status-files.ts'
import { sendWire } from '../../../test/wires.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { checkInvariants, invariants } from '../books/invariants.ts'

/** The invariant about payment runs, breached with full write access. */
const bank = useBank()
const NUMBER = invariants.findIndex(({ title }) => /^A wire is in at most one payment run/.test(title)) + 1
let admin: Person
let sent: { id: string; references: string[] }
let cancelled: { id: string }
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
  const ada = await bank.person({ balanceCents: 100_00n })
  for (const amount of [1, 2, 3]) await sendWire(bank, ada, { amount })
  cancelled = await makeRun(bank, admin, null, false)
  expect((await admin.call('POST', `/admin/payment-runs/${cancelled.id}/cancel`)).statusCode).toBe(200)
  const run = await makeRun(bank, admin)
  const [first = '', second = ''] = run.references
  const lines = [
    { reference: first, status: 'RJCT' },
    { reference: second, status: 'ACSC' },
  ]
  expect((await uploadStatus(admin, pain002({ messageId: run.messageId, lines }))).statusCode).toBe(200)
  sent = run
  await sendWire(bank, ada, { amount: 4 })
  await makeRun(bank, admin, null, false)
})

class Undo extends Error {}

async function isBroken(harm: (tx: Sql) => PromiseLike<unknown>): Promise<boolean> {
  let broken = false
  await bank.owner
    .begin(async (tx) => {
      await tx`alter table run_payments drop constraint run_payments_transaction_id_key`
      await tx`alter table payment_runs drop constraint cancelled_by_someone`
      await harm(tx as unknown as Sql)
      const findings = await checkInvariants(tx, 'UTC')
      broken = findings.some(({ number, breaches }) => number === NUMBER && breaches > 0n)
      throw new Undo()
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error
    })
  return broken
}

const mark = (tx: Sql, where: string, status: string) =>
  tx.unsafe(`
    insert into payment_statuses
    select p.run_id, p.place, '${status}', '', '${admin.id}', now() from run_payments p join payment_runs r on r.id = p.run_id
    where ${where} limit 1`)

test.each<[string, boolean, (tx: Sql) => PromiseLike<unknown>]>([
  ['nothing', false, async () => {}],
  [
    'a wire in two runs that live',
    true,
    (tx) => tx`
      insert into run_payments select ${cancelled.id}, place, transaction_id, line_id, end_to_end_id, amount, payer_name, party_name,
        party_account, party_bank, party_iban, party_swift, remittance from run_payments where run_id = ${sent.id}`,
  ],
  ['a payment that was lost', true, (tx) => tx`delete from cancelled_payments where place = 3`],
  ['another total', true, (tx) => tx`update payment_runs set total = total + 1 where id = ${cancelled.id}`],
  ['cancelled and sent', true, (tx) => tx`update payment_runs set sent_at = now(), sent_by = ${admin.id}`],
  [
    'cancelled with its payments',
    true,
    (tx) => tx`update payment_runs set cancelled_at = now(), cancelled_by = ${admin.id}`,
  ],
  ['no longer cancelled', true, (tx) => tx`update payment_runs set cancelled_at = null, cancelled_by = null`],
  ['a status of an open run', true, (tx) => mark(tx, 'r.sent_at is null', 'accepted')],
  ['a rejected payment without a return', true, (tx) => mark(tx, 'p.place = 3 and r.sent_at is not null', 'rejected')],
  ['rejected and booked', true, (tx) => mark(tx, 'p.place = 1 and r.sent_at is not null', 'booked')],
  ['accepted, too', false, (tx) => mark(tx, 'p.place = 3 and r.sent_at is not null', 'accepted')],
])('%s', async (_, expected, harm) => {
  expect(await isBroken(harm)).toBe(expected)
})

test('the application can’t take back a status, a cancelled payment or a payment of a run that lives', async () => {
  for (const change of [
    bank.sql`delete from payment_statuses`,
    bank.sql`update payment_statuses set status = 'booked'`,
    bank.sql`delete from cancelled_payments`,
    bank.sql`update cancelled_payments set amount = 1`,
  ])
    await expect(change).rejects.toThrow('permission denied')
  expect((await bank.sql`delete from run_payments`).count).toBe(0)
  const cancelSent = bank.sql`update payment_runs set cancelled_at = now(), cancelled_by = ${admin.id} where id = ${sent.id}`
  await expect(cancelSent).rejects.toMatchObject({ constraint: 'cancelled_by_someone' })
})
