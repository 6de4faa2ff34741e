import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hasPermission, isPermission, isStaff, ROLES } from '#contract/permissions.ts'
import { SoftwareAuthenticator } from '../../../test/authenticator.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { addPasskey, enrolTotp } from '../../../test/factors.ts'
import { createUpload, refusalOf } from '../../../test/money.ts'
import { setPassword } from '../../../test/password.ts'
import { totpCode } from '../../../test/totp-code.ts'
import { lockPerson } from '../../customers/lock-person.ts'

const PASSWORD = 'a long sentence for tests'
const MINUTE_MS = 60_000

const bank = useBank()
let ada: Person
beforeEach(async () => {
  // A code belongs to half a minute.
  bank.clock.stop()
  ada = await bank.person({ email: `${newId()}@factors.example` })
  await setPassword(bank, ada.id, PASSWORD)
})
afterEach(() => {
  bank.clock.offsetMs = 0
})

const post = (path: string, body?: unknown, token: string | null = null) => bank.call('POST', path, { body, token })
const logIn = async () => (await post('/auths/login', { email: ada.email, password: PASSWORD })).json()
const verify = (body: object) => post('/auths/login/verify', body)
const isSignedIn = async (token: string) => (await bank.call('GET', '/users', { token })).statusCode === 200
/** The next time step: the code that enrolled the app is used up. */
const nextCode = (secret: string) => {
  bank.clock.offsetMs += 30_000
  return totpCode(secret, bank.now())
}

describe('signing in with a second factor', () => {
  test('the password alone gets a challenge and no token', async () => {
    await enrolTotp(ada, bank.now)
    const response = await logIn()
    expect(response).toEqual({ challenge: expect.stringMatching(/^[\w-]{43}$/), methods: ['totp', 'recovery'] })
    expect(await isSignedIn(response.challenge)).toBe(false)
  })

  test('a code finishes it, once: neither the challenge nor the code works again', async () => {
    const { secret } = await enrolTotp(ada, bank.now)
    const { challenge } = await logIn()
    const totp = nextCode(secret)
    const { token } = (await verify({ challenge, totp })).json()
    expect(await isSignedIn(token)).toBe(true)
    expect(refusalOf(await verify({ challenge, totp }))).toMatchObject({ status: 401, code: 'challenge_expired' })
    const replay = await verify({ challenge: (await logIn()).challenge, totp })
    expect(refusalOf(replay)).toMatchObject({ status: 401, code: 'second_factor_incorrect' })
  })

  test('one time step of clock drift is allowed, two are not', async () => {
    const { secret } = await enrolTotp(ada, bank.now)
    bank.clock.offsetMs += 10 * MINUTE_MS
    const at = (steps: number) => totpCode(secret, new Date(bank.now().getTime() + steps * 30_000))
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [1, 200],
    ] as const)
      expect([steps, (await verify({ challenge: (await logIn()).challenge, totp: at(steps) })).statusCode]).toEqual([
        steps,
        status,
      ])
  })

  test('a recovery code finishes it once, however it is written', async () => {
    const { recoveryCodes } = await enrolTotp(ada, bank.now)
    const recoveryCode = ` ${recoveryCodes[3]?.toLowerCase().replace('-', ' ')}`
    expect((await verify({ challenge: (await logIn()).challenge, recoveryCode })).statusCode).toBe(200)
    const again = await verify({ challenge: (await logIn()).challenge, recoveryCode })
    expect(refusalOf(again)).toMatchObject({ status: 401, code: 'second_factor_incorrect' })
    expect((await ada.call('GET', '/users/factors')).json().recoveryCodes).toBe(9)
  })

  test('a passkey finishes it; a passkey of another person does not', async () => {
    const { authenticator } = await addPasskey(ada)
    const { authenticator: stranger } = await addPasskey(await bank.person())
    const response = await logIn()
    expect(response).toMatchObject({ methods: ['passkey'], passkeyOptions: { challenge: response.challenge } })
    const foreign = stranger.sign(response.passkeyOptions)
    expect(refusalOf(await verify({ challenge: response.challenge, passkey: foreign }))).toMatchObject({
      code: 'passkey_incorrect',
    })
    const passkey = authenticator.sign(response.passkeyOptions)
    expect((await verify({ challenge: response.challenge, passkey })).statusCode).toBe(200)
  })

  test('forty parallel guesses get five looks, and then the right code gets none', async () => {
    const { secret } = await enrolTotp(ada, bank.now)
    const { challenge } = await logIn()
    const totp = nextCode(secret)
    const wrong = totp === '000000' ? '000001' : '000000'
    const responses = await Promise.all(Array.from({ length: 40 }, () => verify({ challenge, totp: wrong })))
    const codes = responses.map((response) => refusalOf(response).code)
    expect(codes.filter((code) => code === 'second_factor_incorrect')).toHaveLength(5)
    expect(codes.filter((code) => code === 'challenge_expired')).toHaveLength(35)
    expect(refusalOf(await verify({ challenge, totp }))).toMatchObject({ code: 'challenge_expired' })
    expect((await verify({ challenge: (await logIn()).challenge, totp })).statusCode).toBe(200)
  })

  test('a challenge ends after five minutes, and with a new password', async () => {
    const { secret } = await enrolTotp(ada, bank.now)
    const late = (await logIn()).challenge
    bank.clock.offsetMs += 5 * MINUTE_MS
    expect(refusalOf(await verify({ challenge: late, totp: nextCode(secret) }))).toMatchObject({
      code: 'challenge_expired',
    })
    const open = (await logIn()).challenge
    const body = { password: PASSWORD, newPassword: 'another long sentence' }
    expect((await ada.call('PUT', '/users/password', { body })).statusCode).toBe(204)
    expect(refusalOf(await verify({ challenge: open, totp: nextCode(secret) }))).toMatchObject({
      code: 'challenge_expired',
    })
  })

  test.each([
    ['nothing', {}],
    ['two factors', { totp: '123456', recoveryCode: 'x' }],
    ['a code as a number', { totp: 123456 }],
    ['a passkey that is none', { passkey: { id: 'x' } }],
  ])('rejects %s as malformed', async (_, input) => {
    await enrolTotp(ada, bank.now)
    const { challenge } = await logIn()
    expect(refusalOf(await verify({ challenge, ...input }))).toMatchObject({ status: 400, code: 'invalid' })
  })
})

