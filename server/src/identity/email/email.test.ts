import { v7 as newId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { confirmationToken, undoToken } from '../../../test/email-links.ts'
import { addPasskey, enrolTotp } from '../../../test/factors.ts'
import { startSession } from '../../access/start-session.ts'
import { claimMail } from '../../ledger/outbox.ts'
import { signLink } from '../../platform/crypto/signed-links.ts'
import { openResetLink, signResetToken } from '../password/reset-links.ts'

const HOUR_MS = 3_600_000
const EXPIRED = { message: 'This link has expired or was used already.', code: 'link_expired' }
const bank = useBank()

let ada: Person
let [b, c] = ['', '']
beforeEach(async () => {
  ada = await bank.person()
  ;[b, c] = [`b-${newId()}@thief.example`, `c-${newId()}@thief.example`]
})

const change = (email: string, token = ada.token) => bank.call('PUT', '/users/update', { token, body: { email } })
const changeTo = async (email: string) => expect((await change(email)).statusCode).toBe(200)
const confirm = (token: string) => bank.call('POST', '/auths/confirm-email', { body: { token } })
const undo = (token: string) => bank.call('POST', '/auths/undo-email', { body: { token } })
const undoOf = (oldEmail: string) => undoToken(bank, ada.id, oldEmail)
const confirmCurrent = async () => expect((await confirm(await confirmationToken(bank, ada.id))).statusCode).toBe(204)
const register = (email: string) =>
  bank.call('POST', '/auths/register', { body: { fullName: 'Eve Example', email, password: 'a password to keep' } })
const signIn = (person = ada) =>
  startSession(bank.sql, person.id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
async function stored() {
  const [row] = await bank.sql<
    { email: string; confirmed: boolean; last_confirmed_email: string | null; void: boolean }[]
  >`
    select email, email_confirmation_id is null as confirmed, last_confirmed_email, password_hash is null as void
    from people where id = ${ada.id}`
  return row
}
/** Where each due email goes, by kind; templates of 'email.changed' and 'email.replaced' choose their own address. */
async function mailAddress() {
  await bank.sql`update outbox set mail_at = null where mail_at is not null`
  await bank.call('POST', '/auths/forgot', { body: { email: (await stored())?.email } })
  const mails = await claimMail(bank.sql, bank.now(), { limit: 10, leaseMs: 1000 })
  return mails.map(({ kind, email }) => [kind, email])
}

test('email goes to the last confirmed address until the new one is confirmed', async () => {
  await changeTo(b)
  expect(await stored()).toEqual({ email: b, confirmed: false, last_confirmed_email: ada.email, void: false })
  expect((await ada.call('GET', '/users')).json().user).toMatchObject({ email: b, emailConfirmed: false })
  expect(await mailAddress()).toEqual([['password.reset_requested', ada.email]])
  await changeTo(c)
  expect(await mailAddress()).toEqual([['password.reset_requested', ada.email]])
  await confirmCurrent()
  expect((await ada.call('GET', '/users')).json().user).toMatchObject({ email: c, emailConfirmed: true })
  expect(await mailAddress()).toEqual([['password.reset_requested', c]])
})

test('changing back to the last confirmed address needs no confirmation', async () => {
  await changeTo(b)
  await changeTo(ada.email)
  expect(await stored()).toEqual({ email: ada.email, confirmed: true, last_confirmed_email: null, void: false })
})

test('a registered address is unconfirmed, gets one email with the link, and can be confirmed', async () => {
  const { _id: id, emailConfirmed } = (await register(b)).json()
  expect(emailConfirmed).toBe(false)
  const mails = await bank.sql`select kind, data from outbox where person_id = ${id} and mail_at is not null`
  expect(mails).toEqual([
    { kind: 'email.confirmation_requested', data: { email: b, confirmationId: expect.any(String), welcome: true } },
  ])
  const token = await confirmationToken(bank, id)
  expect((await confirm(token)).statusCode).toBe(204)
  expect((await confirm(token)).json()).toMatchObject(EXPIRED)
})

test('undo restores the address, ends all sessions and voids the password until it is reset there', async () => {
  const { authenticator: own } = await addPasskey(ada)
  await bank.owner`update passkeys set created_at = created_at - interval '25 hours' where person_id = ${ada.id}`
  const { authenticator: early } = await addPasskey(ada)
  bank.clock.offsetMs += 1000
  await changeTo(b)
  const stolen = [ada.token, await signIn()]
  const { authenticator: thief } = await addPasskey({
    ...ada,
    call: (m, p, o) => bank.call(m, p, { token: stolen[1] ?? '', ...o }),
  })
  await changeTo(c)
  const confirmC = await confirmationToken(bank, ada.id)
  const resetC = await bank.sql.begin((tx) => openResetLink(tx, ada.id, bank.now()))
  const token = await undoOf(ada.email)

  expect((await undo(token)).statusCode).toBe(204)
  expect(await stored()).toEqual({ email: ada.email, confirmed: true, last_confirmed_email: null, void: true })
  for (const session of stolen) expect((await bank.call('GET', '/users', { token: session })).statusCode).toBe(401)
  expect((await confirm(confirmC)).json()).toMatchObject(EXPIRED)
  const lateReset = { token: signResetToken(bank.keys.link, resetC), password: 'the new one of the thief' }
  expect((await bank.call('POST', '/auths/reset', { body: lateReset })).json()).toMatchObject(EXPIRED)

  const passkeyLogin = async (authenticator: typeof own) => {
    const { challenge, options } = (await bank.call('POST', '/auths/passkey/options')).json()
    return bank.call('POST', '/auths/passkey', { body: { challenge, response: authenticator.sign(options) } })
  }
  for (const each of [own, early, thief]) expect((await passkeyLogin(each)).json().code).toBe('passkey_incorrect')
  const login = (password: string) => bank.call('POST', '/auths/login', { body: { email: ada.email, password } })
  for (const password of ['none', '', 'null']) expect((await login(password || ' ')).statusCode).toBe(401)

  const [mail] = await bank.sql<{ data: { resetId: string; email: string } }[]>`
    select data from outbox where person_id = ${ada.id} and kind = 'email.restored'`
  expect(mail?.data.email).toBe(ada.email)
  const expiresAt = new Date(bank.now().getTime() + HOUR_MS)
  const reset = {
    token: signResetToken(bank.keys.link, { id: mail?.data.resetId ?? '', expiresAt }),
    password: 'a sentence of my own',
  }
  expect((await bank.call('POST', '/auths/reset', { body: reset })).statusCode).toBe(204)
  expect((await login('a sentence of my own')).json()).toMatchObject({ methods: ['passkey'] })
  expect((await passkeyLogin(own)).statusCode).toBe(200)
  for (const each of [early, thief]) expect((await passkeyLogin(each)).json().code).toBe('passkey_incorrect')
})

test('undo removes the authenticator app and recovery codes added since the first of several changes', async () => {
  await changeTo(b)
  await enrolTotp(ada, bank.now)
  bank.clock.offsetMs += HOUR_MS / 6
  await changeTo(c)
  expect((await undo(await undoOf(ada.email))).statusCode).toBe(204)
  const left = await bank.sql`
    select 1 from totp_factors where person_id = ${ada.id} union all select 1 from recovery_codes where person_id = ${ada.id}`
  expect(left).toHaveLength(0)
})

test('a thief who confirmed a new address can neither void nor undo the undo of the owner', async () => {
  await changeTo(b)
  await confirmCurrent()
  await changeTo(c)
  const [ofOwner, ofThief] = [await undoOf(ada.email), await undoOf(b)]
  // The thief is first, and voids the own link only.
  expect((await undo(ofThief)).statusCode).toBe(204)
  expect(await stored()).toMatchObject({ email: b, void: true })
  expect((await undo(ofOwner)).statusCode).toBe(204)
  expect(await stored()).toMatchObject({ email: ada.email, confirmed: true, void: true })
  for (const token of [ofThief, ofOwner]) expect((await undo(token)).json()).toMatchObject(EXPIRED)

  const bob = await bank.person()
  ada = bob
  await changeTo(`${b}b`)
  await confirmCurrent()
  await changeTo(`${c}c`)
  const later = await undoOf(`${b}b`)
  expect((await undo(await undoOf(bob.email))).statusCode).toBe(204)
  expect((await undo(later)).json()).toMatchObject(EXPIRED)
  expect(await stored()).toMatchObject({ email: bob.email })
})

test('of parallel undos one wins, and a parallel confirmation changes nothing about it', async () => {
  await changeTo(b)
  const [undoLink, confirmLink] = [await undoOf(ada.email), await confirmationToken(bank, ada.id)]
  const responses = await Promise.all([...Array.from({ length: 5 }, () => undo(undoLink)), confirm(confirmLink)])
  const statuses = responses.slice(0, 5).map(({ statusCode }) => statusCode)
  expect(statuses.sort()).toEqual([204, 400, 400, 400, 400])
  expect([204, 400]).toContain(responses[5]?.statusCode)
  expect(await stored()).toEqual({ email: ada.email, confirmed: true, last_confirmed_email: null, void: true })
})

test('an address that can be restored is reserved for its owner for 72 hours', async () => {
  const bob = await bank.person()
  await changeTo(b)
  for (const refused of [await register(ada.email.toUpperCase()), await change(ada.email, bob.token)])
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'email_taken'])
  await changeTo(ada.email)
  await changeTo(b)
  bank.clock.offsetMs += 72 * HOUR_MS
  expect((await undo(await undoOf(ada.email))).json()).toMatchObject(EXPIRED)
  expect((await register(ada.email)).statusCode).toBe(201)
})

