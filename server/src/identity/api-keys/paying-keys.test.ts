import { afterEach, describe, expect, test } from 'vitest'
import type { SoftwareAuthenticator } from '../../../test/authenticator.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { addPasskey } from '../../../test/factors.ts'
import { databaseFingerprint, fieldError, refusalOf, tally, transferForm } from '../../../test/money.ts'

/*
 * A key that can pay replaces the PIN for as long as it lives. So who has only a session, also a fresh one, must not get
 * one.
 */

const bank = useBank()
afterEach(() => {
  bank.clock.offsetMs = 0
})

const MINUTE_MS = 60_000
const WANTED = { name: 'Payroll', scopes: ['read', 'transfer'], dailyMax: 100 }
const rich = () => bank.person({ balanceCents: 1_000_00n })
const make = (by: Person, changed: object = {}) =>
  by.call('POST', '/users/api-keys', { body: { ...WANTED, ...changed } })
const keysOf = async (by: Person) => (await by.call('GET', '/users/api-keys')).json()

describe('a key that transfers', () => {
  test('is not made by a fresh session alone, and a key that doesn’t transfer takes no approval', async () => {
    const ada = await rich()
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await make(ada))).toEqual(fieldError('pin', 'The PIN has four digits.'))
    for (const pin of ['12 4', '', 1234, null, ['1', '2', '3', '4']])
      expect((await make(ada, { pin })).statusCode).toBe(400)
    expect(refusalOf(await make(ada, { scopes: ['read'], dailyMax: undefined, pin: '1234' }))).toEqual(
      fieldError('pin', 'Only a key that transfers is approved with a PIN or a passkey.'),
    )
    const { authenticator } = await addPasskey(ada)
    const authorisation = await sign(ada, authenticator)
    expect(refusalOf(await make(ada, { pin: '1234', authorisation }))).toEqual(
      fieldError('authorisation', 'Send a PIN or an authorisation, not both.'),
    )
    const after = await databaseFingerprint(bank)
    expect([after.api_keys, after.accounts === before.accounts]).toEqual([before.api_keys, false])
    expect(await keysOf(ada)).toEqual([])
  })

  test('is made with the PIN, whose wrong guesses count with those of transfers and lock it', async () => {
    const ada = await rich()
    const wrong = await make(ada, { pin: '0000' })
    expect(refusalOf(wrong)).toMatchObject({ status: 403, code: 'pin_incorrect', current: { attemptsLeft: 4 } })
    const transfer = (pin: string) => ada.call('POST', '/transfer', { body: transferForm({ amount: 1, pin }) })
    expect((await transfer('0001')).json().current).toEqual({ attemptsLeft: 3 })
    // A right one resets the count, as in a transfer.
    expect((await make(ada, { pin: '1234' })).statusCode).toBe(201)
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => make(ada, { pin: `00${10 + n}` })))
    expect(tally(guesses)).toEqual({ '403 pin_incorrect': 5, '423 pin_locked': 15 })
    expect(tally([await make(ada, { pin: '1234' }), await transfer('1234')])).toEqual({ '423 pin_locked': 2 })
    expect(await keysOf(ada)).toHaveLength(1)
    const bare = await bank.person({ pin: null })
    expect(tally([await make(bare, { pin: '1234' })])).toEqual({ '403 pin_missing': 1 })
  })

  test('is refused for status, role and number of keys before the PIN is looked at', async () => {
    const frozen = await bank.person({ status: 'Frozen' })
    expect(tally([await make(frozen, { pin: '0000' })])).toEqual({ '403 account_frozen': 1 })
    const ada = await rich()
    expect(tally([await make(ada, { scopes: ['transfer', 'staff:read'], pin: '0000' })])).toEqual({
      '403 forbidden': 1,
    })
    expect(await bank.sql`select pin_attempts from accounts where id = any(${[frozen.id, ada.id]}::uuid[])`).toEqual([
      { pin_attempts: 0 },
      { pin_attempts: 0 },
    ])
  })
})

