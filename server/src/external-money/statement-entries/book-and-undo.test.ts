import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, databaseFingerprint, refusalOf, tally } from '../../../test/money.ts'
import {
  addExternalAccount,
  contraBalances,
  importEntries,
  movementsOf,
  paymentReference,
  type TestEntry,
} from '../../../test/statement-entries.ts'

const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
let grace: Person
let hedy: Person
let account: string
beforeAll(async () => {
  grace = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  hedy = await bank.person({ role: 'Admin', fullName: 'Hedy Admin' })
  account = await addExternalAccount(grace)
})

const act = (by: Person, id: string, what: string, body?: object, key?: string) =>
  by.call('POST', `/admin/bank-statements/lines/${id}/${what}`, {
    ...(body ? { body } : {}),
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  })
const imported = async (entry: TestEntry, into = account) =>
  (await importEntries(bank, grace, into, [entry])).ids[0] ?? ''
const balanceOf = async (person: Person) => (await person.balance()).availableCents
const balanceIn = async (name: string) => {
  const [row] = await bank.sql<{ balance: string }[]>`
    select coalesce(sum(case when debit = ${name} then amount when credit = ${name} then -amount end), 0) as balance
    from contra_movements`
  return BigInt(row?.balance ?? 0)
}
const codeOf = async (external: string) => {
  const [row] = await bank.sql<
    { code: string }[]
  >`select code from gl_accounts where account = ${`outside:${external}`}`
  return row?.code ?? ''
}
/** Each test has an administrator of its own, whose decisions of the day add up. */
const clerk = () => bank.person({ role: 'Admin' })

