import { text } from 'node:stream/consumers'
import { v7 as newId } from 'uuid'
import { beforeAll, expect, test, vi } from 'vitest'
import { dayOf, startOfDay } from '#contract/bank-day.ts'
import type { TrialBalance } from '#contract/books/reports.ts'
import { toCents } from '#contract/money.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { fieldError, refusalOf, transferForm } from '../../../test/money.ts'
import { startSession } from '../../access/start-session.ts'
import { checkDayTotals, sumDays } from '../../ledger/day-totals.ts'
import { sourceTexts } from '../../platform/texts/texts.ts'
import { journalCsv } from './journal-csv.ts'
import { streamJournal } from './read-journal.ts'

const ZONE = 'America/New_York'
const bank = useBank({ config: { bankTimeZone: ZONE } })
const DAY_MS = 86_400_000
const BALANCE = '/admin/reports/trial-balance'
const JOURNAL = '/admin/reports/journal'
const START = '2026-02-27'
const DAYS = 14 // over the change to daylight saving time on 8 March
let auditor: Person
let teller: Person
let people: Person[]

const dayAt = (index: number) => new Date(Date.parse(`${START}T00:00:00Z`) + index * DAY_MS).toISOString().slice(0, 10)
const moveTo = (at: Date) => {
  bank.clock.offsetMs = at.getTime() - Date.now()
}

/** The generator of Numerical Recipes: the same books in every run. */
let seed = 19
const random = (below: number) => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return Math.floor(seed / 65_536) % below
}

/** The clock moves on by days, and sessions end meanwhile. */
const call = async ({ id }: Person, path: string, body: object) => {
  const token = await startSession(bank.sql, id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
  return bank.call('POST', path, { token, body })
}

async function bookSomething() {
  const [sender, receiver] = [people[random(3)], people[random(3)]] as [Person, Person]
  if (random(3) === 0) return bank.fund(sender.id, BigInt(1 + random(99_999)))
  const inside = random(2) === 0 ? { accountNumber: await receiver.accountNumber() } : {}
  const sent = await call(sender, '/transfer', transferForm({ amount: (1 + random(500)) / 100, ...inside }))
  if (sent.statusCode !== 201) return expect(sent.json().code).toMatch(/insufficient_balance|same_account/)
  const approved = await call(teller, '/deposit/approve', { transactionId: sent.json()._id })
  expect(approved.statusCode, approved.body).toBe(200)
}

beforeAll(async () => {
  moveTo(new Date(startOfDay(START, ZONE).getTime() + 1))
  people = await Promise.all([1, 2, 3].map((n) => bank.person({ fullName: n === 1 ? '=cmd|calc' : `Person ${n}` })))
  teller = await bank.person({ role: 'Teller' })
  for (let day = 0; day < DAYS; day++) {
    // The first and the last moment of a day, and one within.
    const [start, end] = [startOfDay(dayAt(day), ZONE), startOfDay(dayAt(day + 1), ZONE)]
    for (const at of [start.getTime() + 5, start.getTime() + random(80_000_000), end.getTime() - 900]) {
      moveTo(new Date(at))
      await bookSomething()
    }
  }
  moveTo(new Date(startOfDay(dayAt(DAYS), ZONE).getTime() + DAY_MS / 2))
  auditor = await bank.person({ role: 'Auditor' })
}, 60_000)

async function balanceOn(on: string): Promise<TrialBalance> {
  const response = await auditor.call('GET', BALANCE, { query: { on } })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

/** Debits minus credits of each account, in cents. */
const netOf = ({ rows }: TrialBalance) =>
  new Map(rows.map(({ account, debits, credits }) => [account, cents(debits) - cents(credits)]))
const cents = (amount: number) => toCents(amount) ?? 0n

function parse(csv: string): Record<string, string>[] {
  const [names = [], ...rows] = csv
    .slice(1)
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^",]*))(?:,|$)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
    )
  return rows.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ''])))
}

async function journalOf(from: string, to: string) {
  const response = await auditor.call('GET', JOURNAL, { query: { from, to } })
  expect(response.statusCode, response.body).toBe(200)
  return parse(response.body)
}

