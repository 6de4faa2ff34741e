import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint } from '../../../test/money.ts'
import { addExternalAccount } from '../../../test/statement-entries.ts'
import { camt053, camtStatement, type MadeEntry, mt940, statementForm } from '../../../test/statement-files.ts'
import { checkInvariants } from '../../ledger/books/invariants.ts'
import type { Tx } from '../../platform/db/connection.ts'

/** A file in the wrong account: the import is undone as a whole, and the books stay right. */
const bank = useBank()
let [admin, second, ada]: Person[] = []
const first = () => admin as Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
  second = await bank.person({ role: 'Admin' })
  ada = await bank.person()
})

let accounts = 0
async function newAccount() {
  const number = `7710${String(++accounts).padStart(6, '0')}`
  return { id: await addExternalAccount(first(), number), number }
}
const on = (day: number) => `2026-01-${String(day).padStart(2, '0')}`
const entry = (day: number, cents: number, reference?: string): MadeEntry => ({
  on: on(day),
  cents,
  text: `Payment of ${day}`,
  reference,
})
const camt = (account: string, openingCents: number, entries: MadeEntry[], from?: string, to?: string) =>
  camt053(camtStatement({ account, openingCents, entries, ...(from && to ? { from, to } : {}) }))

const upload = async (file: string, fields?: Record<string, string>) => {
  const response = await first().call('POST', '/admin/bank-statements', statementForm(file, fields))
  return { status: response.statusCode, ...response.json() }
}
const undo = async (id: string, by = first()) => {
  const response = await by.call('POST', `/admin/bank-statements/${id}/undo`)
  return { status: response.statusCode, ...response.json() }
}
const linesOf = async (id: string) => (await first().call('GET', `/admin/bank-statements/${id}/lines`)).json()
const act = async (id: string, what: string, body?: object) =>
  (await first().call('POST', `/admin/bank-statements/lines/${id}/${what}`, body ? { body } : {})).statusCode
const balanceOf = async (id: string) => {
  const all = (await first().call('GET', '/admin/outside-accounts')).json()
  return all.find(({ _id }: { _id: string }) => _id === id).balance
}
const reconciled = async (id: string) =>
  (await first().call('GET', `/admin/reconciliation?accountId=${id}`)).json().accounts[0]
const broken = async () =>
  (await checkInvariants(bank.sql, bank.config.bankTimeZone)).filter((one) => one.breaches > 0n)

test('a file in the wrong account is undone by one person and imported into the right one', async () => {
  const [wrong, right] = [await newAccount(), await newAccount()]
  const file = mt940({ account: '12340000', openingCents: 0, entries: [entry(2, 500), entry(3, -200), entry(3, 0)] })
  const imported = await upload(file, { outsideAccountId: wrong.id })
  expect(imported).toMatchObject({ status: 201, lines: { total: 3, known: 0 } })
  const [credit, debit] = await linesOf(imported._id)
  expect(await act(debit._id, 'ignore', { reason: 'Fee' })).toBe(200)
  expect(await balanceOf(wrong.id)).toBe(5)

  expect(await undo(imported._id)).toMatchObject({
    status: 200,
    _id: imported._id,
    states: { matched: 0, suggested: 0, unmatched: 0, booked: 0, ignored: 0, undone: 3 },
    undoneBy: { _id: first().id },
    undoneAt: expect.any(String),
  })
  expect(await balanceOf(wrong.id)).toBe(0)
  const lines = (await first().call('GET', `/admin/bank-statements/lines?account=${wrong.id}`)).json()
  expect(lines).toEqual([])
  expect(await linesOf(imported._id)).toMatchObject([{ state: 'undone' }, { state: 'undone' }, { state: 'undone' }])
  const movements = await bank.sql`
    select purpose, debit, credit, amount from contra_movements where line_id = ${credit._id} order by number`
  const contra = `outside:${wrong.id}`
  expect(movements).toEqual([
    { purpose: 'statement', debit: contra, credit: 'suspense', amount: 500n },
    { purpose: 'withdrawal', debit: 'suspense', credit: contra, amount: 500n },
  ])
  expect(await reconciled(wrong.id)).toMatchObject({ statement: null, statementBalance: 0, unexplained: 0 })
  // An undone entry is so for good, and so is its import.
  expect(await act(credit._id, 'match', { userId: ada?.id })).toBe(409)
  expect(await act(credit._id, 'ignore', { reason: 'x' })).toBe(409)
  expect(await act(credit._id, 'undo')).toBe(409)
  expect(await act(credit._id, 'return', { reason: 'x' })).toBe(409)
  expect(await undo(imported._id)).toMatchObject({ status: 409, code: 'statement_undone' })

  // What was said with it is forgotten, so the same file is asked about again, or new in either account.
  expect(await upload(file)).toMatchObject({ code: 'unknown_account' })
  const again = await upload(file, { outsideAccountId: right.id })
  expect(again).toMatchObject({ status: 201, account: { _id: right.id }, lines: { total: 3, known: 0 } })
  expect(await balanceOf(right.id)).toBe(3)
  expect(await undo(again._id)).toMatchObject({ status: 200 })
  const third = await upload(file, { outsideAccountId: wrong.id })
  expect(third).toMatchObject({ status: 201, lines: { total: 3, known: 0 } })
  expect(third._id).not.toBe(imported._id)
  expect(await upload(file)).toMatchObject({ _id: third._id, lines: { total: 3, known: 3 } })
  const audited = await bank.sql<{ actor_id: string; after: { statementId: string } }[]>`
    select actor_id, after from audit where action = 'bank_statement.undone' order by at, id`
  expect(audited.map(({ actor_id, after }) => [actor_id, after.statementId])).toEqual([
    [first().id, imported._id],
    [first().id, again._id],
  ])
  expect(await broken()).toEqual([])
})

