import { createHash } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { startSession } from '../src/access/start-session.ts'
import { buildApp } from '../src/app.ts'
import { startOfMonth } from '../src/documents/statements/statement-months.ts'
import { type Person, useBank } from './bank.ts'
import { databaseFingerprint } from './money.ts'

/*
 * Documents as attackers see them: a thief with a token, another customer, dishonest staff. Whatever they ask for, the bank
 * signs nothing about an account that is not theirs, and no staff copy without its mark.
 */

const bank = useBank()
let ada: Person
let eve: Person
let teller: Person
let month: string
let transactionId: string

const logIn = async (person: Person): Promise<Person> => {
  const token = await startSession(bank.sql, person.id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
  return { ...person, token, call: (method, path, options = {}) => bank.call(method, path, { token, ...options }) }
}
beforeAll(async () => {
  ada = await bank.person({ fullName: 'Ada Lovelace', balanceCents: 500_00n })
  month = bank.now().toISOString().slice(0, 7)
  transactionId = (await ada.call('GET', '/transactions')).json()[0]._id
  bank.clock.offsetMs += 40 * 86_400_000
  ada = await logIn(ada)
  eve = await bank.person()
  teller = await bank.person({ role: 'Teller' })
})

const own = () => [
  ...['pdf', 'csv', 'json', 'ofx', 'camt053'].map((format) => `/statements/${month}?format=${format}`),
  `/transactions/${transactionId}/receipt`,
  '/users/confirmation',
]
const ofStaff = () => [
  ...['pdf', 'json'].map((format) => `/admin/statements/${month}?userId=${ada.id}&format=${format}`),
  `/admin/transactions/${transactionId}/receipt`,
  `/admin/users/${ada.id}/confirmation`,
]
const sha256 = ({ rawPayload }: LightMyRequestResponse) => createHash('sha256').update(rawPayload).digest('hex')
const issuedRows = () =>
  bank.sql<{ staff_copy: boolean; issued_by: string; owner_id: string }[]>`
    select staff_copy, issued_by, owner_id from documents`

test('every document of a person can be verified, by its bytes and by its number, and no altered one', async () => {
  expect(startOfMonth(month, 'UTC') < bank.now()).toBe(true)
  for (const path of own()) {
    const response = await ada.call('GET', path)
    expect([path, response.statusCode]).toEqual([path, 200])
    const byBytes = await bank.call('GET', `/verify/${sha256(response)}`)
    const byNumber = await bank.call('GET', `/verify/${response.headers['x-document-number']}`)
    expect([path, byBytes.statusCode, byNumber.json()]).toEqual([path, 200, byBytes.json()])
    response.rawPayload[response.rawPayload.length >> 1] =
      (response.rawPayload[response.rawPayload.length >> 1] ?? 0) ^ 1
    expect((await bank.call('GET', `/verify/${sha256(response)}`)).statusCode).toBe(404)
  }
})

test('a stolen token mints no document about anyone else', async () => {
  const before = await databaseFingerprint(bank)
  const foreign = [
    `/statements/${month}?accountId=${ada.id}&format=pdf`,
    `/transactions/${transactionId}/receipt`,
    `/users/confirmation?accountId=${ada.id}`,
  ]
  for (const person of [eve, teller])
    for (const path of foreign) expect([404, 400]).toContain((await person.call('GET', path)).statusCode)
  for (const path of ofStaff()) expect([path, (await eve.call('GET', path)).statusCode]).toEqual([path, 403])
  for (const path of [...own(), ...ofStaff()]) expect((await bank.call('GET', path)).statusCode).toBe(401)
  expect(await databaseFingerprint(bank)).toEqual(before)
})

test('what staff get is a marked copy, with a number of its own', async () => {
  const numbers = new Set<unknown>()
  // In the bytes, where they are text. The tests of PDF files read theirs.
  const mark = /Copy issued by staff|"staffCopy":true|<CpyDplctInd>COPY</
  for (const path of [...own(), ...ofStaff()]) {
    const response = await (path.startsWith('/admin') ? teller : ada).call('GET', path)
    expect([path, response.statusCode]).toEqual([path, 200])
    numbers.add(response.headers['x-document-number'])
    if (response.headers['content-type'] !== 'application/pdf')
      expect([path, mark.test(response.body)]).toEqual([path, path.startsWith('/admin')])
  }
  expect(numbers.size).toBe(own().length + ofStaff().length)
  const rows = await issuedRows()
  for (const row of rows) expect(row.staff_copy).toBe(row.issued_by !== row.owner_id)
  expect(rows.filter(({ issued_by }) => issued_by === teller.id)).toHaveLength(ofStaff().length)
})

test('final documents keep their bytes when the institution is renamed', async () => {
  const final = own().filter((path) => !path.startsWith('/users'))
  const before = await Promise.all(final.map((path) => ada.call('GET', path)))
  const { sql, ledger, keys, now } = bank
  const institution = { ...bank.config.institution, name: 'Renamed Bank', address: 'Elsewhere' }
  const { app } = await buildApp({ sql, ledger, keys, config: { ...bank.config, institution }, now })
  const headers = { authorization: `Bearer ${ada.token}` }
  const after = await Promise.all(final.map((path) => app.inject({ url: `/api${path}`, headers })))
  expect(after.map(sha256)).toEqual(before.map(sha256))
  await app.close()
})
