import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, refusalOf, tally, transferForm } from '../../../test/money.ts'
import {
  addExternalAccount,
  contraBalances,
  entriesOf,
  importEntries,
  movementsOf,
  paymentReference,
} from '../../../test/statement-entries.ts'

const bank = useBank({ config: { fourEyesAboveCents: null } })
let admin: Person
let account: string
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  account = await addExternalAccount(admin)
})

const act = (id: string | undefined, what: string, body?: object, by = admin, key?: string) =>
  by.call('POST', `/admin/bank-statements/lines/${id}/${what}`, {
    ...(body ? { body } : {}),
    headers: key ? { 'idempotency-key': key } : {},
  })
const deposits = async (person: Person, amount: number) => {
  const body = { amount, method: 'bank', receipt: await createUpload(bank, person) }
  return (await person.call('POST', '/deposit', { body })).json()._id as string
}
const statusOf = async (id: string) => (await bank.sql`select status from transactions where id = ${id}`)[0]?.status
const actionsOn = (entryId: string | undefined) => bank.sql`
  select action, actor_id from audit where before ->> 'lineId' = ${entryId ?? ''} order by at, id`

describe('external accounts', () => {
  test('are normalised, unique and in the bank’s currency', async () => {
    const add = (body: object, by = admin) => by.call('POST', '/admin/outside-accounts', { body })
    const iban = { name: 'First', number: 'de89 3704 0044.0532 0130 00', currency: 'usd' }
    const added = await add(iban)
    expect([added.statusCode, added.json()]).toMatchObject([
      201,
      { name: 'First', number: 'DE89370400440532013000', currency: 'USD', balance: 0 },
    ])
    expect(tally(await Promise.all([add(iban), add({ ...iban, number: 'DE89370400440532013000' })]))).toEqual({
      '409 outside_account_exists': 2,
    })
    // An older one was stored like this.
    await bank.owner`update outside_accounts set number = 'DE89-370400440532013000' where id = ${added.json()._id}`
    expect((await add({ ...iban, number: 'DE89 3704-0044-0532-0130-00' })).statusCode).toBe(409)
    await bank.owner`update outside_accounts set number = ${added.json().number} where id = ${added.json()._id}`
    expect(refusalOf(await add({ ...iban, number: '1', currency: 'EUR' }))).toMatchObject({
      status: 400,
      code: 'currency_differs',
    })
    for (const number of ['', ' . ', 'DE89<script>', 'x'.repeat(41)])
      expect((await add({ ...iban, number })).statusCode).toBe(400)
    const auditor = await bank.person({ role: 'Auditor' })
    const [first] = (await auditor.call('GET', '/admin/outside-accounts')).json()
    expect(first).toEqual(added.json())
    expect((await add(iban, auditor)).statusCode).toBe(403)
    expect(
      await bank.sql`select action from audit where action = 'outside_account.added' and after ->> 'number' = ${first.number}`,
    ).toHaveLength(1)
  })
})

