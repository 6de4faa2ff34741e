import { SoftwareAuthenticator } from '../../server/test/authenticator.ts'
import { confirmationToken, undoToken } from '../../server/test/email-links.ts'
import { totpCode } from '../../server/test/totp-code.ts'
import { type HttpResponse, refusalCode } from '../http-client.ts'
import { type Campaign, expectNoChanges } from './campaign.ts'
import type { AttackTarget, Person } from './target.ts'

const AT_ONCE = 12
const STEP_MS = 30_000
export const IDENTITY_PASSWORD = 'a long sentence that the thief knows'

export type Enrolment = {
  person: Person
  secret: string
  recoveryCodes: string[]
  authenticator: SoftwareAuthenticator
}
type Offer = { challenge: string; options: Parameters<SoftwareAuthenticator['sign']>[0] }

/** The code of the next time step: that of the current one enrolled the app. */
export const nextCode = (secret: string): string => totpCode(secret, new Date(Date.now() + STEP_MS))

/** A person with password, authenticator app, recovery codes and a passkey. */
export async function enrol(target: AttackTarget): Promise<Enrolment> {
  const person = await target.person({ password: IDENTITY_PASSWORD })
  const post = async <T>(path: string, body?: unknown) =>
    (await target.client.call(person.token, 'POST', path, body)).json() as T
  const { secret } = await post<{ secret: string }>('/users/factors/totp')
  const totp = totpCode(secret, new Date())
  const { recoveryCodes } = await post<{ recoveryCodes: string[] }>('/users/factors/totp/confirm', { totp })
  const authenticator = new SoftwareAuthenticator(originOf(target))
  const offer = await post<{ challenge: string; options: never }>('/users/factors/passkeys/options')
  const response = authenticator.register(offer.options)
  await post('/users/factors/passkeys', { challenge: offer.challenge, name: 'Phone', response })
  return { person, secret, recoveryCodes, authenticator }
}

/** The password is right; what follows needs the second factor. */
export async function openLogin(target: AttackTarget, { email }: Person): Promise<string> {
  const body = { email, password: IDENTITY_PASSWORD }
  const response = await target.client.call(null, 'POST', '/auths/login', body)
  return (response.json() as { challenge: string }).challenge
}

const originOf = ({ server }: AttackTarget) => `http://localhost:${new URL(server.address).port}`
const resultOf = (response: HttpResponse) => (response.status < 300 ? 'won' : refusalCode(response))

/** Second factors, passkeys and challenges, with everything right but one thing. */
export async function attackIdentity(campaign: Campaign): Promise<string> {
  const { target, tried, breach } = campaign
  const owner = await enrol(target)
  const stranger = await enrol(target)
  const expect = async (name: string, want: string, call: Promise<HttpResponse>) => {
    tried()
    const got = resultOf(await call)
    if (got !== want) breach(`${name}: ${got}, expected ${want}`)
  }
  await expectNoChanges(campaign, 'identity', async () => {
    await misuseChallenges(target, owner, expect)
    await forgePasskeys(target, owner, stranger, expect)
  })
  await misuseLinks(campaign, expect)
  await raceForOneUse(campaign)
  await guessOverChallenges(campaign)
  await changeApprovedPayment(campaign, expect)
  return `${AT_ONCE} at once for each code, challenge and signature`
}

type Expect = (name: string, want: string, call: Promise<HttpResponse>) => Promise<void>

async function misuseChallenges(target: AttackTarget, { person, secret, authenticator }: Enrolment, expect: Expect) {
  const anonymous = (path: string, body: unknown) => target.client.call(null, 'POST', path, body)
  const challenge = await openLogin(target, person)
  const totp = nextCode(secret)
  await expect('a challenge as a token', 'unauthenticated', target.client.call(challenge, 'GET', '/users'))
  for (const [name, handle] of [
    ['a token as a challenge', person.token],
    ['an invented challenge', Buffer.alloc(32, 7).toString('base64url')],
    ['a challenge for signing in with a passkey', (await offerPasskey(target, null)).challenge],
    ['a challenge for confirming', (await offerPasskey(target, person.token)).challenge],
  ] as const)
    await expect(name, 'challenge_expired', anonymous('/auths/login/verify', { challenge: handle, totp }))
  const login = await offerPasskey(target, null)
  const confirmation = { challenge: login.challenge, passkey: authenticator.sign(login.options) }
  const confirm = target.client.call(person.token, 'POST', '/auths/confirm', confirmation)
  await expect('a challenge of another purpose at confirming', 'challenge_expired', confirm)
  await target.owner`update challenges set expires_at = expires_at - interval '5 minutes' where person_id = ${person.id}`
  await expect('an expired challenge', 'challenge_expired', anonymous('/auths/login/verify', { challenge, totp }))
}

