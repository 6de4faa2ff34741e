import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SoftwareAuthenticator } from '../../../test/authenticator.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { addPasskey, enrolTotp } from '../../../test/factors.ts'
import { refusalOf } from '../../../test/money.ts'
import { totpCode } from '../../../test/totp-code.ts'
import { startSession } from '../../access/start-session.ts'
import { createPasswords } from '../../platform/crypto/passwords.ts'

const bank = useBank()
let ada: Person
beforeEach(async () => {
  ada = await bank.person()
})
afterEach(() => {
  bank.clock.offsetMs = 0
})

const PASSKEYS = '/users/factors/passkeys'
const factorsOf = async (person: Person) => (await person.call('GET', '/users/factors')).json()
const codeOf = (secret: string) => totpCode(secret, bank.now())

describe('an authenticator app', () => {
  test('becomes a factor with its first code, which also brings ten recovery codes', async () => {
    expect(await factorsOf(ada)).toEqual({ totp: false, passkeys: [], recoveryCodes: 0 })
    const started = (await ada.call('POST', '/users/factors/totp')).json()
    expect(started).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      uri: expect.stringMatching(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}.*period=30/),
    })
    expect(await factorsOf(ada)).toEqual({ totp: false, passkeys: [], recoveryCodes: 0 })
    const wrong = await ada.call('POST', '/users/factors/totp/confirm', { body: { totp: '000000' } })
    expect(refusalOf(wrong)).toMatchObject({ status: 401, code: 'second_factor_incorrect' })

    const confirmed = await ada.call('POST', '/users/factors/totp/confirm', {
      body: { totp: codeOf(started.secret).replace(/(...)/, '$1 ') },
    })
    expect(confirmed.statusCode).toBe(201)
    const { recoveryCodes } = confirmed.json()
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect(await factorsOf(ada)).toEqual({ totp: true, passkeys: [], recoveryCodes: 10 })
    expect(refusalOf(await ada.call('POST', '/users/factors/totp'))).toMatchObject({
      status: 409,
      code: 'factor_exists',
    })
  })

  test('stores neither the secret nor the recovery codes in plain text', async () => {
    const { secret, recoveryCodes } = await enrolTotp(ada, bank.now)
    const rows = await bank.owner`
      select t::text as text from totp_factors t where person_id = ${ada.id}
      union all select r::text from recovery_codes r where person_id = ${ada.id}`
    const stored = rows.map(({ text }) => text).join('\n')
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => Buffer.from(code).toString('hex'))])
      expect(stored).not.toContain(plain)
  })

  test('is removed with its recovery codes', async () => {
    await enrolTotp(ada, bank.now)
    expect((await ada.call('DELETE', '/users/factors/totp')).statusCode).toBe(204)
    expect(await factorsOf(ada)).toEqual({ totp: false, passkeys: [], recoveryCodes: 0 })
    expect(refusalOf(await ada.call('DELETE', '/users/factors/totp'))).toMatchObject({ status: 404 })
  })

  test.each([123456, '12345', '1234567', '12345a', '１２３４５６', null, ['123456'], {}])(
    'rejects the code %j',
    async (totp) => {
      await ada.call('POST', '/users/factors/totp')
      const response = await ada.call('POST', '/users/factors/totp/confirm', { body: { totp } })
      expect(refusalOf(response)).toMatchObject({ status: 400, code: 'invalid' })
    },
  )
})

