import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import type { TrialBalance } from '#contract/books/reports.ts'
import type { Reconciliation } from '#contract/external-money/reconciliation.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { createUpload, refusalOf, transferForm } from '../../../test/money.ts'
import { addExternalAccount, importEntries, paymentReference, type TestEntry } from '../../../test/statement-entries.ts'
import { camt053, camtStatement, mt940, statementForm } from '../../../test/statement-files.ts'

const bank = useBank({ config: { fourEyesAboveCents: null } })
const PATH = '/admin/reconciliation'
const STEPS = 60
let admin: Person
let auditor: Person
let customers: Person[]
const externalAccounts: { id: string; balanceCents: bigint; day: number }[] = []

/** The generator of Numerical Recipes: the same sequence in every run. */
let seed = 1904
const random = (below: number) => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return Math.floor(seed / 65_536) % below
}
const anyOf = <T>(all: readonly T[]): T | undefined => all[random(all.length)]
const dayOf = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)
const amount = () => BigInt(1_00 + random(90_00))

beforeAll(async () => {
  admin = await bank.person({ role: 'Admin', fullName: 'Grace Admin' })
  auditor = await bank.person({ role: 'Auditor' })
  const names = ['Ada Lovelace', 'Alan Turing', 'Edsger Dijkstra']
  customers = await Promise.all(names.map((fullName) => bank.person({ fullName, balanceCents: 90_000_00n })))
  bank.clock.offsetMs = Date.UTC(2025, 11, 5) - Date.now()
  const [customer, teller] = [await bank.person(), await bank.person({ role: 'Teller' })]
  await approve(await submit(customer, 'deposit', 5_00n), teller)
  bank.clock.offsetMs = 0
  for (const balanceCents of [1_000_00n, 0n])
    externalAccounts.push({ id: await addExternalAccount(admin), balanceCents, day: 0 })
})

async function submit(by: Person | undefined, type: 'deposit' | 'transfer', cents: bigint) {
  if (!by) return null
  const dollars = Number(cents) / 100
  const body =
    type === 'deposit'
      ? { amount: dollars, method: 'bank', receipt: await createUpload(bank, by) }
      : transferForm({ amount: dollars })
  const made = await by.call('POST', `/${type}`, { body })
  expect(made.statusCode, made.body).toBe(201)
  return made.json()._id as string
}
const approve = (transactionId: string | null | undefined, by = admin) =>
  by.call('POST', '/deposit/approve', { body: { transactionId } })
const onEntry = (id: string | undefined, what: string, body?: object) =>
  admin.call('POST', `/admin/bank-statements/lines/${id}/${what}`, body ? { body } : {})

const pendingDeposits = () =>
  bank.sql`select id, amount from transactions where status = 'Pending' and type = 'Deposit'`
const wires = () => bank.sql`
  select id, amount, reference from transactions where status = 'Completed' and method = 'wire' and amount < 0`
const entries = (condition: string) =>
  bank.sql.unsafe<{ id: string; transaction_id: string | null; person_id: string | null }[]>(
    `select id, transaction_id, person_id from bank_statement_lines where ${condition}`,
  )

async function someEntry(): Promise<TestEntry> {
  const person = anyOf(customers)
  const wire = anyOf(await wires())
  const deposit = anyOf(await pendingDeposits())
  const returned = anyOf(
    await bank.sql<{ amount: bigint }[]>`select amount from bank_statement_lines where returned_reason is not null`,
  )
  const kinds: (TestEntry | null)[] = [
    { amountCents: amount(), text: person ? await paymentReference(person) : '' },
    { amountCents: amount(), text: 'Who knows', counterpartyNumber: 'FR761' },
    { amountCents: -amount(), text: 'Fee' },
    { amountCents: 0n },
    wire ? { amountCents: wire.amount, endToEndId: wire.reference } : null,
    deposit ? { amountCents: deposit.amount, counterpartyName: 'Ada Lovelace' } : null,
    returned ? { amountCents: -returned.amount } : null,
  ]
  return kinds[random(kinds.length)] ?? { amountCents: amount() }
}

