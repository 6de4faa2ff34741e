import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { addExternalAccount } from '../../../test/statement-entries.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { checkInvariants, invariants } from '../books/invariants.ts'

/** The invariants about journal entries by hand, each breached with full write access. */
const bank = useBank()
let grace: Person
let linus: Person
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin' })
  linus = await bank.person({ role: 'Admin' })
  await addExternalAccount(grace)
  const lines = [
    { account: '1201', debit: 10 },
    { account: '3000', credit: 10 },
  ]
  const body = { date: '2026-01-05', text: 'Opening balance', lines }
  await confirm(await grace.call('POST', '/admin/journal-entries', { body }))
  const second = await confirm(await grace.call('POST', '/admin/journal-entries', { body }))
  await confirm(await grace.call('POST', `/admin/journal-entries/${second}/reverse`))
})

async function confirm(made: Awaited<ReturnType<Person['call']>>): Promise<string> {
  const { _id, entryId } = made.json()
  expect((await linus.call('POST', `/admin/proposals/${_id}/confirm`)).statusCode).toBe(200)
  return entryId
}

class Undo extends Error {}
const numberOf = (title: RegExp) => invariants.findIndex((invariant) => title.test(invariant.title)) + 1
const [SUMS, PEOPLE, CHAIN, MOVEMENTS, REPORTS] = [
  numberOf(/same sum on both sides/),
  numberOf(/another person than its proposer/),
  numberOf(/^Journal entries by hand are numbered/),
  numberOf(/^Movements of external accounts/),
  numberOf(/^Balance sheet and profit and loss/),
]
/** The harm is done with full rights, and without the constraints that refuse it by themselves. */
async function brokenAfter(harm: (tx: Sql) => Promise<unknown>): Promise<number[]> {
  let broken: number[] = []
  await bank.owner
    .begin(async (tx) => {
      await tx`alter table journal_entries drop constraint two_people, drop constraint journal_entries_reverses_id_key`
      await tx`alter table journal_lines drop constraint journal_lines_account_check, drop constraint one_side,
        drop constraint journal_lines_account_fkey`
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
const FIRST = 'entry_id = (select id from journal_entries where number = 1)'

test.each<[string, number[], (tx: Sql) => Promise<unknown>]>([
  ['nothing', [], async () => {}],
  [
    'an unbalanced entry',
    [SUMS, PEOPLE, CHAIN],
    (tx) => tx.unsafe(`update journal_lines set credit = credit + 1 where ${FIRST} and place = 2`),
  ],
  [
    'money of customers',
    [SUMS, PEOPLE, CHAIN],
    (tx) => tx.unsafe(`update journal_lines set account = 'customers:main' where ${FIRST} and place = 2`),
  ],
  [
    'an account that is in no chart',
    [SUMS, PEOPLE, CHAIN, REPORTS],
    (tx) => tx.unsafe(`update journal_lines set account = 'gl:none' where ${FIRST} and place = 2`),
  ],
  [
    'another amount on both sides',
    [MOVEMENTS, PEOPLE, CHAIN],
    (tx) => tx.unsafe(`update journal_lines set debit = sign(debit) * 700, credit = sign(credit) * 700 where ${FIRST}`),
  ],
  [
    'an entry of one person',
    [PEOPLE, CHAIN],
    (tx) => tx`update journal_entries set confirmed_by = proposed_by where number = 1`,
  ],
  [
    'an entry without a confirmation',
    [PEOPLE],
    (tx) => tx`
      update proposals set state = 'rejected' where id = (select proposal_id from journal_entries where number = 1)`,
  ],
  [
    'a second reversal',
    [SUMS, PEOPLE, CHAIN],
    (tx) => tx`
      update journal_entries set reverses_id = (select reverses_id from journal_entries where reverses_id is not null limit 1)
      where number = 1`,
  ],
  ['another text', [PEOPLE, CHAIN], (tx) => tx`update journal_entries set text = 'Other' where number = 1`],
  [
    'another day',
    [SUMS, CHAIN],
    (tx) => tx`update journal_entries set booked_at = booked_at - interval '1 s' where number = 1`,
  ],
  [
    'the last entry removed',
    [MOVEMENTS, PEOPLE, CHAIN],
    async (tx) => {
      const last = 'select id from journal_entries where number = (select max(number) from journal_entries)'
      await tx.unsafe(`delete from journal_lines where entry_id = (${last})`)
      await tx.unsafe(`delete from journal_entries where id = (${last})`)
    },
  ],
  ['a head of nothing', [CHAIN], (tx) => tx`update journal_head set number = number + 1`],
  [
    'another balance of an external account',
    [MOVEMENTS],
    (tx) => tx`update outside_accounts set balance = balance + 1`,
  ],
])('%s', async (_, expected, harm) => {
  // Sums of days are compared with bookings, too: they follow any change of those.
  const days = numberOf(/^The sums of days/)
  expect((await brokenAfter(harm)).filter((number) => number !== days)).toEqual(expected)
})
