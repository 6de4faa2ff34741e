import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, refusalOf, tally } from '../../../test/money.ts'
import {
  addExternalAccount,
  entriesOf,
  importEntries,
  movementsOf,
  paymentReference,
} from '../../../test/statement-entries.ts'
import { sendWire } from '../../../test/wires.ts'
import { checkStatementEntryTargets } from '../../ledger/statement-entries/external-money-invariants.ts'

const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let grace: Person
let hedy: Person
let account: string
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin' })
  hedy = await bank.person({ role: 'Admin' })
  account = await addExternalAccount(grace)
})

const act = (by: Person, id: string | undefined, what: string, body?: object) =>
  by.call('POST', `/admin/bank-statements/lines/${id}/${what}`, body ? { body } : {})
const detailsOf = async (id: string | undefined) =>
  (await grace.call('GET', `/admin/bank-statements/lines/${id}/details`)).json()
const imported = async (entry: Parameters<typeof importEntries>[3][number], by = grace) =>
  (await importEntries(bank, by, account, [entry])).ids[0] ?? ''
const deposits = async (person: Person, amount: number) => {
  const body = { amount, method: 'bank', receipt: await createUpload(bank, person) }
  return (await person.call('POST', '/deposit', { body })).json()._id as string
}
const approve = (by: Person, transactionId: string) => by.call('POST', '/deposit/approve', { body: { transactionId } })
const reverse = async (transactionId: string) => {
  const teller = await bank.person({ role: 'Teller' })
  const response = await teller.call('POST', '/admin/reverse', { body: { transactionId, reason: 'Entered twice' } })
  expect(response.statusCode).toBe(201)
}
const balanceOf = async (person: Person) => (await person.balance()).availableCents
const depositsOf = (person: Person) =>
  bank.sql`select id, status from transactions where account_id = ${person.id} and type = 'Deposit' order by id`
const referenceOf = async (id: string) =>
  (await bank.sql<{ reference: string }[]>`select reference from transactions where id = ${id}`)[0]?.reference ?? ''
const rich = () => bank.person({ balanceCents: 1_000_00n })

describe('a person with pending deposits', () => {
  test('of the amount: the deposit is approved, also by two people, and no second one is made', async () => {
    const [ada, ben] = [await bank.person(), await bank.person()]
    const [small, large] = [await deposits(ada, 25), await deposits(ben, 150)]
    const entry = await imported({ amountCents: 25_00n, text: await paymentReference(ada) })
    const booked = (await act(grace, entry, 'match', { userId: ada.id })).json()
    expect(booked).toMatchObject({ state: 'booked', match: { transactionId: small } })
    expect([await depositsOf(ada), await balanceOf(ada)]).toEqual([[{ id: small, status: 'Completed' }], 25_00n])
    const second = await imported({ amountCents: 150_00n })
    for (const [by, state] of [
      [grace, 'matched'],
      [hedy, 'booked'],
    ] as const)
      expect((await act(by, second, 'match', { userId: ben.id })).json().state).toBe(state)
    expect([await depositsOf(ben), await balanceOf(ben)]).toEqual([[{ id: large, status: 'Completed' }], 150_00n])
  })

  test('several of the amount: staff choose one', async () => {
    const ada = await bank.person()
    const [first] = [await deposits(ada, 26), await deposits(ada, 26)]
    const entry = await imported({ amountCents: 26_00n })
    expect(refusalOf(await act(grace, entry, 'match', { userId: ada.id }))).toMatchObject({
      status: 409,
      code: 'choose_deposit',
    })
    expect((await act(grace, entry, 'match', { transactionId: first })).json().state).toBe('booked')
    // One is left, so the next entry of the amount is this one.
    expect((await act(grace, await imported({ amountCents: 26_00n }), 'match', { userId: ada.id })).statusCode).toBe(
      200,
    )
    expect(await depositsOf(ada)).toMatchObject([{ status: 'Completed' }, { status: 'Completed' }])
    expect(await balanceOf(ada)).toBe(52_00n)
  })

  test('of another amount: the deposit and the person are suggested, and none is certain', async () => {
    const ada = await bank.person()
    const claimed = await deposits(ada, 27)
    const entry = await imported({ amountCents: 28_00n, text: await paymentReference(ada) })
    expect(await detailsOf(entry)).toMatchObject({
      state: 'suggested',
      match: { transactionId: null, user: { _id: ada.id }, reasons: ['reference_ok', 'other_deposit'] },
      suggestions: [{ transactionId: claimed, reasons: ['reference_ok', 'amount_differs'] }],
    })
  })
})

describe('what was reversed', () => {
  test('a deposit is not offered and can’t be matched; the person is, and gets the money', async () => {
    const ada = await bank.person()
    const claimed = await deposits(ada, 31)
    await approve(hedy, claimed)
    await reverse(claimed)
    const entry = await imported({ amountCents: 31_00n, text: await paymentReference(ada) })
    expect(await detailsOf(entry)).toMatchObject({
      match: { transactionId: null, user: { _id: ada.id } },
      suggestions: [],
    })
    expect(refusalOf(await act(grace, entry, 'match', { transactionId: claimed }))).toMatchObject({
      status: 409,
      code: 'already_reversed',
    })
    expect((await act(grace, entry, 'match', { userId: ada.id })).json().state).toBe('booked')
    expect(await balanceOf(ada)).toBe(31_00n)
  })

  test('a payment that left all the same waits for staff, with its reason', async () => {
    const wire = await sendWire(bank, await rich(), { amount: 32 })
    await reverse(wire)
    const entry = await imported({ amountCents: -32_00n, endToEndId: await referenceOf(wire) })
    const read = await detailsOf(entry)
    expect(read).toMatchObject({ state: 'suggested', bookedAt: null, match: { transactionId: wire } })
    expect(read.match.reasons).toContain('reversed')
    expect((await act(grace, entry, 'match', { transactionId: wire })).json().state).toBe('booked')
  })
})