const request = (by: Person, changed: object = {}) =>
  by.call('POST', '/users/api-keys/authorisation', { body: { ...WANTED, ...changed } })
async function sign(by: Person, authenticator: SoftwareAuthenticator, changed: object = {}) {
  const { authorisation: id, options } = (await request(by, changed)).json()
  return { id, response: authenticator.sign(options) }
}
async function withPasskey(options: Parameters<typeof bank.person>[0] = { balanceCents: 1_000_00n }) {
  const person = await bank.person(options)
  return { person, authenticator: (await addPasskey(person)).authenticator }
}

describe('approved with a passkey', () => {
  test('a key is made once, also without a PIN and by clients at once', async () => {
    const ada = await withPasskey({ pin: null })
    const authorisation = await sign(ada.person, ada.authenticator)
    const made = await Promise.all(Array.from({ length: 5 }, () => make(ada.person, { authorisation })))
    expect(tally(made)).toEqual({ 201: 1, '401 challenge_expired': 4 })
    const { _id } = made.find(({ statusCode }) => statusCode === 201)?.json() ?? {}
    expect(await bank.sql`select api_key_id from transfer_authorisations where person_id = ${ada.person.id}`).toEqual([
      { api_key_id: _id },
    ])
  })

  test.each([
    { name: 'Payroll 2' },
    { scopes: ['transfer'] },
    { dailyMax: 100.01 },
    { expiresAt: '2099-01-05T15:04:00.000Z' },
  ])('the key is the one that was signed, not %j', async (changed) => {
    const ada = await withPasskey()
    const authorisation = await sign(ada.person, ada.authenticator)
    expect(tally([await make(ada.person, { ...changed, authorisation })])).toEqual({ '403 authorisation_mismatch': 1 })
    expect((await make(ada.person, { authorisation })).statusCode).toBe(201)
  })

  test('forged, foreign, expired and unknown signatures, and those of payments, are refused', async () => {
    const [ada, eve] = [await withPasskey(), await withPasskey()]
    const { authorisation: id, options } = (await request(ada.person)).json()
    const byEve = { id, response: eve.authenticator.sign(options) }
    expect(tally([await make(ada.person, { authorisation: byEve })])).toEqual({ '401 passkey_incorrect': 1 })
    const ofEve = await sign(eve.person, eve.authenticator)
    expect(tally([await make(ada.person, { authorisation: ofEve })])).toEqual({ '401 challenge_expired': 1 })
    const { pin: _, ...payment } = transferForm({ amount: 1 })
    const forPayment = (await ada.person.call('POST', '/transfer/authorisation', { body: payment })).json()
    const paid = { id: forPayment.authorisation, response: ada.authenticator.sign(forPayment.options) }
    expect(tally([await make(ada.person, { authorisation: paid })])).toEqual({ '403 authorisation_mismatch': 1 })
    // Nor does a signature for a key pay.
    const forKey = await sign(ada.person, ada.authenticator)
    const transfer = await ada.person.call('POST', '/transfer', { body: { ...payment, authorisation: forKey } })
    expect(tally([transfer])).toEqual({ '403 authorisation_mismatch': 1 })
    bank.clock.offsetMs += 5 * MINUTE_MS
    expect(tally([await make(ada.person, { authorisation: forKey })])).toEqual({ '401 challenge_expired': 1 })
    expect(await keysOf(ada.person)).toEqual([])
  })

  test('needs a passkey, a person who is not frozen, and a key that transfers', async () => {
    const bare = await rich()
    expect(tally([await request(bare)])).toEqual({ '403 passkey_missing': 1 })
    expect(refusalOf(await request(bare, { scopes: ['read'], dailyMax: undefined }))).toEqual(
      fieldError('scopes', 'Only a key that transfers is approved with a passkey.'),
    )
    expect((await request(bare, { expiresAt: '2020-01-01T00:00:00.000Z' })).statusCode).toBe(400)
    expect(tally([await request(await bank.person({ status: 'Frozen' }))])).toEqual({ '403 account_frozen': 1 })
  })
})
