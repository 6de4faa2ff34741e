import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { addPasskey, enrolTotp } from '../../../test/factors.ts'
import { databaseFingerprint, refusalOf } from '../../../test/money.ts'
import { setPassword } from '../../../test/password.ts'
import { totpCode } from '../../../test/totp-code.ts'

const PASSWORD = 'a long sentence for tests'

const bank = useBank()
let admin: Person
let ada: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})
beforeEach(async () => {
  ada = await bank.person()
  await setPassword(bank, ada.id, PASSWORD)
})

const reset = (by = admin, userId = ada.id, reason = 'Lost phone, showed passport') =>
  by.call('POST', '/admin/factors/reset', { body: { userId, reason } })
const logIn = async () =>
  (await bank.call('POST', '/auths/login', { body: { email: ada.email, password: PASSWORD } })).json()

test('removes every factor, ends sessions and open sign-ins, and notifies; the password alone logs in again', async () => {
  const { secret } = await enrolTotp(ada, bank.now)
  await addPasskey(ada)
  const { challenge } = await logIn()
  expect((await reset()).statusCode).toBe(204)
  expect((await ada.call('GET', '/users')).statusCode).toBe(401)
  const totp = totpCode(secret, new Date(bank.now().getTime() + 30_000))
  const halfway = await bank.call('POST', '/auths/login/verify', { body: { challenge, totp } })
  expect(refusalOf(halfway)).toMatchObject({ status: 401, code: 'challenge_expired' })
  const { token } = await logIn()
  const factors = await ada.call('GET', '/users/factors', { token })
  expect(factors.json()).toEqual({ totp: false, passkeys: [], recoveryCodes: 0 })
  const entries = await bank.sql`select actor_id, action, before, after from audit where subject_id = ${ada.id}`
  expect(entries).toEqual([
    {
      actor_id: admin.id,
      action: 'factors.reset',
      before: { totp: 1, passkeys: 1, recoveryCodes: 10 },
      after: { totp: 0, passkeys: 0, recoveryCodes: 0, reason: 'Lost phone, showed passport' },
    },
  ])
  const [mail] = await bank.sql`
    select mail_at is not null as mail from outbox where person_id = ${ada.id} and kind = 'factors.reset'`
  expect(mail).toEqual({ mail: true })
})

test('keeps the factors of a closed account', async () => {
  await enrolTotp(ada, bank.now)
  const body = { userId: ada.id, updates: { status: 'Closed' }, reason: 'Moved abroad' }
  expect((await admin.call('PATCH', '/admin/user', { body })).statusCode).toBe(200)
  const before = await databaseFingerprint(bank)
  expect(refusalOf(await reset())).toMatchObject({ status: 403, code: 'account_closed' })
  expect(await databaseFingerprint(bank)).toEqual(before)
})

test('changes nothing without factors', async () => {
  const before = await databaseFingerprint(bank)
  expect((await reset()).statusCode).toBe(204)
  expect(await databaseFingerprint(bank)).toEqual(before)
})

test('is refused without a reason and for an unknown person', async () => {
  await enrolTotp(ada, bank.now)
  const before = await databaseFingerprint(bank)
  for (const reason of ['', ' ', 'x'.repeat(401)])
    expect(refusalOf(await reset(admin, ada.id, reason))).toMatchObject({ status: 400, code: 'invalid' })
  expect(refusalOf(await reset(admin, newId()))).toMatchObject({ status: 404, code: 'not_found' })
  expect(await databaseFingerprint(bank)).toEqual(before)
})