/** The net amount of each code in the journal. */
function netOfJournal(rows: readonly Record<string, string>[]) {
  const net = new Map<string, bigint>()
  for (const { Code = '', Debit, Credit } of rows)
    net.set(Code, (net.get(Code) ?? 0n) + cents(Number(Debit)) - cents(Number(Credit)))
  return net
}
const CODES: Record<string, string> = {
  wire_clearing: '1000',
  crypto_clearing: '1010',
  'customers:main': '2000',
  'customers:savings': '2010',
  customer_funds: '2090',
  suspense: '2100',
  adjustments: '5900',
}

test('the journal of any days is the difference of the trial balances of its ends, with and without summed days', async () => {
  for (const summed of [false, true]) {
    if (summed) expect(await sumDays(bank.sql, bank.now(), ZONE)).toBe(DAYS)
    for (const [from, to] of [
      [0, DAYS],
      [3, 3],
      [8, 10],
      [9, 9],
      [5, 12],
    ] as const) {
      const [before, after] = [netOf(await balanceOn(dayAt(from - 1))), netOf(await balanceOn(dayAt(to)))]
      const rows = await journalOf(dayAt(from), dayAt(to))
      expect(rows.length).toBeGreaterThan(0)
      const journal = netOfJournal(rows)
      for (const [account, net] of after)
        expect([account, net - (before.get(account) ?? 0n)]).toEqual([account, journal.get(CODES[account] ?? '') ?? 0n])
      // Two lines per booking, of the same amount; customers are named by their numbers, nobody by an id.
      const [debits, credits] = [rows.filter(({ Debit }) => Debit), rows.filter(({ Credit }) => Credit)]
      expect(debits.map(({ Entry, Debit }) => [Entry, Debit])).toEqual(
        credits.map(({ Entry, Credit }) => [Entry, Credit]),
      )
      const numbers = rows.filter(({ Code }) => Code === '2000').map((row) => row['Account number'])
      expect(numbers.every((number) => /^\d{10}$/.test(number ?? ''))).toBe(true)
      expect(rows.some((row) => Object.values(row).some((cell) => /[0-9a-f]{8}-[0-9a-f]{4}-/.test(cell)))).toBe(false)
      expect(rows.map((row) => row['Booked at'])).toEqual(rows.map((row) => row['Booked at']).toSorted())
    }
  }
})

test('balances and equals what the invariants sum', async () => {
  const { rows, totals, final, currency } = await balanceOn(dayAt(DAYS))
  expect([final, currency]).toEqual([false, 'USD'])
  expect([totals.debits, totals.debitBalance]).toEqual([totals.credits, totals.creditBalance])
  const [sums] = await bank.sql`
    select (select sum(balance) from accounts where kind = 'main')::bigint as main, (select count(*) from accounts)::int as count,
      (select sum(amount) from postings where contra = 'wire_clearing')::bigint as wires,
      (select sum(amount) from postings where contra = 'adjustments')::bigint as adjustments`
  const net = netOf({ rows } as TrialBalance)
  expect(net.get('customers:main')).toBe(-sums?.main)
  expect([net.get('wire_clearing'), net.get('adjustments'), net.get('customer_funds')]).toEqual([
    sums?.wires,
    sums?.adjustments,
    0n,
  ])
  expect(rows.filter(({ kind }) => kind === 'customers').map((row) => [row.code, row.account, row.accounts])).toEqual([
    ['2000', 'customers:main', sums?.count],
    ['2010', 'customers:savings', 0],
  ])
  expect(rows.map(({ code }) => code)).toEqual(rows.map(({ code }) => code).toSorted())
  expect((await balanceOn(dayAt(3))).final).toBe(true)
  expect((await balanceOn('2025-12-31')).totals).toEqual({ debits: 0, credits: 0, debitBalance: 0, creditBalance: 0 })
})

test('counts a booking that arrives after its day was summed, and sums the days again', async () => {
  await sumDays(bank.sql, bank.now(), ZONE)
  const now = bank.now()
  const before = netOf(await balanceOn(dayAt(2)))
  moveTo(startOfDay(dayAt(3), ZONE))
  await bank.fund(people[0]?.id ?? '', 77n, bank.now())
  moveTo(new Date(startOfDay(dayAt(2), ZONE).getTime() + 3_600_000))
  await bank.fund(people[0]?.id ?? '', 1_00n, bank.now())
  moveTo(now)
  const expected = (before.get('adjustments') ?? 0n) + 1_00n
  expect(netOf(await balanceOn(dayAt(2))).get('adjustments')).toBe(expected)
  // Two servers at once.
  await Promise.all([sumDays(bank.sql, now, ZONE), sumDays(bank.sql, now, ZONE)])
  expect(netOf(await balanceOn(dayAt(2))).get('adjustments')).toBe(expected)
  const [stored] = await bank.sql`select sum(count)::int as count from day_totals`
  const [booked] =
    await bank.sql`select count(*)::int as count from postings where booked_at < ${startOfDay(dayAt(DAYS), ZONE)}`
  expect(stored).toEqual(booked)
})