async function offerPasskey(target: AttackTarget, token: string | null): Promise<Offer> {
  return (await target.client.call(token, 'POST', '/auths/passkey/options')).json() as Offer
}

async function forgePasskeys(target: AttackTarget, owner: Enrolment, stranger: Enrolment, expect: Expect) {
  const post = (token: string | null, path: string, body: unknown) => target.client.call(token, 'POST', path, body)
  const lies = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { verified: false }],
  ] as const
  for (const [name, lie] of lies) {
    const offer = await offerPasskey(target, null)
    const response = owner.authenticator.sign(offer.options, lie)
    const body = { challenge: offer.challenge, response }
    await expect(`a passkey with ${name}`, 'passkey_incorrect', post(null, '/auths/passkey', body))
    const registration = await post(owner.person.token, '/users/factors/passkeys/options', undefined)
    const { challenge, options } = registration.json() as { challenge: string; options: never }
    const forged = {
      challenge,
      name: 'x',
      response: new SoftwareAuthenticator(originOf(target)).register(options, lie),
    }
    const registered = post(owner.person.token, '/users/factors/passkeys', forged)
    await expect(`registering one with ${name}`, 'passkey_incorrect', registered)
  }
  const [offer, other] = [await offerPasskey(target, null), await offerPasskey(target, null)]
  const swapped = { challenge: offer.challenge, response: owner.authenticator.sign(other.options) }
  await expect('a signature over another challenge', 'passkey_incorrect', post(null, '/auths/passkey', swapped))
  const own = await offerPasskey(target, owner.person.token)
  const foreign = { challenge: own.challenge, passkey: stranger.authenticator.sign(own.options) }
  const confirm = post(owner.person.token, '/auths/confirm', foreign)
  await expect('the passkey of another person', 'passkey_incorrect', confirm)
}

/** Links of an email change: forged, of another purpose, outdated, used twice and used many times at once. */
async function misuseLinks({ target, tried, breach }: Campaign, expect: Expect) {
  const person = await target.person()
  const links = { sql: target.sql, keys: target.keys, now: () => new Date() }
  const change = (email: string) => target.client.call(person.token, 'PUT', '/users/update', { email })
  const post = (path: string, token: string) => target.client.call(null, 'POST', path, { token })
  await expect('an email change', 'won', change(`first-${person.email}`))
  const outdated = await confirmationToken(links, person.id)
  await expect('a second email change', 'won', change(`second-${person.email}`))
  const confirmation = await confirmationToken(links, person.id)
  const undo = await undoToken(links, person.id, person.email)
  for (const [name, path, token] of [
    ['a confirmation link after another change', '/auths/confirm-email', outdated],
    ['a confirmation link used to undo', '/auths/undo-email', confirmation],
    ['a confirmation link used to reset', '/auths/reset', confirmation],
    ['an undo link used to confirm', '/auths/confirm-email', undo],
    ['a forged undo link', '/auths/undo-email', `${undo.slice(0, -6)}${undo.endsWith('AAAAAA') ? 'B' : 'A'}AAAAA`],
  ] as const) {
    const body = path === '/auths/reset' ? { token, password: 'a thief’s long sentence' } : { token }
    await expect(name, 'link_expired', target.client.call(null, 'POST', path, body))
  }
  const results = await Promise.all(Array.from({ length: AT_ONCE }, () => post('/auths/undo-email', undo)))
  tried(AT_ONCE)
  const won = results.filter((response) => resultOf(response) === 'won').length
  if (won !== 1) breach(`one undo link, ${AT_ONCE} at once: ${won} succeeded`)
  await expect('a confirmation link after the undo', 'link_expired', post('/auths/confirm-email', confirmation))
  await expect('the session after the undo', 'unauthenticated', target.client.call(person.token, 'GET', '/users'))
}