describe('signing in with a passkey', () => {
  const options = async () => (await post('/auths/passkey/options')).json()

  test('needs no password, counts as two factors, and updates the last use', async () => {
    const { authenticator } = await addPasskey(ada)
    const offer = await options()
    expect(offer.options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const body = { challenge: offer.challenge, response: authenticator.sign(offer.options) }
    const { token } = (await post('/auths/passkey', body)).json()
    expect(await isSignedIn(token)).toBe(true)
    expect((await ada.call('GET', '/users/factors')).json().passkeys[0].lastUsedAt).toEqual(expect.any(String))
    expect(refusalOf(await post('/auths/passkey', body))).toMatchObject({ status: 401, code: 'challenge_expired' })
  })

  test.each<[string, Parameters<SoftwareAuthenticator['sign']>[1]]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { verified: false }],
    ['a counter that went back', { counter: 0 }],
  ])('is refused with %s', async (_, lie) => {
    const { authenticator } = await addPasskey(ada)
    const first = await options()
    const used = await post('/auths/passkey', {
      challenge: first.challenge,
      response: authenticator.sign(first.options),
    })
    expect(used.statusCode).toBe(200)
    const offer = await options()
    const response = authenticator.sign(offer.options, lie)
    const refused = await post('/auths/passkey', { challenge: offer.challenge, response })
    expect(refusalOf(refused)).toMatchObject({ status: 401, code: 'passkey_incorrect' })
  })

  test('starts no session when the passkey is removed at the same moment', async () => {
    const { authenticator } = await addPasskey(ada)
    const offer = await options()
    const body = { challenge: offer.challenge, response: authenticator.sign(offer.options) }
    let login: ReturnType<typeof post> | undefined
    await bank.sql.begin(async (tx) => {
      await lockPerson(tx, ada.id)
      login = post('/auths/passkey', body)
      // Verified: the use is stored, and the login waits for the lock.
      await expect
        .poll(() => tx`select 1 from passkeys where person_id = ${ada.id} and last_used_at is not null`)
        .toHaveLength(1)
      await tx`delete from passkeys where person_id = ${ada.id}`
    })
    if (!login) throw new Error('The login was not sent')
    expect(refusalOf(await login)).toMatchObject({ status: 401, code: 'passkey_incorrect' })
    expect(
      await bank.sql`select 1 from sessions where person_id = ${ada.id} and signed_in_with = 'passkey'`,
    ).toHaveLength(0)
  })

  test('is refused with an unknown passkey, and with a signature over another challenge', async () => {
    const { authenticator } = await addPasskey(ada)
    const [offer, other] = [await options(), await options()]
    const unknown = { challenge: offer.challenge, response: new SoftwareAuthenticator().sign(offer.options) }
    expect(refusalOf(await post('/auths/passkey', unknown))).toMatchObject({ code: 'passkey_incorrect' })
    const swapped = { challenge: offer.challenge, response: authenticator.sign(other.options) }
    expect(refusalOf(await post('/auths/passkey', swapped))).toMatchObject({ code: 'passkey_incorrect' })
  })
})