describe('an import', () => {
  test('books payments with their EndToEndId at once, keeps credits waiting, and puts the rest into suspense', async () => {
    const ada = await bank.person({ balanceCents: 500_00n, fullName: 'Ada Lovelace' })
    const sent = (await ada.call('POST', '/transfer', { body: transferForm({ amount: 120.5 }) })).json()
    await admin.call('POST', '/deposit/approve', { body: { transactionId: sent._id } })
    const claimed = await deposits(ada, 77.01)
    const before = await contraBalances(bank)
    const { id, entries } = await importEntries(bank, admin, account, [
      { amountCents: -120_50n, endToEndId: sent.reference },
      { amountCents: 77_01n, text: `deposit ${await paymentReference(ada)}`, counterpartyName: 'A Lovelace' },
      { amountCents: 33_00n, text: await paymentReference(ada) },
      { amountCents: 77_01n, counterpartyName: 'Lovelace Ada' },
      { amountCents: 9_99n, text: 'Who knows' },
      { amountCents: -1_23n, text: 'Fee' },
      { amountCents: 0n, text: 'Closing of the quarter' },
    ])
    expect(entries).toMatchObject([
      { state: 'booked', transaction_id: sent._id },
      { state: 'matched', transaction_id: claimed, person_id: ada.id },
      // Ada has announced another amount.
      { state: 'suggested', transaction_id: null, person_id: ada.id },
      { state: 'suggested', transaction_id: claimed },
      { state: 'unmatched', in_suspense: true },
      { state: 'unmatched', in_suspense: true },
      { state: 'ignored', in_suspense: false },
    ])
    const after = await contraBalances(bank)
    const change = (name: string) => (after[name] ?? 0n) - (before[name] ?? 0n)
    // Money at the external bank is what it owes the institution, and so negative here.
    expect([change('outside'), change('wire_clearing'), change('suspense')]).toEqual([
      120_50n - 9_99n + 1_23n,
      -120_50n,
      9_99n - 1_23n,
    ])
    const read = (await admin.call('GET', `/admin/bank-statements/${id}`)).json()
    expect(read).toMatchObject({
      lines: { total: 7, matched: 2, suggested: 2, unmatched: 3, known: 0 },
      states: { matched: 1, suggested: 2, unmatched: 2, booked: 1, ignored: 1 },
      importedBy: { fullName: 'Grace Admin' },
    })
    expect((await admin.call('GET', '/admin/bank-statements')).json()[0]).toEqual(read)
    const [, matched] = (await admin.call('GET', `/admin/bank-statements/${id}/lines`)).json()
    expect(matched).toMatchObject({
      state: 'matched',
      match: { transactionId: claimed, user: { fullName: 'Ada Lovelace' }, status: 'Pending', amount: 77.01 },
    })
    expect(matched.match.reasons.slice(0, 2)).toEqual(['reference_ok', 'amount_ok'])
  })

  test('of the same file, or of entries that are known, changes nothing', async () => {
    const [hash, identity] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const first = await importEntries(bank, admin, account, [{ amountCents: 5_00n, identity }], hash)
    expect(await importEntries(bank, admin, account, [{ amountCents: 5_00n, identity }], hash)).toMatchObject({
      id: first.id,
      known: true,
      entries: [],
    })
    const overlap = await importEntries(bank, admin, account, [
      { amountCents: 5_00n, identity },
      { amountCents: 6_00n },
    ])
    expect(overlap.entries).toHaveLength(1)
    expect((await admin.call('GET', `/admin/bank-statements/${overlap.id}`)).json().lines).toMatchObject({
      total: 2,
      known: 1,
      unmatched: 1,
    })
    expect(await movementsOf(bank, first.ids[0] ?? '')).toHaveLength(1)
    expect(await bank.sql`select 1 from staged_statement_lines`).toEqual([])
  })

  test('books two entries with the same EndToEndId once', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const sent = (await ada.call('POST', '/transfer', { body: transferForm({ amount: 44 }) })).json()
    await admin.call('POST', '/deposit/approve', { body: { transactionId: sent._id } })
    const entry = { amountCents: -44_00n, endToEndId: sent.reference }
    const { entries } = await importEntries(bank, admin, account, [entry, entry])
    expect(entries.map(({ state }) => state)).toEqual(['booked', 'suggested'])
    const again = await importEntries(bank, admin, account, [entry])
    expect(again.entries.map(({ state }) => state)).toEqual(['unmatched'])
    expect(refusalOf(await act(entries[1]?.id, 'match', { transactionId: sent._id }))).toMatchObject({
      status: 409,
      code: 'transaction_cleared',
    })
  })
})