describe('a passkey', () => {
  test('is registered, renamed and removed by its owner', async () => {
    const { response } = await addPasskey(ada)
    expect(response.statusCode).toBe(201)
    const { _id } = response.json()
    expect(response.json()).toEqual({ _id, name: 'My phone', createdAt: expect.any(String), lastUsedAt: null })
    const renamed = await ada.call('PATCH', `${PASSKEYS}/${_id}`, { body: { name: 'Old phone' } })
    expect([renamed.statusCode, renamed.json().name]).toEqual([200, 'Old phone'])
    const bob = await bank.person()
    for (const [method, body] of [
      ['PATCH', { name: 'x' }],
      ['DELETE', undefined],
    ] as const)
      expect(refusalOf(await bob.call(method, `${PASSKEYS}/${_id}`, { body }))).toMatchObject({ status: 404 })
    expect((await factorsOf(ada)).passkeys).toEqual([{ ...renamed.json(), name: 'Old phone' }])
    expect((await ada.call('DELETE', `${PASSKEYS}/${_id}`)).statusCode).toBe(204)
    expect((await factorsOf(ada)).passkeys).toEqual([])
  })

  test('asks the browser for user verification, a discoverable credential and no attestation', async () => {
    const { options } = (await ada.call('POST', `${PASSKEYS}/options`)).json()
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: ada.email, displayName: ada.fullName },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  test.each<[string, Parameters<SoftwareAuthenticator['register']>[1]]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { verified: false }],
  ])('is refused with %s', async (_, lie) => {
    const { challenge, options } = (await ada.call('POST', `${PASSKEYS}/options`)).json()
    const response = new SoftwareAuthenticator().register(options, lie)
    const refused = await ada.call('POST', PASSKEYS, { body: { challenge, name: 'x', response } })
    expect(refusalOf(refused)).toMatchObject({ status: 401, code: 'passkey_incorrect' })
    expect((await factorsOf(ada)).passkeys).toEqual([])
  })

  test('is refused with a challenge that was used, expired, or opened for another person or purpose', async () => {
    const { body } = await addPasskey(ada)
    expect(refusalOf(await ada.call('POST', PASSKEYS, { body }))).toMatchObject({ code: 'challenge_expired' })

    const { challenge, options } = (await ada.call('POST', `${PASSKEYS}/options`)).json()
    const response = new SoftwareAuthenticator().register(options)
    const bob = await bank.person()
    const stolen = await bob.call('POST', PASSKEYS, { body: { challenge, name: 'x', response } })
    expect(refusalOf(stolen)).toMatchObject({ code: 'challenge_expired' })

    const login = (await bank.call('POST', '/auths/passkey/options')).json().challenge
    const other = await ada.call('POST', PASSKEYS, { body: { challenge: login, name: 'x', response } })
    expect(refusalOf(other)).toMatchObject({ code: 'challenge_expired' })

    bank.clock.offsetMs += 5 * 60_000
    const late = await ada.call('POST', PASSKEYS, { body: { challenge, name: 'x', response } })
    expect(refusalOf(late)).toMatchObject({ status: 401, code: 'challenge_expired' })
  })

  test('belongs to one person: the same credential is not registered twice', async () => {
    const { authenticator } = await addPasskey(ada)
    const bob = await bank.person()
    const { response } = await addPasskey(bob, authenticator)
    expect(refusalOf(response)).toMatchObject({ status: 401, code: 'passkey_incorrect' })
  })
})

describe('recovery codes', () => {
  test('are replaced as a whole, and only by someone with a second factor', async () => {
    const alone = await ada.call('POST', '/users/factors/recovery-codes')
    expect(refusalOf(alone)).toMatchObject({ status: 403, code: 'second_factor_required' })
    const { recoveryCodes } = await enrolTotp(ada, bank.now)
    const renewed = await ada.call('POST', '/users/factors/recovery-codes')
    expect(renewed.statusCode).toBe(201)
    expect(renewed.json().recoveryCodes).toHaveLength(10)
    expect(renewed.json().recoveryCodes).not.toEqual(expect.arrayContaining([recoveryCodes[0]]))
    const old = await ada.call('POST', '/auths/confirm', { body: { recoveryCode: recoveryCodes[0] } })
    expect(refusalOf(old)).toMatchObject({ code: 'second_factor_incorrect' })
  })
})

test.each(['totp', 'passkey'])(
  'the first factor (%s) ends the other sessions, a later one does not; both are told by email',
  async (kind) => {
    const signIn = () => startSession(bank.sql, ada.id, bank.now(), { userAgent: 'thief', address: '203.0.113.7' })
    const isAlive = async (token: string) => (await ada.call('GET', '/users', { token })).statusCode === 200
    const before = await signIn()
    expect(await isAlive(before)).toBe(true)
    if (kind === 'totp') await enrolTotp(ada, bank.now)
    else await addPasskey(ada)
    expect([await isAlive(before), await isAlive(ada.token)]).toEqual([false, true])
    const after = await signIn()
    await addPasskey(ada)
    expect(await isAlive(after)).toBe(true)
    const told = await bank.sql`
    select data ->> 'factor' as factor, mail_at is not null as mailed from outbox
    where person_id = ${ada.id} and kind = 'factor.added' order by number`
    expect(told).toEqual([
      { factor: kind, mailed: true },
      { factor: 'passkey', mailed: true },
    ])
  },
)

test('a login with the password that races the first factor gets no session that outlives it', async () => {
  const hash = await createPasswords(bank.keys).hash('a password')
  for (let round = 0; round < 5; round++) {
    const bob = await bank.person()
    await bank.owner`update people set password_hash = ${hash} where id = ${bob.id}`
    const { secret } = (await bob.call('POST', '/users/factors/totp')).json()
    const logIn = () => bank.call('POST', '/auths/login', { body: { email: bob.email, password: 'a password' } })
    const confirm = () => bob.call('POST', '/users/factors/totp/confirm', { body: { totp: codeOf(secret) } })
    const logins = [logIn(), logIn(), logIn()]
    const [confirmed, ...responses] = await Promise.all([confirm(), ...logins])
    expect(confirmed.statusCode).toBe(201)
    for (const { token } of responses.map((response) => response.json()))
      if (token) expect((await bob.call('GET', '/users', { token })).statusCode).toBe(401)
  }
})