describe('confirming makes a session fresh for fifteen minutes', () => {
  const sensitive = () => ada.call('POST', '/users/factors/totp')
  const confirm = (body: object) => ada.call('POST', '/auths/confirm', { body })

  test('with the password, where there is no second factor', async () => {
    bank.clock.offsetMs += 15 * MINUTE_MS
    expect(refusalOf(await sensitive())).toMatchObject({ status: 403, code: 'confirmation_required' })
    expect(refusalOf(await confirm({ password: 'a guess' }))).toMatchObject({ status: 403, code: 'password_incorrect' })
    expect(refusalOf(await sensitive())).toMatchObject({ code: 'confirmation_required' })
    const confirmed = await confirm({ password: PASSWORD })
    expect([confirmed.statusCode, confirmed.body]).toEqual([204, ''])
    expect((await sensitive()).statusCode).toBe(200)
    bank.clock.offsetMs += 15 * MINUTE_MS
    expect(refusalOf(await sensitive())).toMatchObject({ code: 'confirmation_required' })
  })

  test('with a second factor, where there is one; the password is not enough then', async () => {
    const { secret, recoveryCodes } = await enrolTotp(ada, bank.now)
    bank.clock.offsetMs += 15 * MINUTE_MS
    expect(refusalOf(await confirm({ password: PASSWORD }))).toMatchObject({
      status: 403,
      code: 'second_factor_required',
    })
    expect((await confirm({ totp: nextCode(secret) })).statusCode).toBe(204)
    bank.clock.offsetMs += 15 * MINUTE_MS
    expect((await confirm({ recoveryCode: recoveryCodes[0] })).statusCode).toBe(204)
  })

  test('with an own passkey, by a challenge of the own session', async () => {
    const { authenticator } = await addPasskey(ada)
    bank.clock.offsetMs += 15 * MINUTE_MS
    const { challenge, options } = (await ada.call('POST', '/auths/passkey/options')).json()
    expect(options.allowCredentials).toHaveLength(1)
    const passkey = authenticator.sign(options)
    expect((await confirm({ challenge, passkey })).statusCode).toBe(204)
    expect(refusalOf(await confirm({ challenge, passkey }))).toMatchObject({ code: 'challenge_expired' })
    const anonymous = (await post('/auths/passkey/options')).json()
    const wrongKind = await confirm({ challenge: anonymous.challenge, passkey: authenticator.sign(anonymous.options) })
    expect(refusalOf(wrongKind)).toMatchObject({ code: 'challenge_expired' })
  })

  test('five guesses a session, also in parallel; another session of the owner is not affected', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => confirm({ password: 'a guess' })))
    expect(responses.filter(({ statusCode }) => statusCode === 403)).toHaveLength(5)
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15)
    const { token } = await logIn()
    expect((await post('/auths/confirm', { password: PASSWORD }, token)).statusCode).toBe(204)
  })

  test.each([
    {},
    { password: '' },
    { password: 'x', totp: '123456' },
    { passkey: {} },
    { challenge: 'x', password: 'x' },
  ])('rejects %j as malformed', async (body) =>
    expect(refusalOf(await confirm(body))).toMatchObject({ status: 400, code: 'invalid' }),
  )
})

describe('the second factor of staff', () => {
  const strict = useBank({ config: { staffSecondFactor: 'required' } })

  test.each(ROLES.filter(isStaff))('is required for every call of the role %s', async (role) => {
    const person = await strict.person({ role })
    for (const { endpoint } of strict.routes) {
      const { policy } = endpoint
      if (!isPermission(policy)) continue
      const path = endpoint.path.replace(':id', person.id)
      const response = await person.call(endpoint.method, path, endpoint.body ? { body: {} } : {})
      const code = hasPermission(role, policy) ? 'second_factor_required' : 'forbidden'
      expect([path, response.statusCode, response.json().code]).toEqual([path, 403, code])
    }
    expect((await person.call('GET', '/users')).statusCode).toBe(200)
    expect((await person.call('GET', '/notifications')).json().office).toBe(null)
  })

  test('is required for every staff call, and enrolling one opens them', async () => {
    const admin = await strict.person({ role: 'Admin' })
    for (const { endpoint } of strict.routes.filter(({ endpoint }) => isPermission(endpoint.policy))) {
      const path = endpoint.path.replace(':id', admin.id)
      const response = await admin.call(endpoint.method, path, endpoint.body ? { body: {} } : {})
      expect([path, refusalOf(response)]).toEqual([
        path,
        { status: 403, code: 'second_factor_required', message: 'A second factor is required.' },
      ])
    }
    expect((await admin.call('GET', '/users')).statusCode).toBe(200)
    await enrolTotp(admin, strict.now)
    strict.clock.offsetMs += 1_000
    expect((await admin.call('GET', '/admin/overview')).statusCode).toBe(200)
  })

  test('is required for what staff can do in calls that customers make as well', async () => {
    const [admin, customer] = [await strict.person({ role: 'Admin' }), await strict.person()]
    const upload = (await createUpload(strict, customer)).replace('/api', '')
    const rights = async () => {
      const reply = { receiver: customer.id, message: 'From the bank' }
      return {
        reply: (await admin.call('POST', '/suport/send', { body: reply })).json().code ?? 'sent',
        upload: (await admin.call('GET', upload)).statusCode,
        mail: 'mail' in (await admin.call('GET', '/settings')).json(),
        office: (await admin.call('GET', '/notifications')).json().office !== null,
        events: String((await admin.call('GET', '/events/recent')).headers['last-event-id']).includes('.'),
      }
    }
    expect(await rights()).toEqual({
      reply: 'second_factor_required',
      upload: 404,
      mail: false,
      office: false,
      events: false,
    })
    await addPasskey(admin)
    expect(await rights()).toEqual({ reply: 'sent', upload: 200, mail: true, office: true, events: true })
  })
})
