import { spawnSync } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import { dayOf, startOfDay } from '#contract/bank-day.ts'
import type { BalanceSheet, ProfitAndLoss } from '#contract/books/financial-reports.ts'
import type { ReportedAccount } from '#contract/books/management-reports.ts'
import type { TrialBalance } from '#contract/books/reports.ts'
import { toCents } from '#contract/money.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { fieldError, refusalOf, transferForm } from '../../../test/money.ts'
import { addExternalAccount, importEntries } from '../../../test/statement-entries.ts'
import { startSession } from '../../access/start-session.ts'
import { checkReports } from '../../ledger/account-balances.ts'
import { sumDays } from '../../ledger/day-totals.ts'

const ZONE = 'Asia/Tokyo'
const bank = useBank({ config: { bankTimeZone: ZONE, fourEyesAboveCents: null } })
const DAY_MS = 86_400_000
const HAS_HLEDGER = spawnSync('hledger', ['--version']).status === 0
/** What would end a name, begin a comment, date an entry, or make an account or a virtual posting of its own. */
const HOSTILE = [
  '; date:2001-01-01',
  '2001-01-01 * (x) | y',
  '[2001-01-01]  assets:stolen  -99.00 USD',
  '=formula() ~ ! * (code)',
  '"quoted" \\n end   ;:|',
]
let auditor: Person
let people: Person[]
const today = dayOf(new Date(), ZONE)
const day = (ago: number) => new Date(Date.parse(`${today}T00:00:00Z`) - ago * DAY_MS).toISOString().slice(0, 10)
const moveTo = (ago: number) => {
  bank.clock.offsetMs = ago === 0 ? 0 : startOfDay(day(ago), ZONE).getTime() + DAY_MS / 2 - Date.now()
}
const cents = (amount: number) => toCents(amount) ?? 0n

