import { v7 as newId } from 'uuid'
import { afterEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { confirmationToken, pinToken, undoToken } from '../../../test/email-links.ts'
import { refusalOf, tally, transferForm } from '../../../test/money.ts'
import { FRESH_MS } from '../../access/freshness.ts'
import { startSession } from '../../access/start-session.ts'
import { claimMail } from '../../ledger/outbox.ts'
import { endAccess } from '../end-access.ts'
import { openPinLink, readOpenPinLinks } from './pin-recovery.ts'

const bank = useBank()
afterEach(() => {
  bank.clock.offsetMs = 0
})

const change = (person: Person, pin: string, newPin: string) =>
  person.call('PUT', '/users/pin', { body: { pin, newPin } })
const ask = (person: Person) => person.call('POST', '/users/pin/recovery')
const recover = (person: Person, token: string, pin = '4711') =>
  person.call('PUT', '/users/pin/recovery', { body: { token, pin } })
const pay = (person: Person, pin: string) =>
  person.call('POST', '/transfer', { body: transferForm({ pin, amount: 1 }) })
const rich = () => bank.person({ balanceCents: 500_00n })
const lock = async (person: Person) => {
  for (let i = 0; i < 5; i++) await pay(person, '0000')
}
const stateOf = async ({ id }: Person) => {
  const [row] = await bank.sql<{ attempts: number; changed: boolean; link: boolean }[]>`
    select pin_attempts as attempts, credentials_changed_at is not null as changed, pin_recovery_id is not null as link
    from accounts a join people p on p.id = a.id where a.id = ${id}`
  return row
}
const kindsOf = async ({ id }: Person) => {
  const rows = await bank.sql<{ kind: string }[]>`
    select kind from outbox where person_id = ${id} and kind like 'pin.%' order by number`
  return rows.map(({ kind }) => kind)
}

test('creating a PIN is told to the owner by email, once', async () => {
  const ada = await bank.person({ pin: null })
  const create = () => ada.call('POST', '/users/create-transaction-code', { body: { pin: '4711' } })
  expect(tally([await create(), await create()])).toEqual({ 201: 1, '409 pin_exists': 1 })
  const told = await bank.sql`
    select kind, mail_at is not null as mailed from outbox where person_id = ${ada.id} and kind like 'pin.%'`
  expect(told).toEqual([{ kind: 'pin.created', mailed: true }])
})

describe('changing the PIN', () => {
  test('needs the current one; then only the new one pays, and the payment is flagged for staff', async () => {
    const ada = await rich()
    const changed = await change(ada, '1234', '4711')
    expect([changed.statusCode, changed.body]).toEqual([204, ''])
    expect(refusalOf(await pay(ada, '1234'))).toMatchObject({ code: 'pin_incorrect' })
    const paid = await pay(ada, '4711')
    expect(paid.statusCode).toBe(201)
    const [row] = await bank.sql<{ flags: string[] }[]>`select flags from transactions where id = ${paid.json()._id}`
    expect(row?.flags).toContain('credentials_changed')
    expect(await kindsOf(ada)).toEqual(['pin.changed'])
  })

  test('wrong ones count with those of transfers, lock the PIN, and say how many are left', async () => {
    const ada = await rich()
    for (let i = 0; i < 3; i++) await pay(ada, '0000')
    expect((await change(ada, '0000', '4711')).json()).toMatchObject({
      code: 'pin_incorrect',
      current: { attemptsLeft: 1 },
    })
    expect((await change(ada, '0001', '4711')).json().current).toEqual({ attemptsLeft: 0 })
    for (const response of [await change(ada, '1234', '4711'), await pay(ada, '1234')])
      expect(refusalOf(response)).toMatchObject({ status: 423, code: 'pin_locked' })
    expect(await kindsOf(ada)).toEqual([])
  })

  test('five of forty concurrent guesses are compared', async () => {
    const ada = await rich()
    const guesses = Array.from({ length: 40 }, (_, i) => change(ada, `00${10 + i}`, '4711'))
    expect(tally(await Promise.all(guesses))).toEqual({ '403 pin_incorrect': 5, '423 pin_locked': 35 })
  })

  test('a right one resets the count', async () => {
    const ada = await rich()
    for (let i = 0; i < 4; i++) await change(ada, '0000', '4711')
    expect((await change(ada, '1234', '4711')).statusCode).toBe(204)
    expect(await stateOf(ada)).toMatchObject({ attempts: 0 })
  })

  test.each([
    [{ pin: '1234' }, 'newPin'],
    [{ pin: '1234', newPin: '12' }, 'newPin'],
    [{ pin: 1234, newPin: '4711' }, 'pin'],
    [{ pin: '1234', newPin: '４７１１' }, 'newPin'],
    [{ pin: '1234', newPin: '4711', userId: 'x' }, 'userId'],
  ])('%j: 400', async (body, path) => {
    const ada = await bank.person()
    const response = await ada.call('PUT', '/users/pin', { body })
    expect([response.statusCode, response.json().errors[0].path]).toEqual([400, path])
  })

  test('without a PIN and with a closed account, nothing is changed', async () => {
    expect(refusalOf(await change(await bank.person({ pin: null }), '1234', '4711'))).toMatchObject({
      code: 'pin_missing',
    })
    const closed = await bank.person({ status: 'Closed' })
    await bank.owner`update accounts set closed_at = now() where owner_id = ${closed.id}`
    for (const response of [await change(closed, '1234', '4711'), await ask(closed)])
      expect(refusalOf(response)).toMatchObject({ code: 'account_closed' })
  })
})

const linkOf = async ({ id }: Person) =>
  (await bank.sql<{ link: string | null }[]>`select pin_recovery_id as link from people where id = ${id}`)[0]?.link
const resetByStaff = async ({ id }: Person) =>
  (await bank.person({ role: 'Admin' })).call('POST', '/admin/reset-pin', { body: { userId: id } })

const changeEmail = (person: Person, email: string) => person.call('PUT', '/users/update', { body: { email } })
const confirmEmail = async ({ id }: Person) =>
  bank.call('POST', '/auths/confirm-email', { body: { token: await confirmationToken(bank, id) } })

describe('recovering the PIN', () => {
  test('the link unlocks it and sets another, once', async () => {
    const ada = await rich()
    await lock(ada)
    expect((await ask(ada)).statusCode).toBe(204)
    const token = await pinToken(bank, ada.id)
    expect((await recover(ada, token)).statusCode).toBe(204)
    expect(await stateOf(ada)).toEqual({ attempts: 0, changed: true, link: false })
    expect((await pay(ada, '4711')).statusCode).toBe(201)
    expect(refusalOf(await recover(ada, token, '9090'))).toMatchObject({ code: 'link_expired' })
    expect(await kindsOf(ada)).toEqual(['pin.recovery_requested', 'pin.changed'])
  })

  test('of two concurrent uses one succeeds', async () => {
    const ada = await rich()
    const token = await pinToken(bank, ada.id)
    const responses = await Promise.all(['4711', '9090'].map((pin) => recover(ada, token, pin)))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400])
  })

  test('neither the session without a confirmation nor the link in another session is enough', async () => {
    const [ada, mallory] = [await rich(), await rich()]
    const token = await pinToken(bank, ada.id)
    expect(refusalOf(await recover(mallory, token))).toMatchObject({ code: 'link_expired' })
    bank.clock.offsetMs = FRESH_MS
    for (const response of [await ask(ada), await recover(ada, token), await change(ada, '1234', '4711')])
      expect(refusalOf(response)).toMatchObject({ code: 'confirmation_required' })
    expect((await pay(ada, '1234')).statusCode).toBe(201)
  })

  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['a newer link', ask],
    ['a change of the PIN', (person) => change(person, '1234', '9090')],
    ['a reset by staff', resetByStaff],
    ['a change of the email address', (person) => changeEmail(person, `${newId()}@other.example`)],
    ['a password reset', ({ id }) => bank.sql.begin((tx) => endAccess(tx, id, bank.now(), Buffer.alloc(32)))],
  ])('%s voids the link', async (_, act) => {
    const ada = await rich()
    const token = await pinToken(bank, ada.id)
    const before = await linkOf(ada)
    await act(ada)
    expect(await linkOf(ada)).not.toBe(before)
    expect((await recover(ada, token)).statusCode).toBeGreaterThanOrEqual(400)
  })

  test('a link expires after 30 minutes, and one of another kind is refused', async () => {
    const ada = await rich()
    const token = await pinToken({ ...bank, now: () => new Date(bank.now().getTime() - 31 * 60_000) }, ada.id)
    for (const bad of [token, `${token.slice(0, -2)}AA`, 'x'])
      expect(refusalOf(await recover(ada, bad))).toMatchObject({ status: 400, code: 'link_expired' })
  })

  test('five emails an hour', async () => {
    const ada = await rich()
    for (let i = 0; i < 5; i++) expect((await ask(ada)).statusCode).toBe(204)
    expect(refusalOf(await ask(ada))).toMatchObject({ status: 429, code: 'too_many' })
  })
})

