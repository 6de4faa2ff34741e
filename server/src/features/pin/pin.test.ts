import { afterEach, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { pinToken } from '../../../test/email-links.ts'
import { refusalOf, tally, transferForm } from '../../../test/money.ts'
import { endAccess } from '../../identity/end-access.ts'
import { FRESH_MS } from '../../sessions/freshness.ts'

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