/** A statement that begins where the last one ended; at times a day is left out without a booking. */
async function importSome(given?: TestEntry): Promise<string[]> {
  const account = externalAccounts[random(2)]
  if (!account) return []
  account.day += 1 + random(2)
  const bookedOn = dayOf(account.day)
  const made = given ? [given] : await Promise.all(Array.from({ length: 1 + random(4) }, someEntry))
  const dated = made.map((entry) => ({ ...entry, bookedOn }))
  const { id, ids } = await importEntries(bank, admin, account.id, dated)
  const closing = account.balanceCents + made.reduce((sum, { amountCents }) => sum + amountCents, 0n)
  await bank.owner`update bank_statements set opening = ${account.balanceCents}, closing = ${closing},
    from_on = ${bookedOn}, to_on = ${bookedOn} where id = ${id}`
  account.balanceCents = closing
  return ids
}

const ACTS = {
  import: async () => void (await importSome()),
  deposit: async () => void (await submit(anyOf(customers), 'deposit', amount())),
  transfer: async () => approve(await submit(anyOf(customers), 'transfer', amount())),
  approve: async () => approve(anyOf(await pendingDeposits())?.id),
  match: async () => {
    const entry = anyOf(await entries(`state in ('matched', 'suggested')`))
    const { transaction_id: transactionId, person_id: userId } = entry ?? {}
    return onEntry(entry?.id, 'match', transactionId ? { transactionId } : { userId })
  },
  assign: async () => {
    const entry = anyOf(await entries(`state = 'unmatched' and amount > 0`))
    return onEntry(entry?.id, 'match', { userId: anyOf(customers)?.id })
  },
  ignore: async () => onEntry(anyOf(await entries(`state <> 'booked'`))?.id, 'ignore', { reason: 'Booked elsewhere' }),
  undo: async () => onEntry(anyOf(await entries(`state <> 'booked'`))?.id, 'undo'),
  return: async () =>
    onEntry(anyOf(await entries(`state = 'unmatched' and amount > 0`))?.id, 'return', { reason: 'Unknown' }),
  clearReturn: async () => {
    const [back] = await bank.sql<{ id: string; amount: bigint }[]>`
      select id, amount from bank_statement_lines where returned_reason is not null and state = 'booked' order by id desc limit 1`
    const [entryId] = back ? await importSome({ amountCents: -back.amount }) : []
    return onEntry(entryId, 'match', { returnOf: back?.id })
  },
  reverse: async () =>
    admin.call('POST', '/admin/reverse', { body: { transactionId: anyOf(await wires())?.id, reason: 'x' } }),
  run: async () => {
    const made = await admin.call('POST', '/admin/payment-runs', {
      body: { outsideAccountId: anyOf(externalAccounts)?.id },
    })
    return made.statusCode === 201 ? admin.call('POST', `/admin/payment-runs/${made.json()._id}/sent`) : made
  },
  cameBack: async () => {
    const sent = anyOf(await bank.sql`select transaction_id from run_payments where transaction_id is not null`)
    return admin.call('POST', '/admin/return', {
      body: { transactionId: sent?.transaction_id, reason: 'Account closed' },
    })
  },
}
type Act = keyof typeof ACTS

