import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, databaseFingerprint, refusalOf, tally } from '../../../test/money.ts'
import {
  addExternalAccount,
  entriesOf,
  importEntries,
  movementsOf,
  paymentReference,
} from '../../../test/statement-entries.ts'
import { hashToken } from '../../access/session.ts'
import { bookMatchedEntries } from './book-matched-entries.ts'

const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let grace: Person
let hedy: Person
let account: string
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  hedy = await bank.person({ role: 'Admin', fullName: 'Hedy Admin' })
  account = await addExternalAccount(grace)
})

const act = (by: Person, id: string, what: string, body?: object) =>
  by.call('POST', `/admin/bank-statements/lines/${id}/${what}`, body ? { body } : {})
const imported = async (...amounts: bigint[]) =>
  (
    await importEntries(
      bank,
      grace,
      account,
      amounts.map((amountCents) => ({ amountCents })),
    )
  ).ids
const only = async (amountCents: bigint) => (await imported(amountCents))[0] ?? ''
const balanceOf = async (person: Person) => (await person.balance()).availableCents

describe('above the limit', () => {
  test('assigning money needs two people, and pays once', async () => {
    const ada = await bank.person()
    const entry = await only(150_00n)
    const first = (await act(grace, entry, 'match', { userId: ada.id })).json()
    expect(first).toMatchObject({
      state: 'matched',
      inSuspense: true,
      waitsFor: 'second_person',
      proposedBy: { _id: grace.id },
      match: { status: 'Pending', user: { _id: ada.id } },
    })
    expect(await balanceOf(ada)).toBe(0n)
    const { transactionId } = first.match
    expect(refusalOf(await act(grace, entry, 'match', { transactionId }))).toMatchObject({
      code: 'second_admin_needed',
    })
    // Not for another person, and neither ignored nor returned meanwhile.
    const ben = await bank.person()
    const others = [
      await act(hedy, entry, 'match', { userId: ben.id }),
      await act(hedy, entry, 'ignore', { reason: 'x' }),
      await act(hedy, entry, 'return', { reason: 'x' }),
    ]
    expect(tally(others)).toEqual({ '409 line_waits': 3 })
    const seconds = await Promise.all(Array.from({ length: 5 }, () => act(hedy, entry, 'match', { transactionId })))
    expect(tally(seconds)).toEqual({ '200': 1, '409 line_decided': 4 })
    expect([await balanceOf(ada), await balanceOf(ben)]).toEqual([150_00n, 0n])
    expect((await movementsOf(bank, entry)).map(({ purpose }) => purpose)).toEqual(['statement', 'assignment'])
    const [row] = await bank.sql`select proposed_by, decided_by from transactions where id = ${transactionId}`
    expect(row).toEqual({ proposed_by: grace.id, decided_by: hedy.id })
  })

  test('splitting does not help: small entries for one person add up', async () => {
    const ada = await bank.person()
    const [first, second] = await imported(60_00n, 50_00n)
    expect((await act(grace, first ?? '', 'match', { userId: ada.id })).json().state).toBe('booked')
    expect((await act(grace, second ?? '', 'match', { userId: ada.id })).json()).toMatchObject({ state: 'matched' })
    expect(await balanceOf(ada)).toBe(60_00n)
  })

  test('undone, the deposit that was made for it is declined', async () => {
    const ada = await bank.person()
    const entry = await only(151_00n)
    const { match } = (await act(grace, entry, 'match', { userId: ada.id })).json()
    expect((await act(hedy, entry, 'undo')).json()).toMatchObject({ state: 'unmatched', waitsFor: null, match: null })
    const [row] = await bank.sql`select status from transactions where id = ${match.transactionId}`
    expect(row?.status).toBe('Declined')
    expect((await act(hedy, entry, 'match', { transactionId: match.transactionId })).json().code).toBe(
      'already_decided',
    )
  })

  test('approved elsewhere by the second person, only its entry clears the deposit', async () => {
    const ada = await bank.person()
    const entry = await only(152_00n)
    const { match } = (await act(grace, entry, 'match', { userId: ada.id })).json()
    await hedy.call('POST', '/deposit/approve', { body: { transactionId: match.transactionId } })
    expect((await act(grace, entry, 'undo')).json().code).toBe('line_decided')
    expect((await act(grace, entry, 'match', { userId: (await bank.person()).id })).json().code).toBe('line_waits')
    expect((await act(grace, entry, 'match', { userId: ada.id })).json().state).toBe('booked')
    expect(await balanceOf(ada)).toBe(152_00n)
  })

  test('a customer’s own deposit is approved by two through its entry', async () => {
    const ada = await bank.person()
    const body = { amount: 153, method: 'bank', receipt: await createUpload(bank, ada) }
    const transactionId = (await ada.call('POST', '/deposit', { body })).json()._id
    const { ids } = await importEntries(bank, grace, account, [
      { amountCents: 153_00n, text: await paymentReference(ada) },
    ])
    const entry = ids[0] ?? ''
    expect((await act(grace, entry, 'match', { transactionId })).json()).toMatchObject({
      state: 'matched',
      waitsFor: 'second_person',
    })
    expect(await movementsOf(bank, entry)).toEqual([])
    expect((await act(hedy, entry, 'match', { transactionId })).json()).toMatchObject({ state: 'booked' })
    expect(await balanceOf(ada)).toBe(153_00n)
  })

  test('returning money needs two people, and small returns add up', async () => {
    const [small, large] = await imported(90_00n, 20_00n)
    expect((await act(grace, small ?? '', 'return', { reason: 'Unknown' })).json().state).toBe('booked')
    const first = (await act(grace, large ?? '', 'return', { reason: 'Unknown too' })).json()
    expect(first).toMatchObject({ state: 'unmatched', waitsFor: 'second_person', returnedReason: 'Unknown too' })
    expect((await act(grace, large ?? '', 'return', { reason: 'x' })).json().code).toBe('second_admin_needed')
    expect((await act(hedy, large ?? '', 'match', { userId: hedy.id })).json().code).toBe('line_waits')
    expect((await act(hedy, large ?? '', 'return', { reason: 'x' })).json()).toMatchObject({
      state: 'booked',
      returnedReason: 'Unknown too',
    })
    const [row] = await bank.sql`select proposed_by, decided_by from bank_statement_lines where id = ${large ?? ''}`
    expect(row).toEqual({ proposed_by: grace.id, decided_by: hedy.id })
  })
})