test('a registration parallel to the change never gets the reserved address', async () => {
  const others = Array.from({ length: 4 }, () => register(ada.email))
  const [changed, ...registered] = await Promise.all([change(b), ...others])
  expect(changed?.statusCode).toBe(200)
  expect(registered.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409])
  expect((await undo(await undoOf(ada.email))).statusCode).toBe(204)
})

test('links that are forged, replaced, expired or of another purpose change nothing', async () => {
  await changeTo(b)
  const replaced = await confirmationToken(bank, ada.id)
  await changeTo(c)
  const before = await stored()
  const expiresAt = new Date(bank.now().getTime() + HOUR_MS)
  const [undoLink, confirmLink] = [await undoOf(ada.email), await confirmationToken(bank, ada.id)]
  const { id } = await bank.sql.begin((tx) => openResetLink(tx, ada.id, bank.now()))
  const forged = (purpose: 'email undo' | 'email confirmation') =>
    signLink(Buffer.alloc(32, 7), purpose, { id, expiresAt })
  const cases: [typeof undo, string][] = [
    [confirm, replaced],
    [confirm, undoLink],
    [confirm, forged('email confirmation')],
    [confirm, signLink(bank.keys.link, 'email confirmation', { id: newId(), expiresAt })],
    [undo, confirmLink],
    [undo, forged('email undo')],
    [undo, signLink(bank.keys.link, 'password reset', { id, expiresAt })],
    [undo, signLink(bank.keys.link, 'email undo', { id, expiresAt })],
    [undo, undoLink.slice(0, -1)],
    [undo, ada.token],
  ]
  for (const [call, token] of cases) {
    const response = await call(token)
    expect([response.statusCode, response.json()]).toEqual([400, { ...EXPIRED, requestId: expect.any(String) }])
  }
  bank.clock.offsetMs += 7 * 24 * HOUR_MS
  expect((await confirm(confirmLink)).json()).toMatchObject(EXPIRED)
  expect((await undo(undoLink)).json()).toMatchObject(EXPIRED)
  expect(await stored()).toEqual(before)
})

test('sends ten confirmation emails an hour, changes of the address included', async () => {
  await changeTo(b)
  const resend = () => ada.call('POST', '/users/confirm-email')
  const responses = await Promise.all(Array.from({ length: 12 }, resend))
  expect(responses.filter(({ statusCode }) => statusCode === 204)).toHaveLength(9)
  expect(responses.find(({ statusCode }) => statusCode !== 204)?.json().code).toBe('too_many')
  expect((await change(c)).json().code).toBe('too_many')
  await confirmCurrent()
  expect((await resend()).statusCode).toBe(204)
  const sent = await bank.sql`
    select 1 from outbox where person_id = ${ada.id} and kind in ('email.changed', 'email.confirmation_requested')`
  expect(sent).toHaveLength(10)
})
