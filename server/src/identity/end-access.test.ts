import { expect, test } from 'vitest'
import { storeKey } from '../../test/api-keys.ts'
import { type Person, useBank } from '../../test/bank.ts'
import { pinToken } from '../../test/email-links.ts'
import { enrolTotp } from '../../test/factors.ts'
import { refusalOf, tally } from '../../test/money.ts'
import { setPassword } from '../../test/password.ts'
import { totpCode } from '../../test/totp-code.ts'
import { FRESH_MS } from '../access/freshness.ts'
import { startSession } from '../access/start-session.ts'
import { endAccess } from './end-access.ts'
import { findResetLinkOwner, openResetLink } from './password/reset-links.ts'

const PASSWORD = 'a long sentence for tests'
const bank = useBank()

/** A person with two factors, a session on another device, a login that waits for its code, and a reset link. */
async function personWithOpenAccess() {
  const person = await bank.person()
  await setPassword(bank, person.id, PASSWORD)
  const { secret } = await enrolTotp(person, bank.now)
  const credentials = { email: person.email, password: PASSWORD }
  const { challenge } = (await bank.call('POST', '/auths/login', { body: credentials })).json()
  const phone = await startSession(bank.sql, person.id, bank.now(), { userAgent: 'A phone', address: '203.0.113.7' })
  const link = await bank.sql.begin((tx) => openResetLink(tx, person.id, bank.now()))
  const totp = totpCode(secret, new Date(bank.now().getTime() + 30_000))
  const finishLogin = () => bank.call('POST', '/auths/login/verify', { body: { challenge, totp } })
  const apiKey = await storeKey(bank, person, ['read'])
  return { person, phone, link, finishLogin, apiKey }
}
type OpenAccess = Awaited<ReturnType<typeof personWithOpenAccess>>

const statusOf = async (person: Person, token = person.token) =>
  (await person.call('GET', '/users', { token })).statusCode

async function expectAccessEnded({ person, phone, link, finishLogin }: OpenAccess) {
  expect(await statusOf(person, phone)).toBe(401)
  expect(refusalOf(await finishLogin())).toMatchObject({ status: 401, code: 'challenge_expired' })
  expect(await findResetLinkOwner(bank.sql, link, bank.now())).toBeNull()
}

test('ends sessions, a half-finished login, reset links, known devices and API keys of that person only', async () => {
  const [ada, ben] = [await personWithOpenAccess(), await personWithOpenAccess()]
  const ended = await bank.sql.begin((tx) => endAccess(tx, ada.person.id, bank.now()))
  expect(ended).toEqual({ sessions: 2, challenges: 1, resetLinks: 1, devices: 0, apiKeys: 1 })
  await expectAccessEnded(ada)
  expect(await statusOf(ada.person)).toBe(401)
  expect([await statusOf(ada.person, ada.apiKey), await statusOf(ben.person, ben.apiKey)]).toEqual([401, 200])
  expect(await bank.sql`select 1 from known_devices where person_id = ${ada.person.id}`).toHaveLength(0)
  expect(await statusOf(ben.person, ben.phone)).toBe(200)
  expect((await ben.finishLogin()).statusCode).toBe(200)
})

test('staff who end the sessions of a person end a half-finished login too', async () => {
  const [admin, ada] = [await bank.person({ role: 'Admin' }), await personWithOpenAccess()]
  const response = await admin.call('POST', '/admin/end-sessions', { body: { userId: ada.person.id } })
  expect(response.json()).toEqual({ ended: 2 })
  await expectAccessEnded(ada)
})

test('a customer who ends all other sessions stays signed in, and no link or half-finished login ends', async () => {
  const ada = await personWithOpenAccess()
  const pinLink = await pinToken(bank, ada.person.id)
  expect((await ada.person.call('DELETE', '/users/devices')).statusCode).toBe(204)
  expect([await statusOf(ada.person, ada.phone), await statusOf(ada.person)]).toEqual([401, 200])
  expect(await findResetLinkOwner(bank.sql, ada.link, bank.now())).toBe(ada.person.id)
  expect((await ada.finishLogin()).statusCode).toBe(200)
  const recovery = { token: pinLink, pin: '4711' }
  expect((await ada.person.call('PUT', '/users/pin/recovery', { body: recovery })).statusCode).toBe(204)
})

test('a thief with a token that is not fresh logs no one out, and neither does a thief with that of staff', async () => {
  const [admin, ada] = [await bank.person({ role: 'Admin' }), await personWithOpenAccess()]
  const [device] = (await ada.person.call('GET', '/users/devices')).json()
  bank.clock.offsetMs += FRESH_MS
  const attempts = [
    await ada.person.call('DELETE', '/users/devices'),
    await ada.person.call('DELETE', `/users/devices/${device._id}`),
    await admin.call('POST', '/admin/end-sessions', { body: { userId: ada.person.id } }),
  ]
  expect(tally(attempts)).toEqual({ '403 confirmation_required': 3 })
  expect(await statusOf(ada.person, ada.phone)).toBe(200)
  expect(await findResetLinkOwner(bank.sql, ada.link, bank.now())).toBe(ada.person.id)
  bank.clock.offsetMs = 0
})