describe('matching', () => {
  test('a pending deposit approves it and books the entry', async () => {
    const ada = await bank.person()
    const claimed = await deposits(ada, 50)
    const { entries } = await importEntries(bank, admin, account, [
      { amountCents: 50_00n, text: await paymentReference(ada) },
    ])
    const [entry] = entries
    const before = await contraBalances(bank)
    const response = await act(entry?.id, 'match', { transactionId: claimed }, admin, 'once')
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      {
        state: 'booked',
        match: { transactionId: claimed, status: 'Completed', score: 80 },
        decidedBy: { _id: admin.id },
      },
    ])
    expect(await ada.postings()).toMatchObject([{ amount: 50_00n, contra: 'wire_clearing' }])
    expect(await movementsOf(bank, entry?.id ?? '')).toEqual([
      { purpose: 'statement', debit: 'outside', credit: 'wire_clearing', amount: 50_00n },
    ])
    // The customer's posting and the entry cancel out in clearing.
    expect((await contraBalances(bank)).wire_clearing).toBe(before.wire_clearing)
    const replayed = await act(entry?.id, 'match', { transactionId: claimed }, admin, 'once')
    expect([replayed.statusCode, replayed.headers['idempotency-replayed']]).toEqual([200, 'true'])
    expect(refusalOf(await act(entry?.id, 'match', { transactionId: claimed }))).toMatchObject({ code: 'line_decided' })
    expect(await actionsOn(entry?.id)).toEqual([{ action: 'bank_line.booked', actor_id: admin.id }])
  })

  test('a person assigns money in suspense: a deposit is made and completed', async () => {
    const ada = await bank.person()
    const { entries } = await importEntries(bank, admin, account, [
      { amountCents: 12_34n, counterpartyName: 'Somebody', counterpartyNumber: 'FR761' },
    ])
    const entry = entries[0]?.id ?? ''
    const before = await contraBalances(bank)
    const response = await act(entry, 'match', { userId: ada.id })
    expect(response.json()).toMatchObject({ state: 'booked', inSuspense: false, match: { user: { _id: ada.id } } })
    expect((await ada.call('GET', '/transactions')).json()).toMatchObject([
      {
        type: 'Deposit',
        method: 'bank',
        status: 'Completed',
        amount: 12.34,
        counterparty: { accountName: 'Somebody' },
      },
    ])
    expect(await movementsOf(bank, entry)).toEqual([
      { purpose: 'statement', debit: 'outside', credit: 'suspense', amount: 12_34n },
      { purpose: 'assignment', debit: 'suspense', credit: 'wire_clearing', amount: 12_34n },
    ])
    const after = await contraBalances(bank)
    expect([(after.suspense ?? 0n) - (before.suspense ?? 0n), after.wire_clearing]).toEqual([
      -12_34n,
      before.wire_clearing,
    ])
    expect(await bank.sql`select kind from outbox where person_id = ${ada.id}`).toEqual([{ kind: 'deposit.approved' }])
  })

  test('refuses what is not this entry', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const [claimed, other] = [await deposits(ada, 60), await deposits(ada, 61)]
    const transfer = (await ada.call('POST', '/transfer', { body: transferForm({ amount: 60 }) })).json()._id
    const { entries } = await importEntries(bank, admin, account, [{ amountCents: 60_00n }, { amountCents: -60_00n }])
    const [credit, debit] = entries.map(({ id }) => id)
    await admin.call('POST', '/deposit/decline', { body: { transactionId: claimed } })
    const codes = [
      await act(credit, 'match', { transactionId: claimed }),
      await act(credit, 'match', { transactionId: other }),
      await act(debit, 'match', { transactionId: other }),
      await act(debit, 'match', { userId: ada.id }),
      // Not approved yet.
      await act(debit, 'match', { transactionId: transfer }),
      await act(credit, 'match', { transactionId: credit }),
      await act(credit, 'match', { userId: credit }),
      await act(claimed, 'match', { userId: ada.id }),
      await act(debit, 'match', { returnOf: credit }),
      await act(debit, 'return', { reason: 'x' }),
      await act(credit, 'match', {}),
      await act(credit, 'match', { userId: ada.id, transactionId: other }),
      await act(credit, 'ignore', { reason: ' ' }),
    ].map((response) => response.json().code)
    expect(codes).toEqual([
      'already_decided',
      'line_differs',
      'line_differs',
      'line_differs',
      'line_differs',
      'not_found',
      'not_found',
      'not_found',
      'not_found',
      'line_not_returnable',
      'invalid',
      'invalid',
      'invalid',
    ])
    expect((await entriesOf(bank, [credit ?? '', debit ?? ''])).map(({ state }) => state)).toEqual([
      'unmatched',
      'unmatched',
    ])
    expect(await statusOf(other)).toBe('Pending')
  })

  test('from many screens at once, one wins', async () => {
    const [ada, ben] = [await bank.person(), await bank.person()]
    const claimed = await deposits(ada, 70)
    const { entries } = await importEntries(bank, admin, account, [{ amountCents: 70_00n }, { amountCents: 70_00n }])
    const [first, second] = entries.map(({ id }) => id)
    const others = await Promise.all([bank.person({ role: 'Admin' }), bank.person({ role: 'Admin' })])
    const tries = await Promise.all([
      ...[admin, ...others].map((by) => act(first, 'match', { userId: ben.id }, by)),
      ...[admin, ...others].map((by) => act(first, 'match', { transactionId: claimed }, by)),
      act(first, 'ignore', { reason: 'Fee' }),
      act(first, 'return', { reason: 'Unknown' }),
    ])
    expect(tally(tries)).toEqual({ '200': 1, '409 line_decided': 7 })
    // Two entries for one deposit: one clears it.
    const both = await Promise.all([first, second].map((id) => act(id, 'match', { transactionId: claimed })))
    expect(both.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1)
    const [sums] = await bank.sql`
      select sum(balance)::int as total from accounts where id = any(${[ada.id, ben.id]}::uuid[])`
    const booked = (await entriesOf(bank, [first ?? '', second ?? ''])).filter(
      (entry) => entry.state === 'booked' && entry.transaction_id,
    )
    expect(sums?.total).toBe(booked.length * 70_00)
  })
})