test('not while an entry is booked or waits; afterwards with a second person', async () => {
  const { id, number } = await newAccount()
  const imported = await upload(camt(number, 0, [entry(2, 500), entry(3, 700)]))
  const [line] = await linesOf(imported._id)
  expect(await act(line._id, 'match', { userId: ada?.id })).toBe(200)
  const before = await databaseFingerprint(bank)
  expect(await undo(imported._id)).toMatchObject({
    status: 409,
    code: 'lines_booked',
    current: { booked: 1, waiting: 0 },
  })
  expect(await databaseFingerprint(bank)).toEqual(before)

  expect(await act(line._id, 'undo')).toBe(200)
  const proposed = await undo(imported._id)
  expect(proposed).toMatchObject({ status: 202, kind: 'statement_undo', state: 'pending', before: { lines: 2 } })
  expect(await undo(imported._id)).toMatchObject({ status: 202, _id: proposed._id })
  expect(await linesOf(imported._id)).toMatchObject([{ state: 'unmatched' }, { state: 'unmatched' }])
  const confirm = async (by: Person | undefined) =>
    (await by?.call('POST', `/admin/proposals/${proposed._id}/confirm`))?.json()
  expect(await confirm(first())).toMatchObject({ code: 'second_admin_needed' })

  // Booked again meanwhile: what was proposed is not what is there.
  expect(await act(line._id, 'return', { reason: 'Unknown' })).toBe(200)
  expect(await confirm(second)).toMatchObject({ code: 'proposal_outdated' })
  expect(await act(line._id, 'undo')).toBe(200)
  expect(await confirm(second)).toMatchObject({ state: 'confirmed' })
  expect(await linesOf(imported._id)).toMatchObject([{ state: 'undone' }, { state: 'undone' }])
  const [undone] =
    await bank.sql`select undone_by, proposed_by from statement_undos where statement_id = ${imported._id}`
  expect(undone).toEqual({ undone_by: second?.id, proposed_by: first().id })
  expect(await balanceOf(id)).toBe(0)
  expect(await broken()).toEqual([])
})

test('overlapping statements are undone from the last one to the first, and balances stay right', async () => {
  const { id, number } = await newAccount()
  const month = [entry(2, 500, 'REF1'), entry(5, -200, 'REF2'), entry(7, 300, 'REF3'), entry(9, 700, 'REF4')]
  const early = await upload(camt(number, 0, month.slice(0, 3), on(1), on(7)))
  const late = await upload(camt(number, 300, month.slice(2), on(6), on(10)))
  expect(late).toMatchObject({ lines: { total: 2, known: 1 } })
  const after = await upload(camt(number, 1_300, [entry(12, 5, 'REF5')], on(11), on(12)))
  expect(await undo(early._id)).toMatchObject({
    status: 409,
    code: 'statement_shared',
    current: { statementId: late._id },
  })
  expect(await undo(late._id)).toMatchObject({ status: 200 })
  // The next statement does not go on where the first one ended: that is a gap, and known.
  expect(await reconciled(id)).toMatchObject({ statementBalance: 13.05, unexplained: 0 })
  expect(
    (await reconciled(id)).items.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]),
  ).toEqual(expect.arrayContaining([['statement_gap', 7]]))
  // A statement that contradicts what is left is refused, one that only contradicted the undone one is not.
  expect(await upload(camt(number, 301, month.slice(2), on(6), on(10)))).toMatchObject({ code: 'balances_differ' })
  const again = await upload(camt(number, 300, month.slice(2), on(6), on(10)))
  expect(again).toMatchObject({ status: 201, lines: { total: 2, known: 1 } })
  expect((await reconciled(id)).items.map(({ kind }: { kind: string }) => kind)).not.toContain('statement_gap')
  for (const statement of [after, again, early]) expect(await undo(statement._id)).toMatchObject({ status: 200 })
  expect(await reconciled(id)).toMatchObject({ statement: null, statementBalance: 0, ledgerBalance: 0, unexplained: 0 })
  expect(await broken()).toEqual([])
})

