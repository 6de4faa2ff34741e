import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { refusalOf, transferForm } from '../../../test/money.ts'

const bank = useBank()
let admin: Person

beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

const read = (id: string, by = admin) => by.call('GET', `/admin/users/${id}`)
const secretsOf = async ({ id }: Person) => (await read(id)).json().secrets

test('returns a person as the list does, with the state of the secrets and not their values', async () => {
  const ada = await bank.person({ balanceCents: 12_34n, pin: null })
  const response = await read(ada.id)
  const [{ tags, ...listed }] = (await admin.call('GET', '/users/all', { query: { search: ada.email } })).json()
  expect([response.statusCode, response.json()]).toEqual([
    200,
    {
      user: listed,
      tags,
      accounts: [expect.objectContaining({ _id: ada.id, kind: 'main', balance: 12.34 })],
      secrets: { pin: { state: 'none' }, code: { state: 'none', expiresAt: null } },
      decidedAlone: 0,
      erasure: null,
      appointment: null,
    },
  ])
})

test('shows a PIN as locked after five wrong attempts, and as set before', async () => {
  const ada = await bank.person({ balanceCents: 100_00n, pin: '1234' })
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect((await secretsOf(ada)).pin).toEqual({ state: 'set' })
    await ada.call('POST', '/transfer', { body: transferForm({ pin: '9999' }) })
  }
  expect((await secretsOf(ada)).pin).toEqual({ state: 'locked' })
})

test('shows a code as valid, locked after five wrong attempts, and expired', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000)
  const ada = await bank.person({ balanceCents: 100_00n, pin: '1234', code: { code: '12345', expiresAt } })
  expect((await secretsOf(ada)).code).toEqual({ state: 'valid', expiresAt: expiresAt.toISOString() })
  for (let attempt = 1; attempt <= 5; attempt++)
    await ada.call('POST', '/transfer-code', { body: { ...transferForm(), code: '99999' } })
  expect((await secretsOf(ada)).code).toEqual({ state: 'locked', expiresAt: expiresAt.toISOString() })
  const past = new Date(Date.now() - 1000)
  await bank.owner`update accounts set code_expires_at = ${past}, code_attempts = 0 where id = ${ada.id}`
  expect((await secretsOf(ada)).code).toEqual({ state: 'expired', expiresAt: past.toISOString() })
})

test('says how much the reading member of staff moved alone on the account', async () => {
  const [ada, colleague] = [await bank.person(), await bank.person({ role: 'Admin' })]
  await admin.call('POST', '/admin/fund', { body: { userId: ada.id, amount: 12.5, reason: 'Refund' } })
  await admin.call('POST', '/admin/debit', { body: { userId: ada.id, amount: 2.5, reason: 'Fee' } })
  expect((await read(ada.id)).json().decidedAlone).toBe(15)
  expect((await read(ada.id, colleague)).json().decidedAlone).toBe(0)
})

test('refuses customers, unknown people and malformed ids', async () => {
  const ada = await bank.person()
  expect(refusalOf(await read(ada.id, ada))).toMatchObject({ status: 403 })
  expect(refusalOf(await read(newId()))).toMatchObject({ status: 404, code: 'not_found' })
  expect(refusalOf(await read('x'))).toMatchObject({ status: 400, code: 'invalid' })
})