test('npm run verify finds a sum of a day that is not the one of its bookings', async () => {
  const check = async () => (await checkDayTotals(bank.sql, ZONE))[0]
  expect(await check()).toMatchObject({ checked: expect.toSatisfy((checked) => checked > 10n), breaches: 0n })
  const change = (cents: number) => bank.owner`
    update day_totals set amount = amount + ${cents}::int where ctid = (select max(ctid) from day_totals)`
  await change(1)
  expect(await check()).toMatchObject({ breaches: 1n })
  await change(-1)
  await bank.owner`update day_totals set day = day - 1 where ctid = (select min(ctid) from day_totals)`
  expect((await check())?.breaches).toBeGreaterThan(0n)
  await bank.owner`delete from day_totals`
  await sumDays(bank.sql, bank.now(), ZONE)
  expect(await check()).toMatchObject({ breaches: 0n })
})

test('a day that is not over is not summed', async () => {
  const at = bank.now()
  moveTo(new Date(startOfDay(dayAt(DAYS + 1), ZONE).getTime() + 60_000))
  expect(await sumDays(bank.sql, bank.now(), ZONE)).toBe(0)
  moveTo(new Date(bank.now().getTime() + 15 * 60_000))
  expect(await sumDays(bank.sql, bank.now(), ZONE)).toBe(1)
  moveTo(at)
})

test('has one snapshot while money is booked and days are summed', async () => {
  const work = Array.from({ length: 12 }, async (_, n) => {
    await bank.fund(people[n % 3]?.id ?? '', 5_00n)
    if (n % 4 === 0) await sumDays(bank.sql, bank.now(), ZONE)
  })
  const reads = Array.from({ length: 6 }, () => balanceOn(dayAt(DAYS)))
  for (const { totals } of await Promise.all(reads))
    expect([totals.debits, totals.debitBalance]).toEqual([totals.credits, totals.creditBalance])
  await Promise.all(work)
})