describe('until it is booked', () => {
  test('an entry can be undone, ignored and undone again', async () => {
    const ada = await bank.person()
    await deposits(ada, 80)
    const { entries } = await importEntries(bank, admin, account, [
      { amountCents: 80_00n, text: await paymentReference(ada) },
    ])
    const id = entries[0]?.id ?? ''
    const before = (await contraBalances(bank)).suspense ?? 0n
    const suspense = async () => ((await contraBalances(bank)).suspense ?? 0n) - before
    expect((await act(id, 'undo')).json()).toMatchObject({ state: 'unmatched', inSuspense: true, match: null })
    expect(await suspense()).toBe(80_00n)
    expect((await act(id, 'ignore', { reason: 'Fee' })).json()).toMatchObject({
      state: 'ignored',
      ignoredReason: 'Fee',
    })
    expect(await suspense()).toBe(0n)
    expect(refusalOf(await act(id, 'ignore', { reason: 'Fee' }))).toMatchObject({ status: 409, code: 'line_decided' })
    // Its suggestions are computed again.
    const undone = (await act(id, 'undo')).json()
    expect(undone).toMatchObject({ state: 'unmatched', suggestions: [{ user: { _id: ada.id }, score: 80 }] })
    expect(await suspense()).toBe(80_00n)
    await act(id, 'match', { userId: ada.id })
    expect(refusalOf(await act(id, 'ignore', { reason: 'Fee' }))).toMatchObject({ status: 409, code: 'line_decided' })
    expect((await actionsOn(id)).map(({ action }) => action)).toEqual([
      'bank_line.undone',
      'bank_line.ignored',
      'bank_line.undone',
      'bank_line.booked',
    ])
  })

  test('each act takes effect once per key, whatever happened to the entry since', async () => {
    const { entries } = await importEntries(bank, admin, account, [{ amountCents: 3_00n }])
    const entry = entries[0]?.id
    const acts = [
      ['ignore', { reason: 'A fee' }],
      ['undo', undefined],
      ['return', { reason: 'Sender unknown' }],
    ] as const
    for (const [what, body] of acts) expect((await act(entry, what, body, admin, `k-${what}`)).statusCode).toBe(200)
    for (const [what, body] of acts) {
      const again = await act(entry, what, body, admin, `k-${what}`)
      expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
    }
    expect(await actionsOn(entry)).toMatchObject(
      ['bank_line.ignored', 'bank_line.undone', 'bank_line.returned'].map((action) => ({ action })),
    )
  })

  test('an unmatched credit is returned, and the payment that brings it back clears it', async () => {
    const { entries } = await importEntries(bank, admin, account, [
      { amountCents: 15_00n, counterpartyNumber: 'FR761' },
    ])
    const id = entries[0]?.id ?? ''
    const clearing = async () => (await contraBalances(bank)).wire_clearing ?? 0n
    const before = await clearing()
    expect((await act(id, 'return', { reason: 'Unknown' })).json()).toMatchObject({
      state: 'booked',
      match: null,
      returnedReason: 'Unknown',
    })
    expect((await clearing()) - before).toBe(15_00n)
    const paid = await importEntries(bank, admin, account, [{ amountCents: -15_00n }])
    const paidId = paid.entries[0]?.id
    expect((await act(paidId, 'match', { returnOf: id })).json()).toMatchObject({
      state: 'booked',
      match: { returnOf: id },
    })
    expect(await clearing()).toBe(before)
    const again = await importEntries(bank, admin, account, [{ amountCents: -15_00n }])
    expect((await act(again.entries[0]?.id, 'match', { returnOf: id })).json().code).toBe('transaction_cleared')
  })
})