describe('a thief with a fresh session who changes the email address', () => {
  const RECENTLY = { status: 409, code: 'email_changed_recently' }
  const theirs = () => `${newId()}@thief.example`

  test('gets no link at the new address, confirmed or changed again, for 72 hours', async () => {
    const ada = await rich()
    expect((await changeEmail(ada, theirs())).statusCode).toBe(200)
    expect((await confirmEmail(ada)).statusCode).toBe(204)
    expect(refusalOf(await ask(ada))).toMatchObject(RECENTLY)
    await changeEmail(ada, theirs())
    expect(refusalOf(await ask(ada))).toMatchObject(RECENTLY)
    expect(await kindsOf(ada)).toEqual([])
    bank.clock.offsetMs = 72 * 3_600_000
    const token = await startSession(bank.sql, ada.id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
    expect((await bank.call('POST', '/users/pin/recovery', { token })).statusCode).toBe(204)
  })

  test('gets none either when no address was ever confirmed', async () => {
    const ada = await rich()
    await bank.sql`update people set email_confirmation_id = ${newId()} where id = ${ada.id}`
    expect((await changeEmail(ada, theirs())).statusCode).toBe(200)
    expect(refusalOf(await ask(ada))).toMatchObject(RECENTLY)
  })

  test('gets nothing from a link that was requested before the new address was confirmed', async () => {
    const ada = await rich()
    await changeEmail(ada, theirs())
    expect((await ask(ada)).statusCode).toBe(204)
    const mails = await claimMail(bank.sql, bank.now(), { limit: 100, leaseMs: 1000 })
    const to = mails.filter(({ personId, kind }) => personId === ada.id && kind === 'pin.recovery_requested')
    expect(to.map(({ email }) => email)).toEqual([ada.email])
    const token = await pinToken(bank, ada.id)
    await confirmEmail(ada)
    expect(refusalOf(await recover(ada, token))).toMatchObject(RECENTLY)
    expect((await pay(ada, '1234')).statusCode).toBe(201)
  })

  test('the owner who takes the change back can recover the PIN', async () => {
    const ada = await rich()
    await changeEmail(ada, theirs())
    await changeEmail(ada, ada.email)
    expect((await ask(ada)).statusCode).toBe(204)
  })

  test.each<[string, boolean, (person: Person) => Promise<unknown>]>([
    ['changed', false, (person) => change(person, '1234', '4711')],
    ['recovered', false, async (person) => recover(person, await pinToken(bank, person.id))],
    ['kept', true, async () => {}],
  ])('undo: a PIN that was %s since the day before', async (_, hasPin, act) => {
    const ada = await rich()
    await act(ada)
    await changeEmail(ada, theirs())
    const body = { token: await undoToken(bank, ada.id, ada.email) }
    expect((await bank.call('POST', '/auths/undo-email', { body })).statusCode).toBe(204)
    const [row] = await bank.sql`select pin_hash is not null as "hasPin" from accounts where id = ${ada.id}`
    expect(row).toEqual({ hasPin })
  })

  test('undo keeps a PIN that the owner changed two days before', async () => {
    const ada = await rich()
    await change(ada, '1234', '4711')
    await bank.owner`update accounts set pin_set_at = pin_set_at - interval '2 days' where id = ${ada.id}`
    await changeEmail(ada, theirs())
    const body = { token: await undoToken(bank, ada.id, ada.email) }
    await bank.call('POST', '/auths/undo-email', { body })
    const [row] = await bank.sql`select pin_hash is not null as "hasPin" from accounts where id = ${ada.id}`
    expect(row).toEqual({ hasPin: true })
  })
})

test('an email that is sent late has no link that has expired', async () => {
  const ada = await rich()
  const sentAt = bank.now()
  const { id: linkId, expiresAt } = await bank.sql.begin((tx) => openPinLink(tx, ada.id, sentAt))
  const openAt = async (at: Date) => [
    ...(await readOpenPinLinks(bank.sql, [{ personId: ada.id, linkId, sentAt }], at)).keys(),
  ]
  expect(await openAt(new Date(expiresAt.getTime() - 1))).toEqual([linkId])
  expect(await openAt(expiresAt)).toEqual([])
})
