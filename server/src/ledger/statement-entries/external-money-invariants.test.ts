import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload } from '../../../test/money.ts'
import { addExternalAccount, importEntries } from '../../../test/statement-entries.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { checkInvariants, invariants } from '../books/invariants.ts'

/** The invariants about external accounts, each breached with full write access. */
const bank = useBank({ config: { fourEyesAboveCents: null } })
let admin: Person
let assigned: string
let waiting: string
let ignored: string
let returned: string
let charted: string
let undone: string
let beside: string
let claimed: string
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
  const ada = await bank.person()
  const account = await addExternalAccount(admin)
  const { ids } = await importEntries(
    bank,
    admin,
    account,
    [10_00n, 20_00n, 30_00n, 40_00n, 50_00n, 60_00n].map((amountCents) => ({ amountCents })),
  )
  const act = (id: string, what: string, body: object) =>
    admin.call('POST', `/admin/bank-statements/lines/${id}/${what}`, { body })
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = ids
  assigned = first
  waiting = second
  ignored = third
  returned = fourth
  charted = fifth
  undone = sixth
  await act(assigned, 'match', { userId: ada.id })
  await act(ignored, 'ignore', { reason: 'Fee' })
  await act(returned, 'return', { reason: 'Unknown' })
  for (const id of [charted, undone]) await act(id, 'book', { account: '4000', text: 'Interest' })
  await admin.call('POST', `/admin/bank-statements/lines/${undone}/undo`)
  const ben = await bank.person()
  const body = { amount: 5, method: 'bank', receipt: await createUpload(bank, ben) }
  const transactionId = (await ben.call('POST', '/deposit', { body })).json()._id
  await admin.call('POST', '/deposit/approve', { body: { transactionId } })
  beside = (await importEntries(bank, admin, account, [{ amountCents: 4_99n }])).ids[0] ?? ''
  await act(beside, 'match', { userId: ben.id, confirm: true })
  claimed = (await ben.call('POST', '/deposit', { body: { ...body, receipt: await createUpload(bank, ben) } })).json()
    ._id
  await admin.call('POST', '/deposit/approve', { body: { transactionId: claimed, confirm: true } })
})

class Undo extends Error {}
const numberOf = (title: RegExp) => invariants.findIndex((invariant) => title.test(invariant.title)) + 1
const [ONCE, TARGET, DOUBLE, MOVEMENTS] = [
  numberOf(/booked exactly once/),
  numberOf(/one completed wire of its amount/),
  numberOf(/beside a deposit that it may be/),
  numberOf(/^Movements of external accounts/),
]