describe('a credit that brings a payment back', () => {
  test('is suggested as such, and one click returns the wire and books the entry', async () => {
    const ada = await rich()
    const wire = await sendWire(bank, ada, { amount: 33 })
    const entry = await imported({ amountCents: 33_00n, endToEndId: await referenceOf(wire), text: 'RETURN' })
    const read = await detailsOf(entry)
    expect(read).toMatchObject({ state: 'suggested', match: { transactionId: wire, score: 80 } })
    expect(read.match.reasons).toEqual(['reference_ok', 'amount_ok', 'returned_payment'])
    const booked = (await act(grace, entry, 'match', { transactionId: wire })).json()
    expect(booked).toMatchObject({ state: 'booked', match: { status: 'Completed', amount: 33 } })
    const [back] =
      await bank.sql`select id, is_return, reverses_id from transactions where id = ${booked.match.transactionId}`
    expect(back).toMatchObject({ is_return: true, reverses_id: wire })
    expect(await movementsOf(bank, entry)).toMatchObject([{ debit: 'outside', credit: 'wire_clearing' }])
    expect(await balanceOf(ada)).toBe(1_000_00n)
    const again = await imported({ amountCents: 33_00n, endToEndId: await referenceOf(wire) })
    expect(refusalOf(await act(grace, again, 'match', { transactionId: wire }))).toMatchObject({
      code: 'already_returned',
    })
  })

  test('needs two people above the limit; undone, the return is declined', async () => {
    const ada = await rich()
    const wire = await sendWire(bank, ada, { amount: 99 })
    await act(grace, await imported({ amountCents: 50_00n }), 'match', { userId: ada.id })
    const entry = await imported({ amountCents: 99_00n, endToEndId: await referenceOf(wire) })
    const propose = async () => (await act(grace, entry, 'match', { transactionId: wire })).json()
    const first = await propose()
    expect(first).toMatchObject({ state: 'matched', waitsFor: 'second_person', match: { status: 'Pending' } })
    expect((await act(hedy, entry, 'undo')).json()).toMatchObject({ state: 'unmatched', match: null })
    const { transactionId } = (await propose()).match
    expect(refusalOf(await act(grace, entry, 'match', { transactionId }))).toMatchObject({
      code: 'second_admin_needed',
    })
    expect(await balanceOf(ada)).toBe(951_00n)
    const seconds = await Promise.all([1, 2, 3].map(() => act(hedy, entry, 'match', { transactionId })))
    expect(tally(seconds)).toEqual({ '200': 1, '409 line_decided': 2 })
    expect(await balanceOf(ada)).toBe(1_050_00n)
  })

  test('waits while the run of the payment is open', async () => {
    const wire = await sendWire(bank, await rich(), { amount: 34 })
    const run = (await grace.call('POST', '/admin/payment-runs')).json()
    const entry = await imported({ amountCents: 34_00n, endToEndId: await referenceOf(wire) })
    expect(refusalOf(await act(grace, entry, 'match', { transactionId: wire }))).toMatchObject({ code: 'run_open' })
    await grace.call('POST', `/admin/payment-runs/${run._id}/sent`)
    expect((await act(grace, entry, 'match', { transactionId: wire })).json().state).toBe('booked')
  })
})

test('the importer’s own payment waits for a colleague', async () => {
  const mallory = await bank.person({ role: 'Admin', balanceCents: 100_00n })
  const wire = await sendWire(bank, mallory, { amount: 35 })
  const entry = await imported({ amountCents: -35_00n, endToEndId: await referenceOf(wire) }, mallory)
  expect(await entriesOf(bank, [entry])).toMatchObject([{ state: 'matched', transaction_id: wire }])
  expect(await movementsOf(bank, entry)).toEqual([])
  expect(refusalOf(await act(mallory, entry, 'match', { transactionId: wire }))).toMatchObject({ code: 'own_account' })
  expect((await act(grace, entry, 'match', { transactionId: wire })).json().state).toBe('booked')
  expect((await checkStatementEntryTargets(bank.sql))[0]?.breaches).toBe(0n)
})

test('the deposit that was made for an entry belongs to it; an entry whose deposit another one cleared can be undone', async () => {
  const ada = await bank.person()
  const [first, second] = [await imported({ amountCents: 160_00n }), await imported({ amountCents: 160_00n })]
  const { transactionId } = (await act(grace, first, 'match', { userId: ada.id })).json().match
  await approve(hedy, transactionId)
  expect((await detailsOf(second)).suggestions).toEqual([])
  expect(refusalOf(await act(grace, second, 'match', { transactionId }))).toMatchObject({
    status: 409,
    code: 'deposit_of_line',
  })
  // Banks that booked the second entry before this was refused have such rows.
  await bank.owner`
    update bank_statement_lines set transaction_id = null, deposit_id = null where id = ${first}`
  expect((await act(grace, second, 'match', { transactionId })).json().state).toBe('booked')
  await bank.owner`
    update bank_statement_lines set state = 'matched', transaction_id = ${transactionId}, deposit_id = ${transactionId}
    where id = ${first}`
  expect(refusalOf(await act(grace, first, 'match', { userId: ada.id }))).toMatchObject({ code: 'transaction_cleared' })
  expect((await act(grace, first, 'undo')).json()).toMatchObject({ state: 'unmatched', inSuspense: true })
  expect(await balanceOf(ada)).toBe(160_00n)
})