async function read<Answer>(path: string, query: Record<string, string> = {}): Promise<Answer> {
  const response = await auditor.call('GET', `/admin/reports/${path}`, { query })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const file = (path: string, query: Record<string, string>) => auditor.call('GET', `/admin/reports/${path}`, { query })

beforeAll(async () => {
  moveTo(400)
  people = []
  for (const [n, fullName] of HOSTILE.entries())
    people.push(await bank.person({ fullName, balanceCents: BigInt(1_000_00 * (n + 1)) }))
  moveTo(5)
  const [sender, receiver] = people as [Person, Person]
  const teller = await bank.person({ role: 'Admin' })
  const token = await startSession(bank.sql, sender.id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
  const inside = { accountNumber: await receiver.accountNumber(), accountName: HOSTILE[2] }
  const sent = await bank.call('POST', '/transfer', { token, body: transferForm({ amount: 12.34, ...inside }) })
  if (sent.json().status === 'Pending')
    await teller.call('POST', '/deposit/approve', { body: { transactionId: sent.json()._id } })
  const wire = await bank.call('POST', '/transfer', {
    token,
    body: transferForm({ amount: 7.05, accountName: HOSTILE[0] }),
  })
  await teller.call('POST', '/deposit/approve', { body: { transactionId: wire.json()._id } })
  moveTo(0)
  const admin = await bank.person({ role: 'Admin' })
  const account = await addExternalAccount(admin)
  await bank.owner`update gl_accounts set name = ${HOSTILE.join(' ')} where account = ${`outside:${account}`}`
  await importEntries(
    bank,
    admin,
    account,
    HOSTILE.map((text, n) => ({
      amountCents: BigInt(n % 2 ? -125 * n : 101 * (n + 1)),
      text,
      counterpartyName: text,
      bankReference: text,
    })),
  )
  auditor = await bank.person({ role: 'Auditor' })
})

test('a balance sheet balances and has what the trial balance has, by code, with and without summed days', async () => {
  for (const summed of [false, true]) {
    if (summed) await sumDays(bank.sql, bank.now(), ZONE)
    for (const on of [day(401), day(400), day(5), today]) {
      const sheet = await read<BalanceSheet>('balance-sheet', { on })
      const { rows } = await read<TrialBalance>('trial-balance', { on })
      expect(cents(sheet.assets.total)).toBe(cents(sheet.total))
      const debit = (account: string) => {
        const row = rows.find((one) => one.account === account)
        return cents(row?.debits ?? 0) - cents(row?.credits ?? 0)
      }
      for (const { account, balance } of sheet.assets.rows) expect(cents(balance)).toBe(debit(account))
      for (const { account, balance } of sheet.liabilities.rows) expect(cents(balance)).toBe(-debit(account))
      // What was funded by hand is an expense.
      expect(cents(sheet.result)).toBe(-debit('adjustments'))
    }
  }
  const sheet = await read<BalanceSheet>('balance-sheet')
  expect(sheet).toMatchObject({ on: today, final: false, currency: 'USD' })
  expect(sheet.liabilities.rows[0]).toMatchObject({ code: '2000', account: 'customers:main' })
})

test('profit and loss of any days is the difference between the results of two balance sheets', async () => {
  const resultOn = async (on: string) => cents((await read<BalanceSheet>('balance-sheet', { on })).result)
  for (const [from, to] of [
    [day(400), day(400)],
    [day(399), day(1)],
    [day(500), today],
  ] as const) {
    const report = await read<ProfitAndLoss>('profit-and-loss', { from, to })
    const before = new Date(Date.parse(`${from}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)
    expect(cents(report.result)).toBe((await resultOn(to)) - (await resultOn(before)))
    expect(cents(report.income.total) - cents(report.expenses.total)).toBe(cents(report.result))
  }
  expect(await read<ProfitAndLoss>('profit-and-loss', { from: day(500) })).toMatchObject({ to: today, result: -15_000 })
  expect((await read<ProfitAndLoss>('profit-and-loss')).from).toBe(`${today.slice(0, 4)}-01-01`)
  expect(refusalOf(await file('profit-and-loss', { from: today, to: day(1) }))).toEqual(
    fieldError('from', 'The first day must not be after the last.'),
  )
  expect(refusalOf(await file('balance-sheet', { format: 'xml' }))).toMatchObject({ status: 400 })
})

test('files: CSV that calculates nothing, and PDFs that anyone can check', async () => {
  for (const [path, kind] of [
    ['balance-sheet', 'balance-sheet'],
    ['profit-and-loss', 'profit-and-loss'],
  ] as const) {
    const csv = await file(path, { format: 'csv' })
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.body).not.toMatch(/(?:^|,)[=+@]/m)
    const pdf = await file(path, { format: 'pdf' })
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await bank.call('GET', `/verify/${pdf.headers['x-document-number']}`)).json()).toMatchObject({ kind })
  }
  const actions = await bank.sql`select distinct action from audit where actor_id = ${auditor.id} order by 1`
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['report.balance_sheet', 'report.profit_and_loss']),
  )
})

test.skipIf(!HAS_HLEDGER)(
  'hledger reads the journal, whatever names are in it, and has the trial balance to the cent',
  async () => {
    for (const from of [day(600), day(5), today]) {
      const journal = await file('journal', { from, to: today, format: 'hledger' })
      expect(journal.headers['content-disposition']).toContain('.journal"')
      const run = (...args: string[]) =>
        spawnSync('hledger', ['-f', '-', ...args], { input: journal.body, encoding: 'utf8' })
      expect(run('check', '--strict').stderr).toBe('')
      const balance = run('balance', '--flat', '--empty', '--no-total', '-O', 'csv')
      expect(balance.stderr).toBe('')
      const lines = balance.stdout.split('\n').slice(1).filter(Boolean)
      const shown = new Map(
        lines.map((line) => {
          const [, name = '', amount = ''] = /^"(.*)","(.*?)"$/.exec(line) ?? []
          return [/:(\d+) /.exec(name)?.[1] ?? name, cents(Number(amount.replace(' USD', '')))]
        }),
      )
      const { rows } = await read<TrialBalance>('trial-balance', { on: today })
      const chart = await bank.sql<{ code: string; account: string }[]>`select code, account from gl_accounts`
      for (const { account, debits, credits } of rows) {
        const { code = '' } = chart.find((one) => one.account === account) ?? {}
        expect([code, shown.get(code) ?? 0n]).toEqual([code, cents(debits) - cents(credits)])
      }
      // Nothing that was typed became an account or a date of its own.
      const codes = new Set(chart.map(({ code }) => code))
      expect([...shown.keys()].filter((code) => !codes.has(code))).toEqual([])
      const dates = run('print', '-O', 'csv').stdout.split('\n').slice(1).filter(Boolean)
      expect(dates.every((line) => !line.includes('"2001-01-01"'))).toBe(true)
    }
    expect(refusalOf(await file('journal', { from: today, to: today, format: 'xml' }))).toMatchObject({ status: 400 })
  },
)

test('management: new customers, dormant accounts and largest balances', async () => {
  const customers = await read<{ month: string; opened: number; total: number }[]>('customers', { months: '24' })
  expect(customers).toHaveLength(24)
  expect(customers.map(({ opened }) => opened).reduce((sum, count) => sum + count, 0)).toBe(people.length)
  expect(customers[0]).toMatchObject({ month: today.slice(0, 7), total: people.length })
  const dormant = await read<ReportedAccount[]>('dormant', { months: '12' })
  // Two of them paid or were paid five days ago.
  expect(dormant.map(({ user }) => user._id).toSorted()).toEqual(
    people
      .slice(2)
      .map(({ id }) => id)
      .toSorted(),
  )
  expect(await read<ReportedAccount[]>('dormant', { months: '24' })).toEqual([])
  const largest = await read<ReportedAccount[]>('largest', { limit: '2' })
  expect(largest.map(({ balance, user }) => [balance, user.fullName])).toEqual([
    [5000, HOSTILE[4]],
    [4000, HOSTILE[3]],
  ])
  expect(refusalOf(await file('dormant', { months: '0' }))).toMatchObject({ status: 400 })
  for (const report of ['customers', 'dormant', 'largest']) {
    const csv = await file(report, { format: 'csv' })
    expect(csv.headers['content-disposition']).toBe(`attachment; filename="${report}-${today}.csv"`)
    expect(csv.body).not.toMatch(/(?:^|,)"?[=+@]/m)
    for (const role of ['User', 'Support', 'Teller'] as const) {
      const other = await bank.person({ role, balanceCents: role === 'User' ? 1n : 0n })
      expect(refusalOf(await other.call('GET', `/admin/reports/${report}`))).toMatchObject({ status: 403 })
      if (role === 'User') await bank.owner`update people set role = 'Support' where id = ${other.id}`
    }
  }
  const seen = await bank.sql`
    select distinct what from access_log where staff_id = ${auditor.id} and person_id = ${people[4]?.id ?? ''} order by 1`
  expect(seen.map(({ what }) => what)).toEqual(expect.arrayContaining(['list.exported', 'list.viewed']))
})

test('people as CSV, with the filters of the list, audited, and known to those who are in it', async () => {
  const take = (query: Record<string, string>) => auditor.call('GET', '/admin/users/export', { query })
  const all = await take({})
  expect(all.headers['content-disposition']).toBe(`attachment; filename="users-${today}.csv"`)
  const [count] = await bank.sql`select count(*)::int as count from people`
  expect(all.body.trimEnd().split('\r\n')).toHaveLength(1 + count?.count)
  expect(all.body).toContain(`"'=formula() ~ ! * (code)"`)
  const admins = await take({ role: 'Admin', status: 'Active' })
  expect(admins.body.trimEnd().split('\r\n')).toHaveLength(3)
  const one = await take({ search: people[0]?.email ?? '' })
  expect(one.body.trimEnd().split('\r\n')).toHaveLength(2)
  expect(refusalOf(await take({ role: 'King' }))).toMatchObject({ status: 400 })
  expect(refusalOf(await (await bank.person({ role: 'Teller' })).call('GET', '/admin/users/export'))).toMatchObject({
    status: 403,
  })
  const [entry] = await bank.sql`
    select after from audit where action = 'people.exported' and actor_id = ${auditor.id} order by at, id offset 1 limit 1`
  expect(entry?.after).toEqual({ role: 'Admin', status: 'Active' })
})

test('npm run verify finds a report that differs from the bookings', async () => {
  const reports = async () => (await checkReports(bank.sql, ZONE))[0]?.breaches
  expect(await reports()).toBe(0n)
  await bank.owner`update day_totals set amount = amount + 1 where ctid = (select max(ctid) from day_totals)`
  expect(await reports()).toBeGreaterThan(0n)
  await bank.owner`update day_totals set amount = amount - 1 where ctid = (select max(ctid) from day_totals)`
  await bank.owner`update gl_accounts set account = 'gl:9' where account = 'wire_clearing'`
  expect(await reports()).toBe(1n)
  await bank.owner`update gl_accounts set account = 'wire_clearing' where account = 'gl:9'`
  expect(await reports()).toBe(0n)
})