/** Without the constraints that refuse the same by themselves. */
async function brokenAfter(harm: (tx: Sql) => Promise<unknown>): Promise<number[]> {
  let broken: number[] = []
  await bank.owner
    .begin(async (tx) => {
      await tx`alter table contra_movements drop constraint contra_movements_line_id_purpose_round_key`
      await tx`
        alter table bank_statement_lines drop constraint ignored_with_reason, drop constraint booked, drop constraint suspense,
          drop constraint unmatched_in_suspense, drop constraint booked_to_chart`
      await tx`drop index bank_statement_lines_clearing`
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

/** As a faulty program would write it: at the end of the chain, with a hash of its own. */
const bookAgain = (tx: Sql, statementEntryId: string) => tx`
  insert into contra_movements
  select a.id, a.movement_number + 1, gen_random_uuid(), m.line_id, m.purpose, m.round, m.debit, m.credit, m.amount, m.actor_id,
    m.booked_at, m.hash
  from contra_movements m join outside_accounts a on a.id = m.outside_account_id
  where m.line_id = ${statementEntryId} and m.purpose = 'statement'`

test.each<[string, () => number[], (tx: Sql) => Promise<unknown>]>([
  ['nothing', () => [], async () => {}],
  ['a statement entry booked twice', () => [ONCE, MOVEMENTS], (tx) => bookAgain(tx, assigned)],
  [
    'a statement entry booked to another account of the chart than its movement',
    () => [ONCE],
    (tx) => tx`update bank_statement_lines set gl_account = 'gl:5100' where id = ${charted}`,
  ],
  [
    'a statement entry that is a wire and in the chart',
    () => [ONCE, TARGET],
    (tx) =>
      tx`update bank_statement_lines set gl_account = 'gl:5100', gl_text = 'x', deposit_id = null where id = ${assigned}`,
  ],
  [
    'a statement entry that is booked again without a movement',
    () => [ONCE],
    (tx) => tx`
      update bank_statement_lines l set state = 'booked', in_suspense = false, gl_account = b.gl_account, gl_text = b.gl_text,
        decided_by = b.decided_by, decided_at = b.decided_at, booked_at = b.booked_at
      from bank_statement_lines b where b.id = ${charted} and l.id = ${undone}`,
  ],
  [
    'an undo without the opposite booking',
    () => [ONCE],
    (tx) => tx`
      update bank_statement_lines set state = 'unmatched', in_suspense = true, gl_account = null, round = round + 1 where id = ${charted}`,
  ],
  [
    'a statement entry booked, but not in the books',
    () => [ONCE, TARGET],
    (tx) => tx`update bank_statement_lines set state = 'booked' where id = ${waiting}`,
  ],
  [
    'a statement entry out of suspense without a movement',
    () => [ONCE],
    (tx) => tx`update bank_statement_lines set state = 'suggested', in_suspense = false where id = ${waiting}`,
  ],
  [
    'a statement entry ignored without a reason',
    () => [ONCE],
    (tx) => tx`update bank_statement_lines set ignored_reason = null where id = ${ignored}`,
  ],
  [
    'another amount',
    () => [ONCE, TARGET],
    (tx) => tx`update bank_statement_lines set amount = amount + 1 where id = ${assigned}`,
  ],
  [
    'two statement entries for one deposit',
    () => [ONCE, TARGET],
    (tx) => tx`
      update bank_statement_lines l set transaction_id = o.transaction_id from bank_statement_lines o
      where o.id = ${assigned} and l.id = ${returned}`,
  ],
  [
    'a credit beside a deposit, about which no one was asked',
    () => [DOUBLE],
    (tx) => tx`update bank_statement_lines set doubt_confirmed = false where id = ${beside}`,
  ],
  [
    'a deposit on its receipt beside a credit for an entry, about which no one was asked',
    () => [DOUBLE],
    (tx) => tx`update transactions set doubt_confirmed = false where id = ${claimed}`,
  ],
  [
    'a statement entry without its deposit',
    () => [TARGET],
    (tx) => tx`update bank_statement_lines set transaction_id = null where id = ${assigned}`,
  ],
  [
    'decided by the owner of the money',
    () => [TARGET],
    (tx) => tx`update bank_statement_lines set decided_by = person_id where id = ${assigned}`,
  ],
  [
    'a movement changed',
    () => [ONCE, MOVEMENTS],
    (tx) => tx`update contra_movements set amount = amount + 1 where line_id = ${returned} and purpose = 'statement'`,
  ],
  [
    'a movement dated otherwise',
    () => [MOVEMENTS],
    (tx) => tx`update contra_movements set booked_at = booked_at - interval '1 day' where line_id = ${returned}`,
  ],
  ['another balance', () => [MOVEMENTS], (tx) => tx`update outside_accounts set balance = balance + 1`],
  [
    'the last movement removed',
    () => [ONCE, MOVEMENTS],
    (tx) => tx`delete from contra_movements where number = (select max(number) from contra_movements)`,
  ],
])('%s', async (_, expected, harm) => {
  expect(await brokenAfter(harm)).toEqual(expected())
})

test('the application can’t change or remove what was booked', async () => {
  for (const statement of [
    bank.sql`update contra_movements set amount = amount + 1`,
    bank.sql`delete from contra_movements`,
    bank.sql`update bank_statement_lines set amount = 1`,
    bank.sql`delete from bank_statement_lines`,
    bank.sql`delete from bank_statements`,
    bank.sql`update outside_accounts set number = '1'`,
  ])
    await expect(statement).rejects.toThrow(/permission denied/)
})