test('files: a CSV that adds up and calculates nothing, and a PDF that anyone can check', async () => {
  const csv = await auditor.call('GET', BALANCE, { query: { on: dayAt(5), format: 'csv' } })
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="trial-balance-${dayAt(5)}.csv"`,
  })
  const rows = parse(csv.body)
  const [total] = rows.slice(-1)
  expect(total).toMatchObject({ Account: 'total', Currency: 'USD' })
  expect(total?.Debits).toBe(total?.Credits)
  const sum = rows.slice(0, -1).reduce((all, row) => all + cents(Number(row.Debits)), 0n)
  expect(sum).toBe(cents(Number(total?.Debits)))

  const pdf = await auditor.call('GET', BALANCE, { query: { on: dayAt(5), format: 'pdf' } })
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const checked = await bank.call('GET', `/verify/${pdf.headers['x-document-number']}`)
  expect(checked.json()).toMatchObject({ kind: 'trial-balance', period: dayAt(5) })

  const names = (await journalOf(START, dayAt(DAYS))).map(({ Text }) => Text)
  expect(names.some((name) => name?.includes('=cmd'))).toBe(true)
  expect(names.filter((name) => /^[=+\-@|%]/.test(name ?? ''))).toEqual([])
})

test('refuses days that are none or the wrong way round; those to come end today', async () => {
  const future = dayAt(DAYS + 30)
  const text = 'Enter a date (YYYY-MM-DD).'
  const refused = async (path: string, query: Record<string, string>) =>
    refusalOf(await auditor.call('GET', path, { query }))
  const today = dayOf(bank.now(), ZONE)
  expect((await balanceOn(future)).on).toBe(today)
  const year = await auditor.call('GET', JOURNAL, { query: { from: START, to: future } })
  expect(year.headers['content-disposition']).toContain(today)
  expect(year.body).toBe((await auditor.call('GET', JOURNAL, { query: { from: START, to: today } })).body)
  expect((await auditor.call('GET', JOURNAL, { query: { from: future, to: future } })).body.split('\r\n')).toHaveLength(
    2,
  )
  for (const on of ['2026-02-30', '2026-2-3', 'today', '', '0000-01-01', '2026-02-03T00:00:00Z'])
    expect(await refused(BALANCE, { on })).toEqual(fieldError('on', text))
  expect(await refused(BALANCE, { format: 'xml' })).toEqual(fieldError('format', 'The format is json, csv or pdf.'))
  expect(await refused(JOURNAL, { from: dayAt(3), to: dayAt(2) })).toEqual(
    fieldError('from', 'The first day must not be after the last.'),
  )
  expect(await refused(JOURNAL, { from: START })).toEqual(fieldError('to', text))
  expect(await refused(JOURNAL, { from: START, to: START, account: 'x' })).toMatchObject({ status: 400 })
})

test('is for those who may read the audit log, and is in it', async () => {
  for (const role of ['User', 'Support', 'Teller'] as const) {
    const other = await bank.person({ role })
    for (const path of [BALANCE, `${JOURNAL}?from=${START}&to=${START}`])
      expect(refusalOf(await other.call('GET', path))).toMatchObject({ status: 403, code: 'forbidden' })
  }
  await journalOf(START, dayAt(1))
  const entries = await bank.sql`
    select action, after from audit where actor_id = ${auditor.id} and action like 'report.%' order by at desc, id desc`
  expect(entries[0]).toEqual({ action: 'report.journal', after: { from: START, to: dayAt(1), format: 'csv' } })
  expect(entries).toContainEqual({ action: 'report.trial_balance', after: { on: dayAt(5), format: 'pdf' } })
  const seen = await bank.sql`
    select distinct person_id from access_log where staff_id = ${auditor.id} and what = 'transactions.exported'`
  expect(seen.map(({ person_id }) => person_id).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
})

test('the journal reads no further than the client does, and has equal times in order and once', async () => {
  const ROWS = 3_500
  const many = await bank.person({ balanceCents: 1n })
  const at = startOfDay('2026-01-05', ZONE)
  await bank.owner`
    insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at, booked_at, decided_at)
    select md5('t' || n)::uuid, ${many.id}, 'Deposit', n, 'Completed', 'adjustment', 'R' || n, ${at}, ${at}, ${at}, ${at}
    from generate_series(1, ${ROWS}::int) n`
  await bank.owner`
    insert into postings (account_id, number, entry_id, transaction_id, contra, amount, balance_after, value_at, booked_at, hash)
    select ${many.id}, n + 1, ${newId()}, md5('t' || n)::uuid, 'adjustments', n, 0, ${at}, ${at}, ''::bytea || decode(repeat('00', 32), 'hex')
    from generate_series(1, ${ROWS}::int) n`
  try {
    const rows = await journalOf('2026-01-05', '2026-01-05')
    const references = rows.filter(({ Debit }) => Debit).map(({ Reference }) => Reference)
    expect(references).toEqual(Array.from({ length: ROWS }, (_, n) => `R${n + 1}`))
    const onRead = vi.fn(async () => {})
    const range = { from: '2026-01-05', to: dayOf(at, ZONE) }
    const open = (onRead = async () => {}) =>
      streamJournal(bank.sql, range, { zone: ZONE, onRead }, journalCsv(sourceTexts()))
    const chunks = open(onRead).iterator({ destroyOnReturn: true })
    await chunks.next()
    await chunks.next()
    // Nothing is read while the client takes nothing, and another one takes everything.
    expect((await text(open())).split('\r\n')).toHaveLength(2 * ROWS + 2)
    const readAhead = onRead.mock.calls.length
    expect(readAhead).toBeLessThanOrEqual(2)
    await chunks.return?.()
    expect((await text(open())).split('\r\n')).toHaveLength(2 * ROWS + 2)
    expect(onRead.mock.calls.length).toBeLessThanOrEqual(readAhead + 1)
  } finally {
    await bank.owner`delete from postings where account_id = ${many.id} and number > 1`
    await bank.owner`delete from transactions where account_id = ${many.id} and reference like 'R%' and booked_at = ${at}`
  }
})
