import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { fieldError, refusalOf } from '../../../test/money.ts'
import { startSession } from '../../access/start-session.ts'
import { FINAL_AFTER_MS } from '../../ledger/month.ts'
import { startOfMonth } from './statement-months.ts'

const zone = 'America/New_York'
const bank = useBank({ config: { bankTimeZone: zone } })
const FORMATS = ['pdf', 'csv', 'json', 'ofx', 'camt053']

/** Moves the bank's clock for the rest of the test. */
const setClock = (time: number) => {
  bank.clock.offsetMs = time - Date.now()
}
const logIn = async (person: Person): Promise<Person> => {
  const token = await startSession(bank.sql, person.id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
  return { ...person, token, call: (method, path, options = {}) => bank.call(method, path, { token, ...options }) }
}

let ada: Person
let eve: Person
let savings: string
beforeAll(async () => {
  setClock(Date.parse('2026-08-20T12:00:00Z'))
  ada = await bank.person({ fullName: 'Ada Example', balanceCents: 500_00n })
  savings = (await ada.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()._id
  await ada.call('POST', '/accounts/move', { body: { from: ada.id, to: savings, amount: 120.5 } })
  setClock(Date.parse('2026-10-31T20:00:00Z'))
  await bank.fund(ada.id, 20_00n)
  setClock(Date.parse('2026-11-16T12:00:00Z'))
  ada = await logIn(ada)
  eve = await bank.person({ fullName: 'Eve Else' })
})

const statementOf = (person: Person, month: string, query: Record<string, string> = {}) =>
  person.call('GET', `/statements/${month}`, { query })

test('lists every month from the opening to now, newest first', async () => {
  const month = (month: string, opening: number, credits: number, debits: number, count: number, final = true) => {
    const closing = opening + credits - debits
    return { month, opening, credits, debits, closing, count, final }
  }
  expect((await ada.call('GET', '/statements')).json()).toEqual([
    month('2026-11', 399.5, 0, 0, 0, false),
    month('2026-10', 379.5, 20, 0, 1),
    month('2026-09', 379.5, 0, 0, 0),
    month('2026-08', 0, 500, 120.5, 2),
  ])
  expect((await ada.call('GET', '/statements', { query: { accountId: savings } })).json()[3]).toEqual(
    month('2026-08', 0, 120.5, 0, 1),
  )
})

test('serves each format as a file with its type and name', async () => {
  const number = await ada.accountNumber()
  const expected = {
    pdf: ['application/pdf', 'pdf', '%PDF-1.7'],
    csv: ['text/csv; charset=utf-8', 'csv', 'Opening balance'],
    json: ['application/json; charset=utf-8', 'json', '"transactions":['],
    ofx: ['application/x-ofx', 'ofx', '<LEDGERBAL>'],
    camt053: ['application/xml', 'xml', 'camt.053.001.08'],
  }
  for (const [format, [type, extension, content]] of Object.entries(expected)) {
    const response = await statementOf(ada, '2026-08', { format })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe(type)
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="statement-2026-08-${number}.${extension}"`,
    )
    expect(response.body).toContain(content)
  }
  const answer = (await statementOf(ada, '2026-08')).json()
  expect(answer.transactions.map(({ amount }: { amount: number }) => amount)).toEqual([500, -120.5])
})

test('refuses malformed months and unknown formats, and finds no month outside of the account’s life', async () => {
  for (const month of ['2026-13', '2026-1', '202610', 'last', '2026-00', '2026-10-01', '%20', '２０２６-10'])
    expect(refusalOf(await statementOf(ada, month))).toEqual(fieldError('month', 'Enter a month (YYYY-MM).'))
  for (const format of ['xlsx', '', 'PDF', 'toString'])
    expect(refusalOf(await statementOf(ada, '2026-10', { format }))).toEqual(
      fieldError('format', 'The format is pdf, csv, json, ofx or camt053.'),
    )
  for (const month of ['2026-07', '2026-12', '0000-01', '9999-12'])
    expect(refusalOf(await statementOf(ada, month))).toMatchObject({ status: 404, code: 'not_found' })
})

test('another person’s account does not exist, by whichever call', async () => {
  for (const accountId of [ada.id, savings, '00000000-0000-7000-8000-000000000000']) {
    const list = await eve.call('GET', '/statements', { query: { accountId } })
    expect(refusalOf(list)).toMatchObject({ status: 404, code: 'not_found' })
    expect(refusalOf(await statementOf(eve, '2026-11', { accountId }))).toMatchObject({ status: 404 })
    const query = { userId: ada.id, accountId }
    expect((await eve.call('GET', '/admin/statements', { query })).statusCode).toBe(403)
    expect((await eve.call('GET', '/admin/statements/2026-10', { query })).statusCode).toBe(403)
  }
  const support = await bank.person({ role: 'Support' })
  const mixed = { userId: eve.id, accountId: savings }
  expect((await support.call('GET', '/admin/statements/2026-11', { query: mixed })).statusCode).toBe(404)
})

test('a final month has the same bytes for ever, in every format, also when names change', async () => {
  const before = await Promise.all(FORMATS.map((format) => statementOf(ada, '2026-10', { format })))
  await (await bank.person({ role: 'Teller' })).call('PATCH', '/admin/user', {
    body: { userId: ada.id, updates: { fullName: 'Ada Renamed' } },
  })
  const after = await Promise.all(FORMATS.map((format) => statementOf(ada, '2026-10', { format })))
  expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body))
  expect((await statementOf(ada, '2026-11')).json().holder.name).toBe('Ada Renamed')
})

test('a month becomes final when nothing can be booked in it any more', async () => {
  const end = startOfMonth('2026-12', zone).getTime()
  const finalAt = async (time: number) => {
    setClock(time)
    const list = (await (await logIn(ada)).call('GET', '/statements')).json() as { month: string; final: boolean }[]
    return list.find(({ month }) => month === '2026-11')?.final
  }
  const seconds = 1000
  expect(await finalAt(end - 5 * seconds)).toBe(false)
  expect(await finalAt(end + FINAL_AFTER_MS - 60 * seconds)).toBe(false)
  expect(await finalAt(end + FINAL_AFTER_MS)).toBe(true)
  setClock(Date.parse('2026-11-16T12:00:00Z'))
})

test('a statement that is read while money arrives agrees with itself', async () => {
  const person = await bank.person({ balanceCents: 1n })
  const arriving = Promise.all(Array.from({ length: 60 }, () => bank.fund(person.id, 7n)))
  const read = async () => {
    const { opening, closing, count, transactions } = (await statementOf(person, '2026-11')).json()
    expect(transactions).toHaveLength(count)
    const sum = transactions.reduce((cents: number, { amount }: { amount: number }) => cents + amount * 100, 0)
    expect(Math.round(sum)).toBe(Math.round((closing - opening) * 100))
  }
  for (let i = 0; i < 5; i++) await read()
  await arriving
  await read()
})

test('staff open a person’s statements, which the person sees in the access log', async () => {
  const own = await statementOf(ada, '2026-08', { accountId: savings, format: 'pdf' })
  for (const role of ['Support', 'Teller', 'Auditor', 'Admin'] as const) {
    const staff = await bank.person({ role })
    const query = { userId: ada.id, accountId: savings }
    expect((await staff.call('GET', '/admin/statements', { query })).json()).toHaveLength(4)
    const [first] = await bank.sql`select what from access_log where staff_id = ${staff.id}`
    expect(first).toEqual({ what: 'statements.viewed' })
    const file = await staff.call('GET', '/admin/statements/2026-08', { query: { ...query, format: 'camt053' } })
    // One rule for exports, of transactions and of statements.
    const mayExport = role === 'Auditor' || role === 'Admin'
    expect((await staff.call('GET', '/admin/transactions/export')).statusCode).toBe(mayExport ? 200 : 403)
    expect(file.statusCode).toBe(mayExport ? 200 : 403)
    if (mayExport) expect(file.body).toContain('<CpyDplctInd>COPY</CpyDplctInd>')
    for (const format of ['csv', 'ofx'])
      expect((await staff.call('GET', '/admin/statements/2026-08', { query: { ...query, format } })).statusCode).toBe(
        mayExport ? 200 : 403,
      )
    const copy = await staff.call('GET', '/admin/statements/2026-08', { query: { ...query, format: 'pdf' } })
    expect(copy.statusCode).toBe(200)
    expect(copy.headers['x-document-number']).not.toBe(own.headers['x-document-number'])
  }
  expect((await statementOf(ada, '2026-08', { accountId: savings, format: 'camt053' })).body).not.toContain('COPY')
  const log = (await ada.call('GET', '/users/access-log')).json() as { what: string }[]
  expect(log.filter(({ what }) => what === 'statements.viewed')).toHaveLength(4)
  // A read that finds nothing is not one.
  const admin = await bank.person({ role: 'Admin' })
  const missing = await admin.call('GET', '/admin/statements/2020-01', { query: { userId: ada.id } })
  expect(missing.statusCode).toBe(404)
  expect(await bank.sql`select 1 from access_log where staff_id = ${admin.id}`).toHaveLength(0)
})
