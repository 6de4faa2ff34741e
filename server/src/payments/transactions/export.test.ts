import { request } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SOME_ID } from '../../../test/bad-values.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf, transferForm } from '../../../test/money.ts'
import { sourceTexts } from '../../platform/texts/texts.ts'
import { streamExport } from './export-transactions.ts'

const bank = useBank()
/** Six pages of the export, which the client takes one by one. */
const ROWS = 3_000
const PATH = '/admin/transactions/export'
let auditor: Person
let ada: Person
let many: Person

beforeAll(async () => {
  auditor = await bank.person({ role: 'Auditor', fullName: 'Audrey Auditor' })
  ada = await bank.person({ fullName: '=cmd|calc', balanceCents: 5000_00n })
  many = await bank.person({ fullName: 'Many Rows' })
  await bank.owner`
    insert into transactions (id, account_id, type, amount, status, method, reference, value_at, submitted_at)
    select gen_random_uuid(), ${many.id}, 'Deposit', n, 'Pending', 'bank', 'R' || n, ${bank.now()}::timestamptz, now() from generate_series(1, ${ROWS}::int) n`
})
// They were not submitted, and the invariants are checked when the bank closes.
afterAll(() => bank.owner`delete from transactions where account_id = ${many.id}`.then(() => {}))

/** RFC 4180, the other way round. */
function parseCsv(file: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of file.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

async function exported(query: Record<string, string>) {
  const response = await auditor.call('GET', PATH, { query })
  expect(response.statusCode).toBe(200)
  expect(response.body.startsWith('\uFEFF')).toBe(true)
  const [names = [], ...rows] = parseCsv(response.body.slice(1))
  return { response, rows: rows.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i]]))) }
}
const lastAudit = async () => {
  const [entry] = await bank.sql`
    select action, actor_id, subject_id, after from audit where action = 'transactions.exported' order by at desc, id desc`
  return entry
}

test('writes dollars, ISO times and texts that no spreadsheet calculates', async () => {
  const names = ['=HYPERLINK("http://x";"y")', 'Line, with "quotes"', '@SUM(A1)', '-1+1']
  for (const [index, accountName] of names.entries()) {
    const form = transferForm({ amount: 1000.5 + index, accountName })
    expect((await ada.call('POST', '/transfer', { body: form })).statusCode).toBe(201)
  }
  const { response, rows } = await exported({ userId: ada.id, type: 'Transfer', sort: 'smallest' })
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="transactions-\d{4}-\d\d-\d\d\.csv"$/)
  expect(rows.map(({ Amount }) => Amount)).toEqual(['-1000.50', '-1001.50', '-1002.50', '-1003.50'])
  expect(rows.map(({ Counterparty }) => Counterparty)).toEqual([
    `'${names[0]}`,
    names[1],
    `'${names[2]}`,
    `'${names[3]}`,
  ])
  expect(rows[0]).toMatchObject({
    Customer: "'=cmd|calc",
    'Customer ID': ada.id,
    Status: 'Pending',
    Method: 'wire',
    'Value date': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    Booked: '',
  })
})

test('is in the audit log with its filter and number of rows, before the rows are sent', async () => {
  await exported({ userId: ada.id, type: 'Transfer', minAmount: '1002', search: 'quotes' })
  const after = { type: 'Transfer', minAmountCents: '100200', search: 'quotes', sort: 'newest', rows: 0 }
  expect(await lastAudit()).toMatchObject({ actor_id: auditor.id, subject_id: null, after })
  await exported({ userId: ada.id, minAmount: '1002' })
  expect(await lastAudit()).toMatchObject({ subject_id: ada.id, after: { rows: 3 } })
  await exported({ userId: newId() })
  expect(await lastAudit()).toMatchObject({ subject_id: null, after: { rows: 0 } })
})

test('every customer in it sees the export in the access log', async () => {
  const [row] = await bank.sql`select count(*)::int as count from access_log
    where person_id = ${ada.id} and staff_id = ${auditor.id} and what = 'transactions.exported'`
  expect(row?.count).toBe(1)
})

test('is for those who may read the audit log', async () => {
  for (const role of ['Support', 'Teller'] as const) {
    const staff = await bank.person({ role })
    expect(refusalOf(await staff.call('GET', PATH))).toMatchObject({ status: 403, code: 'forbidden' })
  }
  const admin = await bank.person({ role: 'Admin' })
  expect((await admin.call('GET', PATH, { query: { userId: ada.id } })).statusCode).toBe(200)
})

test('has each of many transactions once, in order', async () => {
  const { rows } = await exported({ userId: many.id, sort: 'smallest' })
  expect(rows.map(({ Amount }) => Amount)).toEqual(Array.from({ length: ROWS }, (_, n) => ((n + 1) / 100).toFixed(2)))
  expect(new Set(rows.map((row) => row['Transaction ID'])).size).toBe(ROWS)
})

test('reads no further than the client does, and stops when the client hangs up', async () => {
  const open = (onRead = async () => {}) =>
    streamExport(
      bank.sql,
      { accountIds: [many.id], sort: 'smallest' },
      { texts: sourceTexts(), readerId: SOME_ID, onRead },
    )
  const onRead = vi.fn(async () => {})
  const chunks = open(onRead).iterator({ destroyOnReturn: true })
  await chunks.next()
  await chunks.next()
  // Nothing is read while the client takes nothing, and another one takes everything.
  expect((await text(open())).split('\r\n')).toHaveLength(ROWS + 2)
  const readAhead = onRead.mock.calls.length
  expect(readAhead).toBeLessThanOrEqual(3)
  await chunks.return?.()
  expect((await text(open())).split('\r\n')).toHaveLength(ROWS + 2)
  expect(onRead.mock.calls.length).toBeLessThanOrEqual(readAhead + 1)
})

test('a hung up download leaves the server and its connections free', async () => {
  await bank.app.listen({ port: 0, host: '127.0.0.1' })
  const address = bank.app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const headers = { authorization: `Bearer ${auditor.token}` }
  const open = () =>
    new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
      request({ port, host: '127.0.0.1', path: `/api${PATH}`, headers }, resolve)
        .on('error', reject)
        .end(),
    )
  // More than there are connections to the database.
  for (let n = 0; n < 20; n++) (await open()).destroy()
  const whole = await buffer(await open())
  expect(whole.toString('utf8').split('\r\n').length).toBeGreaterThan(ROWS)
})