/** The right answer, many times at once: one of them counts. Each race has its own person, whose limits are unused. */
async function raceForOneUse({ target, tried, breach }: Campaign) {
  type Attempt = { path: string; body: unknown }
  const race = async (name: string, attempts: (enrolled: Enrolment) => Promise<Attempt[]>) => {
    const enrolled = await enrol(target)
    const bodies = await attempts(enrolled)
    const before = await countSessions(target, enrolled.person)
    const calls = bodies.map(({ path, body }) => target.client.call(null, 'POST', path, body))
    const won = (await Promise.all(calls)).map(resultOf).filter((result) => result === 'won').length
    tried(bodies.length)
    const sessions = (await countSessions(target, enrolled.person)) - before
    if (won !== 1 || sessions !== 1) breach(`${name}, ${bodies.length} at once: ${won} tokens, ${sessions} sessions`)
    return enrolled
  }
  const path = '/auths/login/verify'
  const times = Array.from({ length: AT_ONCE })
  const open = ({ person }: Enrolment) => Promise.all(times.map(() => openLogin(target, person)))
  await race('one TOTP code', async (enrolled) => {
    const totp = nextCode(enrolled.secret)
    return (await open(enrolled)).map((challenge) => ({ path, body: { challenge, totp } }))
  })
  await race('one recovery code', async (enrolled) => {
    const [recoveryCode] = enrolled.recoveryCodes
    return (await open(enrolled)).map((challenge) => ({ path, body: { challenge, recoveryCode } }))
  })
  await race('one challenge', async ({ person, recoveryCodes }) => {
    const challenge = await openLogin(target, person)
    return recoveryCodes.map((recoveryCode) => ({ path, body: { challenge, recoveryCode } }))
  })
  const { authenticator } = await race('one signature', async ({ authenticator }) => {
    const { challenge, options } = await offerPasskey(target, null)
    const body = { challenge, response: authenticator.sign(options) }
    return times.map(() => ({ path: '/auths/passkey', body }))
  })
  const { challenge, options } = await offerPasskey(target, null)
  const cloned = { challenge, response: authenticator.sign(options, { counter: 1 }) }
  const response = await target.client.call(null, 'POST', '/auths/passkey', cloned)
  tried()
  if (resultOf(response) !== 'passkey_incorrect') breach(`a counter that went back: ${response.status}`)
}

const MAX_CODES_PER_ACCOUNT = 10

/** A thief with the password opens as many challenges as they like: the codes of the account are limited all the same. */
async function guessOverChallenges({ target, tried, breach }: Campaign) {
  const { person, secret } = await enrol(target)
  const right = Number(nextCode(secret))
  const challenges = await Promise.all(Array.from({ length: AT_ONCE }, () => openLogin(target, person)))
  const guesses = challenges.flatMap((challenge, at) =>
    [1, 2, 3, 4].map((step) => ({
      challenge,
      totp: String((right + 1 + at * 4 + step) % 1_000_000).padStart(6, '0'),
    })),
  )
  tried(guesses.length)
  const calls = guesses.map((body) => target.client.call(null, 'POST', '/auths/login/verify', body))
  const compared = (await Promise.all(calls)).map(resultOf).filter((result) => result !== 'too_many').length
  if (compared > MAX_CODES_PER_ACCOUNT) breach(`codes over ${AT_ONCE} challenges: ${compared} were compared`)
}

const PAYMENT = { accountName: 'Pia Payee', accountNumber: '99887766', bankName: 'Other Bank', amount: 10 }

async function changeApprovedPayment(campaign: Campaign, expect: Expect) {
  const { target, tried, breach } = campaign
  const { person, authenticator } = await enrol(target)
  await target.fund(person, 100)
  const requested = await target.client.call(person.token, 'POST', '/transfer/authorisation', PAYMENT)
  const { authorisation: id, options } = requested.json() as { authorisation: string; options: Offer['options'] }
  const authorisation = { id, response: authenticator.sign(options) }
  const pay = (changed: object) =>
    target.client.call(person.token, 'POST', '/transfer', { ...PAYMENT, ...changed, authorisation })
  for (const changed of [
    { amount: 99 },
    { accountNumber: '666' },
    { accountName: 'Mallory' },
    { iban: 'DE89370400440532013000' },
  ])
    await expect(`an approved payment with ${JSON.stringify(changed)}`, 'authorisation_mismatch', pay(changed))
  const results = (await Promise.all(Array.from({ length: AT_ONCE }, () => pay({})))).map(resultOf)
  tried(AT_ONCE)
  const won = results.filter((result) => result === 'won').length
  const [row] = await target.sql<{ held: bigint }[]>`select held from accounts where id = ${person.id}`
  if (won !== 1 || row?.held !== 10_00n)
    breach(`one payment approval, ${AT_ONCE} at once: ${won} paid, ${row?.held} held`)
}

async function countSessions({ sql }: AttackTarget, { id }: Person): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from sessions where person_id = ${id}`
  return row?.count ?? 0
}