async function read(): Promise<Reconciliation> {
  const response = await auditor.call('GET', PATH)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const unexplained = ({ accounts, clearing, suspense }: Reconciliation) =>
  [...accounts, clearing, suspense].map((part) => part.unexplained)
const cents = (value: number) => Math.round(value * 100)

test('any sequence of imports and decisions leaves nothing unexplained', async () => {
  const [done, kinds] = [new Set<Act>(), new Set<string>()]
  const names = Object.keys(ACTS) as Act[]
  async function attempt(act: Act) {
    const response = await ACTS[act]()
    if (response && response.statusCode >= 500) throw new Error(`${act}: ${response.body}`)
    if (!response || response.statusCode < 300) done.add(act)
    const found = await read()
    for (const { kind } of found.clearing.items) kinds.add(kind)
    expect([act, found.green, ...unexplained(found)]).toEqual([act, true, 0, 0, 0, 0])
  }
  for (let step = 0; step < STEPS; step++) await attempt(step % 4 === 0 ? 'import' : (anyOf(names) ?? 'import'))
  // Each has to succeed at least once, so that the sequence tests them all. Most need another one before.
  for (let step = 0; step < 3 * STEPS && done.size < names.length; step++)
    await attempt(step % 2 === 0 ? (anyOf(names) ?? 'import') : (names.find((name) => !done.has(name)) ?? 'import'))
  expect(names.filter((name) => !done.has(name))).toEqual([])
  expect([...kinds]).toEqual(expect.arrayContaining(['before_statements', 'deposit_without_line']))
  const { accounts } = await read()
  for (const { items, difference } of accounts)
    expect(items.reduce((sum, item) => sum + cents(item.amount), 0)).toBe(cents(difference))
  for (const { statementBalance } of accounts)
    expect(externalAccounts.map(({ balanceCents }) => Number(balanceCents) / 100)).toContain(statementBalance)
})

test('agrees with trial balance and journal', async () => {
  const { accounts, clearing, suspense } = await read()
  const { rows, on } = (await auditor.call('GET', '/admin/reports/trial-balance')).json() as TrialBalance
  const balances = Object.fromEntries(rows.map((row) => [row.account, cents(row.debits) - cents(row.credits)]))
  for (const { account, ledgerBalance } of accounts)
    expect(balances[`outside:${account._id}`]).toBe(cents(ledgerBalance))
  expect([balances.wire_clearing, balances.suspense]).toEqual([cents(clearing.balance), -cents(suspense.balance)])

  const journal = await auditor.call('GET', '/admin/reports/journal', { query: { from: '2025-01-01', to: on } })
  const sums: Record<string, number> = {}
  for (const row of journal.body.split('\r\n').slice(1, -1)) {
    const [code = '', , , debit, credit] = row.split(',').slice(5)
    sums[code] = (sums[code] ?? 0) + cents(Number(debit)) - cents(Number(credit))
  }
  for (const { account, code } of rows) expect([account, sums[code] ?? 0]).toEqual([account, balances[account]])
})

test('explains with entries that lead to the statement entry or transaction', async () => {
  const [ignoredId] = await importSome({ amountCents: 2_00n, text: 'Interest' })
  await importSome({ amountCents: 3_00n, text: 'Who knows' })
  expect((await onEntry(ignoredId, 'ignore', { reason: 'Booked elsewhere' })).statusCode).toBe(200)
  const { accounts, suspense } = await read()
  const first = accounts.find(({ account }) => account._id === externalAccounts[0]?.id)
  expect(first?.items[0]).toMatchObject({ kind: 'opening_balance', count: 1, amount: 1000 })
  const ignored = accounts.flatMap(({ items }) => items).find(({ kind }) => kind === 'line_ignored')
  expect(ignored?.entries[0]).toMatchObject({ reason: 'Booked elsewhere', lineId: expect.any(String) })
  expect(suspense.items[0]).toMatchObject({ kind: 'suspense_line', amount: suspense.balance })
  const one = (await auditor.call('GET', PATH, { query: { accountId: externalAccounts[1]?.id ?? '' } })).json()
  expect(one.accounts).toHaveLength(1)
  expect(one.green).toBe(true)
  expect(refusalOf(await auditor.call('GET', PATH, { query: { accountId: newId() } }))).toMatchObject({ status: 404 })
  expect((await auditor.call('GET', PATH, { query: { accountId: 'x' } })).statusCode).toBe(400)
})

test('a missing statement is named with what it moved', async () => {
  const [account] = externalAccounts
  if (!account) throw new Error('No account')
  account.day += 5
  const bookedOn = dayOf(account.day)
  const { id } = await importEntries(bank, admin, account.id, [{ amountCents: 3_00n, bookedOn }])
  const opening = account.balanceCents + 12_34n
  await bank.owner`update bank_statements set opening = ${opening}, closing = ${opening + 3_00n}, from_on = ${bookedOn},
    to_on = ${bookedOn} where id = ${id}`
  const { accounts, green } = await read()
  const gap = accounts.flatMap(({ items }) => items).find(({ kind }) => kind === 'statement_gap')
  expect([green, gap]).toMatchObject([true, { amount: 12.34, entries: [{ on: bookedOn, statementId: id }] }])
  account.balanceCents = opening + 3_00n
})

test('overlapping files of several formats, imported in any order, agree in the end', async () => {
  const number = '4470000077'
  const id = await addExternalAccount(admin, number)
  const made = Array.from({ length: 12 }, (_, n) => ({ on: dayOf(100 + n), cents: 1_000 + 37 * n, text: `Entry ${n}` }))
  const openingCents = (first: number) => 500_00 + made.slice(0, first).reduce((sum, entry) => sum + entry.cents, 0)
  const part = (first: number, end: number) => {
    const [from, to] = [dayOf(100 + first), dayOf(100 + end - 1)]
    return { account: number, openingCents: openingCents(first), entries: made.slice(first, end), from, to }
  }
  // The days 100 to 103 and 109 to 111, then 108 to 109, and what is missing at last.
  const files = [camt053(camtStatement(part(0, 4))), mt940(part(9, 12)), camt053(camtStatement(part(8, 10)))]
  const found: [number | undefined, number, number][] = []
  for (const file of [...files, camt053(camtStatement(part(3, 9)))]) {
    expect((await admin.call('POST', '/admin/bank-statements', statementForm(file))).statusCode).toBe(201)
    const { accounts, green } = (await auditor.call('GET', PATH, { query: { accountId: id } })).json() as Reconciliation
    const [{ items = [], statementBalance = 0, unexplained: left = 0 } = {}] = accounts
    expect([green, left]).toEqual([true, 0])
    const gap = items.find(({ kind }) => kind === 'statement_gap')
    found.push([
      gap && cents(gap.amount),
      cents(statementBalance),
      items.filter(({ kind }) => kind !== 'statement_gap').length,
    ])
  }
  const all = openingCents(12)
  expect(found).toEqual([
    [undefined, openingCents(4), 1],
    [openingCents(9) - openingCents(4), all, 1],
    [openingCents(8) - openingCents(4), all, 1],
    [undefined, all, 1],
  ])
})

test.each([
  ['a movement with another amount', `update contra_movements set amount = amount + 1 where id = $id`],
  ['a movement to another account', `update contra_movements set debit = credit, credit = debit where id = $id`],
  ['a deleted movement', `delete from contra_movements where id = $id`],
  [
    'an entry with another amount',
    `update bank_statement_lines set amount = amount + 5 where id = (select line_id from contra_movements where id = $id)`,
  ],
  [
    'an entry that was taken back to waiting',
    `update bank_statement_lines set state = 'matched', in_suspense = false, booked_at = null where id = (select line_id from contra_movements where id = $id)`,
  ],
  [
    'an entry assigned without a booking',
    `update bank_statement_lines set in_suspense = false, state = 'booked', booked_at = now() where id = (select id from bank_statement_lines where in_suspense limit 1)`,
  ],
  [
    'a posting of another amount',
    `update postings set amount = amount + 1 where transaction_id = (select transaction_id from postings where contra = 'wire_clearing' order by booked_at desc limit 1)`,
  ],
  ['a statement that ends elsewhere', `update bank_statements set closing = closing + 1`],
])('is not green after %s', async (_, change) => {
  const [movement] = await bank.sql<{ id: string }[]>`
    select id from contra_movements where purpose = 'statement' order by booked_at desc, number desc limit 1`
  const tables = ['contra_movements', 'bank_statement_lines', 'postings', 'bank_statements']
  await bank.owner.begin(async (tx) => {
    await tx.unsafe('set local session_replication_role = replica')
    for (const table of tables) await tx.unsafe(`create table kept_${table} as select * from ${table}`)
    await tx.unsafe(change.replace('$id', `'${movement?.id}'`))
  })
  const found = await read().finally(() =>
    bank.owner.begin(async (tx) => {
      await tx.unsafe('set local session_replication_role = replica')
      for (const table of tables)
        await tx.unsafe(
          `delete from ${table}; insert into ${table} select * from kept_${table}; drop table kept_${table}`,
        )
    }),
  )
  expect(found.green).toBe(false)
  expect(unexplained(found).some((value) => value !== 0)).toBe(true)
  expect((await read()).green).toBe(true)
})

test('is for auditors and administrators, and customers in it see who looked', async () => {
  for (const role of ['User', 'Support', 'Teller'] as const)
    expect(refusalOf(await (await bank.person({ role })).call('GET', PATH))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  const [seen] = await bank.sql`
    select count(distinct person_id)::int as count from access_log where staff_id = ${auditor.id} and what = 'list.viewed'`
  expect(seen?.count).toBeGreaterThan(0)
})