test('booking matched credits without a click leaves what needs a second person, or belongs to the importer', async () => {
  const ada = await bank.person()
  const [claimed, text] = [await bank.person(), await paymentReference(ada)]
  const entries = [
    { amountCents: 60_00n, text },
    { amountCents: 70_00n, text },
    { amountCents: 1_00n, text: await paymentReference(grace) },
    { amountCents: 5_00n, text: await paymentReference(claimed) },
    { amountCents: 5_00n, text: 'Unknown' },
  ]
  const { id, ids } = await importEntries(bank, grace, account, entries)
  const actor = { kind: 'session', personId: grace.id, sessionHash: hashToken(grace.token) } as const
  const context = { actor, at: bank.now(), requestId: 'test', idempotency: null }
  await bookMatchedEntries(bank.sql, bank.ledger, id, context)
  const states = (await entriesOf(bank, ids)).map(({ state }) => state)
  expect(states).toEqual(['booked', 'matched', 'matched', 'booked', 'unmatched'])
  expect([await balanceOf(ada), await balanceOf(grace), await balanceOf(claimed)]).toEqual([60_00n, 0n, 5_00n])
  expect((await act(hedy, ids[1] ?? '', 'match', { userId: ada.id })).json().state).toBe('booked')
})

describe('dishonest staff', () => {
  test('can’t assign money of any amount to themselves, nor confirm it', async () => {
    const entry = await only(1_00n)
    expect(refusalOf(await act(grace, entry, 'match', { userId: grace.id }))).toMatchObject({
      status: 403,
      code: 'own_account',
    })
    const large = await only(500_00n)
    const { match } = (await act(grace, large, 'match', { userId: hedy.id })).json()
    expect((await act(hedy, large, 'match', { transactionId: match.transactionId })).json().code).toBe('own_account')
    expect(await balanceOf(hedy)).toBe(0n)
  })

  test('other roles, a demoted administrator and an ended session change nothing', async () => {
    const entry = await only(2_00n)
    const ada = await bank.person()
    const people = await Promise.all(
      (['User', 'Support', 'Teller', 'Auditor'] as const).map((role) => bank.person({ role })),
    )
    const demoted = await bank.person({ role: 'Admin' })
    await act(demoted, entry, 'undo')
    await bank.owner`update people set role = 'Teller' where id = ${demoted.id}`
    const before = await databaseFingerprint(bank)
    const responses = await Promise.all(
      [...people, demoted].flatMap((by) => [
        act(by, entry, 'match', { userId: ada.id }),
        act(by, entry, 'ignore', { reason: 'x' }),
        act(by, entry, 'return', { reason: 'x' }),
        act(by, entry, 'undo'),
      ]),
    )
    expect(tally(responses)).toEqual({ '403 forbidden': 20 })
    const ended = await bank.person({ role: 'Admin' })
    await bank.owner`update sessions set ended_at = ${bank.now()} where person_id = ${ended.id}`
    expect(tally([await act(ended, entry, 'match', { userId: ada.id })])).toEqual({ '401 unauthenticated': 1 })
    const after = await databaseFingerprint(bank)
    for (const table of ['bank_statement_lines', 'contra_movements', 'transactions', 'postings'])
      expect([table, after[table]]).toEqual([table, before[table]])
    expect((await entriesOf(bank, [entry]))[0]?.state).toBe('unmatched')
  })
})