test('races: one of two undoes it; an entry is booked or undone, never both; imports while it is undone', async () => {
  const { number } = await newAccount()
  const file = camt(number, 0, [entry(2, 500), entry(3, 700)])
  for (let round = 0; round < 3; round++) {
    const imported = await upload(file)
    expect(imported).toMatchObject({ status: 201, lines: { known: 0 } })
    const [line] = await linesOf(imported._id)
    const [one, two, booked, ...imports] = await Promise.all([
      undo(imported._id),
      undo(imported._id, second),
      act(line._id, 'match', { userId: ada?.id, confirm: true }),
      upload(file),
      upload(file),
    ])
    const undone = [one, two].filter(({ status }) => status === 200)
    expect(undone.length + Number(booked === 200)).toBe(1)
    expect(imports.map(({ status }) => status)).toEqual([201, 201])
    const [left] = await bank.sql<{ entries: number }[]>`
      select count(*)::int as entries from bank_statement_lines l join outside_accounts a on a.id = l.outside_account_id
      where a.number = ${number} and l.state <> 'undone'`
    const isAgain = imports.some(({ lines }) => lines.known === 0)
    expect(left?.entries).toBe(booked === 200 || isAgain ? 2 : 0)
    expect(await broken()).toEqual([])
    if (booked === 200) break
    for (const { _id } of imports) await undo(_id)
  }
})

test('who may: an Admin', async () => {
  const { number } = await newAccount()
  const { _id } = await upload(camt(number, 0, [entry(2, 500)]))
  for (const role of ['Auditor', 'Teller', 'Support', 'User'] as const)
    expect((await undo(_id, await bank.person({ role }))).status, role).toBe(403)
  expect(await undo('0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f')).toMatchObject({ status: 404 })
  expect(await linesOf(_id)).toMatchObject([{ state: 'unmatched' }])
})

describe('the application’s role, past all of its code', () => {
  const POLICY = { code: '42501', message: expect.stringContaining('row-level security policy') }
  const insertUndo = (statementId: string, by: string, proposedBy: string | null = null) => bank.sql`
    insert into statement_undos (statement_id, undone_by, proposed_by, undone_at)
    values (${statementId}, ${by}, ${proposedBy}, now())`

  test('undoes no booked import, and none alone whose entries were booked', async () => {
    const { number } = await newAccount()
    const { _id } = await upload(camt(number, 0, [entry(2, 500)]))
    const [line] = await linesOf(_id)
    await expect(
      bank.sql`update bank_statement_lines set state = 'undone', in_suspense = false where id = ${line._id}`,
    ).rejects.toMatchObject(POLICY)
    await expect(
      bank.sql`update bank_statement_lines set identity = sha256(identity) where id = ${line._id}`,
    ).rejects.toMatchObject(POLICY)
    expect(await act(line._id, 'match', { userId: (await bank.person()).id })).toBe(200)
    await expect(insertUndo(_id, first().id, second?.id)).rejects.toMatchObject(POLICY)
    expect(await act(line._id, 'undo')).toBe(200)
    await expect(insertUndo(_id, first().id)).rejects.toMatchObject(POLICY)
    await expect(insertUndo(_id, first().id, first().id)).rejects.toMatchObject({ code: '23514' })
  })

  test('takes no undone entry back, and no undo', async () => {
    const { number } = await newAccount()
    const { _id } = await upload(camt(number, 0, [entry(2, 500)]))
    const [line] = await linesOf(_id)
    await undo(_id)
    for (const state of ['unmatched', 'matched', 'ignored'])
      await expect(
        bank.sql`update bank_statement_lines set state = ${state}, in_suspense = ${state === 'unmatched'},
          ignored_reason = ${state === 'ignored' ? 'x' : null} where id = ${line._id}`,
        state,
      ).rejects.toMatchObject(POLICY)
    const NO_RIGHT = { message: expect.stringContaining('permission denied') }
    await expect(bank.sql`delete from statement_undos where statement_id = ${_id}`).rejects.toMatchObject(NO_RIGHT)
    await expect(bank.sql`delete from bank_statement_lines where id = ${line._id}`).rejects.toMatchObject(NO_RIGHT)
  })
})

test('the invariant notices an entry that is undone without its import, and an undo by one person alone', async () => {
  const { number } = await newAccount()
  const { _id } = await upload(camt(number, 0, [entry(2, 500)]))
  const [line] = await linesOf(_id)
  expect(await act(line._id, 'match', { userId: (await bank.person()).id })).toBe(200)
  expect(await act(line._id, 'undo')).toBe(200)
  await undo(_id)
  const [proposal] = (await first().call('GET', '/admin/proposals?state=pending')).json()
  await second?.call('POST', `/admin/proposals/${proposal._id}/confirm`)
  const isUndone = /are undone with their import/
  for (const harm of [
    (tx: Tx) => tx`update statement_undos set proposed_by = null where statement_id = ${_id}`,
    (tx: Tx) => tx`delete from statement_undos where statement_id = ${_id}`,
  ]) {
    const work = bank.owner.begin(async (tx) => {
      await harm(tx)
      const found = await checkInvariants(tx, bank.config.bankTimeZone)
      throw new Error(found.find(({ title, breaches }) => isUndone.test(title) && breaches > 0n)?.title ?? 'nothing')
    })
    await expect(work).rejects.toThrow(isUndone)
  }
})