describe('an entry is booked to the chart', () => {
  test('out of suspense, and undone by the opposite booking, as often as it takes', async () => {
    const by = await clerk()
    const fee = await imported({ amountCents: -12_50n, text: 'ACCOUNT FEE JANUARY' })
    const before = await balanceIn('gl:5100')
    const booked = await act(by, fee, 'book', { account: '5100', text: 'Fee of January' }, 'fee')
    expect(booked.json()).toMatchObject({
      state: 'booked',
      inSuspense: false,
      match: null,
      booking: { account: '5100', name: 'Bank charges', text: 'Fee of January' },
      decidedBy: { _id: by.id },
      history: [
        { purpose: 'statement', debit: '2100', credit: await codeOf(account), amount: 12.5 },
        { purpose: 'chart', debit: '5100', credit: '2100', amount: 12.5, by: { _id: by.id } },
      ],
    })
    expect(await balanceIn('gl:5100')).toBe(before + 12_50n)
    const again = await act(by, fee, 'book', { account: '5100', text: 'Fee of January' }, 'fee')
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
    expect((await act(by, fee, 'book', { account: '4000', text: 'x' }, 'fee')).json().code).toBe(
      'idempotency_key_reused',
    )
    for (const [what, body] of [
      ['book', { account: '4000', text: 'x' }],
      ['ignore', { reason: 'x' }],
      ['match', { userId: grace.id }],
    ] as const)
      expect((await act(hedy, fee, what, body)).json().code).toBe('line_decided')

    const undone = await act(by, fee, 'undo')
    expect(undone.json()).toMatchObject({ state: 'unmatched', inSuspense: true, booking: null, decidedBy: null })
    expect(undone.json().history.map(({ purpose }: { purpose: string }) => purpose)).toEqual([
      'statement',
      'chart',
      'chart_undo',
    ])
    expect(await balanceIn('gl:5100')).toBe(before)
    // Nothing is left to undo, so nothing moves.
    await act(by, fee, 'undo')
    expect(await movementsOf(bank, fee)).toHaveLength(3)
    expect((await act(by, fee, 'book', { account: '5900', text: 'Other' })).json().booking.account).toBe('5900')
    expect(await balanceIn('gl:5100')).toBe(before)
  })

  test('straight, where matching only suggests something', async () => {
    const ada = await bank.person({ fullName: 'Ada Example' })
    const body = { amount: 31, method: 'bank', receipt: await createUpload(bank, ada) }
    await ada.call('POST', '/deposit', { body })
    const interest = await imported({ amountCents: 31_00n, counterpartyName: 'Ada Example', text: 'CREDIT INTEREST' })
    expect(await movementsOf(bank, interest)).toEqual([])
    const booked = (await act(await clerk(), interest, 'book', { account: '4000', text: 'Interest' })).json()
    expect(booked).toMatchObject({ state: 'booked', match: null, booking: { account: '4000' } })
    expect(await movementsOf(bank, interest)).toEqual([
      { purpose: 'chart', debit: 'outside', credit: 'gl', amount: 31_00n },
    ])
    expect(await balanceOf(ada)).toBe(0n)
  })

  test('never to customers, to where it waits, to its own account or a closed one', async () => {
    const entry = await imported({ amountCents: -5_00n })
    await bank.owner`
      insert into gl_accounts (code, account, name, type, closed_at) values ('6001', 'gl:6001', 'Closed', 'expense', now())`
    const teller = await bank.person({ role: 'Teller' })
    const before = await databaseFingerprint(bank)
    const to = (code: unknown, text: unknown = 'Fee', by = hedy) => act(by, entry, 'book', { account: code, text })
    for (const [code, refusal] of [
      ['2000', 'gl_account_reserved'],
      ['2010', 'gl_account_reserved'],
      ['2090', 'gl_account_reserved'],
      ['2100', 'gl_account_reserved'],
      [await codeOf(account), 'gl_account_of_line'],
      ['6001', 'gl_account_closed'],
      ['9999', 'gl_account_unknown'],
      ["5100' --", 'gl_account_unknown'],
    ])
      expect(refusalOf(await to(code)).code).toBe(refusal)
    for (const [code, text] of [
      ['', 'Fee'],
      [5100, 'Fee'],
      ['5100', ''],
      ['5100', null],
      ['5100', '\u0000'],
    ])
      expect((await to(code, text)).statusCode).toBe(400)
    expect((await to('5100', 'Fee', teller)).statusCode).toBe(403)
    expect((await act(teller, entry, 'undo')).statusCode).toBe(403)
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('a transfer between own accounts counts once, and the reconciliation shows it until both banks do', async () => {
    const by = await clerk()
    const [one, other] = [await addExternalAccount(by), await addExternalAccount(by)]
    const out = await imported({ amountCents: -30_00n }, one)
    const into = await imported({ amountCents: 30_00n }, other)
    const transit = await balanceIn('gl:1020')
    const readTransfers = async () => (await by.call('GET', '/admin/reconciliation')).json()
    await act(by, out, 'book', { account: await codeOf(other), text: 'To the other account' })
    expect([await balanceIn(`outside:${one}`), await balanceIn(`outside:${other}`)]).toEqual([-30_00n, 30_00n])
    expect(await balanceIn('gl:1020')).toBe(transit + 30_00n)
    expect(await readTransfers()).toMatchObject({
      transfers: { unexplained: 0, items: [{ kind: 'own_transfer_open', entries: [{ amount: 30, lineId: out }] }] },
    })
    await act(by, into, 'book', { account: await codeOf(one), text: 'From the other account' })
    expect(await balanceIn('gl:1020')).toBe(transit)
    expect((await readTransfers()).transfers).toMatchObject({ balance: 0, unexplained: 0, items: [] })
    // One of the two, by mistake.
    await act(by, into, 'undo')
    expect((await readTransfers()).transfers).toMatchObject({ unexplained: 0, items: [{ count: 1 }] })
    await act(by, into, 'book', { account: await codeOf(one), text: 'Again' })
  })

  test('above the limit by two people, to the same account; small ones add up', async () => {
    const [first, second] = [await clerk(), await clerk()]
    const large = await imported({ amountCents: -150_00n })
    const proposed = (await act(first, large, 'book', { account: '5100', text: 'Fees' })).json()
    expect(proposed).toMatchObject({
      state: 'unmatched',
      waitsFor: 'second_person',
      proposedBy: { _id: first.id },
      booking: { account: '5100', text: 'Fees' },
    })
    expect(await movementsOf(bank, large)).toHaveLength(1)
    expect((await act(first, large, 'book', { account: '5100', text: 'Fees' })).json().code).toBe('second_admin_needed')
    const waits = [
      await act(second, large, 'book', { account: '5900', text: 'Fees' }),
      await act(second, large, 'ignore', { reason: 'x' }),
      await act(second, large, 'return', { reason: 'x' }),
      await act(second, large, 'match', { userId: (await bank.person()).id }),
    ]
    expect(tally(waits)).toEqual({ '409 line_waits': 4 })
    const confirmed = await Promise.all(
      Array.from({ length: 4 }, () => act(second, large, 'book', { account: '5100', text: 'Other' })),
    )
    expect(tally(confirmed)).toEqual({ '200': 1, '409 line_decided': 3 })
    expect((await act(second, large, 'undo')).json()).toMatchObject({
      state: 'booked',
      waitsFor: 'second_person',
      proposedBy: { _id: second.id },
      booking: { text: 'Fees' },
    })
    expect((await act(second, large, 'undo')).json().code).toBe('second_admin_needed')
    expect((await act(first, large, 'undo')).json()).toMatchObject({ state: 'unmatched', waitsFor: null })
    const smaller = [await imported({ amountCents: -60_00n }), await imported({ amountCents: 60_00n })]
    const states = []
    for (const id of smaller) states.push((await act(first, id, 'book', { account: '5100', text: 'x' })).json().state)
    expect(states).toEqual(['booked', 'unmatched'])
    // Withdrawn: the proposal is gone.
    expect((await act(first, smaller[1] ?? '', 'undo')).json()).toMatchObject({ waitsFor: null, booking: null })
  })

  test('once, by one of two clerks who book, match, ignore and undo at the same time', async () => {
    const ada = await bank.person()
    const people = [await clerk(), await clerk()]
    for (let round = 0; round < 3; round++) {
      const entry = await imported({ amountCents: 4_00n })
      const before = await balanceOf(ada)
      await Promise.all(
        people.flatMap((by) => [
          act(by, entry, 'book', { account: '4000', text: 'Interest' }),
          act(by, entry, 'match', { userId: ada.id, confirm: true }),
          act(by, entry, 'undo'),
          act(by, entry, 'ignore', { reason: 'x' }),
        ]),
      )
      const { state, match, inSuspense } = (
        await grace.call('GET', `/admin/bank-statements/lines/${entry}/details`)
      ).json()
      expect(await balanceOf(ada)).toBe(state === 'booked' && match ? before + 4_00n : before)
      expect(inSuspense).toBe(state === 'unmatched')
    }
  })
})

describe('undoing a booking', () => {
  test('takes back what was credited to the wrong person, and both are in the history', async () => {
    const [wrong, right, by] = [await bank.person(), await bank.person(), await clerk()]
    const entry = await imported({ amountCents: 40_00n })
    await act(by, entry, 'match', { userId: wrong.id })
    expect(await balanceOf(wrong)).toBe(40_00n)
    const undone = await Promise.all([act(by, entry, 'undo', undefined, 'u'), act(by, entry, 'undo', undefined, 'u')])
    expect(tally(undone)).toEqual({ '200': 2 })
    expect(undone[0]?.json()).toMatchObject({ state: 'unmatched', inSuspense: true, match: null })
    expect(await balanceOf(wrong)).toBe(0n)
    expect((await act(by, entry, 'match', { userId: right.id })).json().state).toBe('booked')
    expect([await balanceOf(wrong), await balanceOf(right)]).toEqual([0n, 40_00n])
    expect((await movementsOf(bank, entry)).map(({ purpose }) => purpose)).toEqual([
      'statement',
      'assignment',
      'undo',
      'assignment',
    ])
    const audit = await bank.sql`
      select action, after -> 'undone' ->> 'transactionId' is not null as names from audit
      where before ->> 'lineId' = ${entry} order by at, number`
    expect(audit.map(({ action }) => action)).toEqual(['bank_line.booked', 'bank_line.undone', 'bank_line.booked'])
    expect(audit[1]?.names).toBe(true)
  })

  test('is refused where the customer has spent the money, and nothing changes', async () => {
    const [ada, by] = [await bank.person(), await clerk()]
    const entry = await imported({ amountCents: 50_00n })
    await act(by, entry, 'match', { userId: ada.id })
    await hedy.call('POST', '/admin/debit', { body: { userId: ada.id, amount: 20, reason: 'Spent' } })
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await act(by, entry, 'undo'))).toMatchObject({ status: 409, code: 'insufficient_balance' })
    expect(await databaseFingerprint(bank)).toEqual(before)
    await bank.sql`update people set status = 'Frozen' where id = ${ada.id}`
    expect(refusalOf(await act(by, entry, 'undo')).code).toBe('insufficient_balance')
  })

  test('needs two people where a reversal does; a declined one leaves the entry booked', async () => {
    const [ada, first, second] = [await bank.person(), await clerk(), await clerk()]
    const entry = await imported({ amountCents: 150_00n })
    await act(first, entry, 'match', { userId: ada.id })
    const { match } = (await act(second, entry, 'match', { userId: ada.id })).json()
    expect((await act(first, entry, 'undo')).json()).toMatchObject({
      state: 'booked',
      waitsFor: 'second_person',
      proposedBy: { _id: first.id },
    })
    expect(await ada.balance()).toMatchObject({ availableCents: 0n })
    expect((await act(first, entry, 'undo')).json().code).toBe('second_admin_needed')
    const [reversal] = await bank.sql<
      { id: string }[]
    >`select id from transactions where reverses_id = ${match.transactionId}`
    const body = { transactionId: reversal?.id, reason: 'It is hers' }
    await second.call('POST', '/deposit/decline', { body })
    const details = () => grace.call('GET', `/admin/bank-statements/lines/${entry}/details`)
    expect((await details()).json()).toMatchObject({ state: 'booked', waitsFor: null })
    expect(await balanceOf(ada)).toBe(150_00n)

    await act(second, entry, 'undo')
    const confirmed = await Promise.all([act(first, entry, 'undo'), act(first, entry, 'undo')])
    expect(confirmed.map(({ statusCode }) => statusCode)).toContain(200)
    expect((await details()).json()).toMatchObject({ state: 'unmatched', inSuspense: true, waitsFor: null })
    expect(await balanceOf(ada)).toBe(0n)
    const reversals = await bank.sql`
      select status from transactions where reverses_id = ${match.transactionId} order by id`
    expect(reversals.map(({ status }) => status)).toEqual(['Declined', 'Completed'])
  })

  test('approved or reversed elsewhere, the entry is opened without a second reversal', async () => {
    const [ada, first, second] = [await bank.person(), await clerk(), await clerk()]
    const entry = await imported({ amountCents: 30_00n })
    const { match } = (await act(first, entry, 'match', { userId: ada.id })).json()
    await second.call('POST', '/admin/reverse', {
      body: { transactionId: match.transactionId, reason: 'Wrong person' },
    })
    expect(await balanceOf(ada)).toBe(0n)
    expect((await act(first, entry, 'undo')).json().state).toBe('unmatched')
    expect(await balanceOf(ada)).toBe(0n)
  })

  test('a deposit that the match approved is reversed; one that was completed before, and a wire, stay', async () => {
    const by = await clerk()
    const [pending, completed] = [await bank.person(), await bank.person()]
    const made: string[] = []
    for (const person of [pending, completed]) {
      const body = { amount: 45, method: 'bank', receipt: await createUpload(bank, person) }
      made.push((await person.call('POST', '/deposit', { body })).json()._id)
    }
    await by.call('POST', '/deposit/approve', { body: { transactionId: made[1] } })
    const entries = [await imported({ amountCents: 45_00n }), await imported({ amountCents: 45_00n })]
    for (const [place, entry] of entries.entries())
      expect((await act(by, entry, 'match', { transactionId: made[place] })).json().state).toBe('booked')
    expect([await balanceOf(pending), await balanceOf(completed)]).toEqual([45_00n, 45_00n])
    for (const entry of entries) expect((await act(by, entry, 'undo')).json().state).toBe('unmatched')
    expect([await balanceOf(pending), await balanceOf(completed)]).toEqual([0n, 45_00n])
    expect((await act(by, entries[1] ?? '', 'match', { transactionId: made[1] })).json().state).toBe('booked')
    expect(await balanceOf(completed)).toBe(45_00n)
  })

  test('never by the owner of the account', async () => {
    const by = await clerk()
    const entry = await imported({ amountCents: 20_00n })
    await act(hedy, entry, 'match', { userId: by.id, confirm: true })
    expect(refusalOf(await act(by, entry, 'undo')).code).toBe('own_account')
  })

  test('money that goes back to its sender comes back, until a payment run has it', async () => {
    const by = await clerk()
    const entry = await imported({
      amountCents: 15_00n,
      counterpartyName: 'Sender',
      counterpartyNumber: 'DE89370400440532013000',
    })
    const suspense = (await contraBalances(bank)).suspense
    await act(by, entry, 'return', { reason: 'Unknown' })
    expect((await act(by, entry, 'undo')).json()).toMatchObject({ state: 'unmatched', returnedReason: null })
    expect((await contraBalances(bank)).suspense).toBe(suspense)
    await act(by, entry, 'return', { reason: 'Unknown after all' })
    expect((await by.call('POST', '/admin/payment-runs', { body: { outsideAccountId: account } })).statusCode).toBe(201)
    expect(refusalOf(await act(by, entry, 'undo')).code).toBe('line_paid_back')
  })

  test('an incoming reference names a person twice: each entry is one credit', async () => {
    const [ada, by] = [await bank.person(), await clerk()]
    const text = await paymentReference(ada)
    const entries = [await imported({ amountCents: 7_00n, text }), await imported({ amountCents: 7_00n, text })]
    for (const entry of entries) await act(by, entry, 'match', { userId: ada.id })
    await act(by, entries[0] ?? '', 'undo')
    expect(await balanceOf(ada)).toBe(7_00n)
  })
})
