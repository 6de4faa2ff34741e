import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { storeKey } from '../../../test/api-keys.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, refusalOf, tally, transferForm } from '../../../test/money.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'
import { revokeApiKey } from '../../access/revoke-api-keys.ts'
import { buildApp } from '../../app.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import { bankDayAt } from '../../ledger/daily-limit.ts'
import { createLedger } from '../../ledger/ledger.ts'

const bank = useBank({
  config: { fourEyesAboveCents: 100_00n, instantUpToCents: 50_00n, bankTimeZone: 'Europe/Zurich' },
})
let admin: Person
let noonMs = 0
beforeAll(async () => {
  noonMs = bankDayAt(bank.now(), bank.config.bankTimeZone).start.getTime() + 12 * 3_600_000 - Date.now()
  bank.clock.offsetMs = noonMs
  admin = await bank.person({ role: 'Admin' })
})
afterEach(() => {
  bank.clock.offsetMs = noonMs
})

const rich = () => bank.person({ balanceCents: 1_000_00n })
/** Made long ago, so that the key itself is no reason for a risk flag. */
const senderOf = (person: Person, dailyMaxCents = 100_00n) =>
  storeKey(bank, person, ['read', 'transfer'], { dailyMaxCents, createdAt: new Date('2026-01-05') })
const formOf = (amount: number, changed: object = {}) => {
  const { pin: _, ...form } = transferForm({ amount })
  return { ...form, ...changed }
}
const send = (token: string, amount: number, changed: object = {}, headers: Record<string, string> = {}) =>
  bank.call('POST', '/transfer', { token, body: formOf(amount, changed), headers })
const keyIdOf = async (person: Person) =>
  (await bank.sql<{ id: string }[]>`select id from api_keys where person_id = ${person.id}`)[0]?.id ?? ''

describe('a transfer by key', () => {
  test('needs no PIN, is held as any other, and is linked to the key', async () => {
    const ada = await bank.person({ balanceCents: 1_000_00n, pin: null })
    const key = await senderOf(ada)
    const sent = await send(key, 12.5)
    expect(sent.statusCode).toBe(201)
    expect(sent.json()).toMatchObject({ amount: -12.5, status: 'Pending' })
    expect(await ada.balance()).toEqual({ availableCents: 987_50n, heldCents: 12_50n })
    const linked =
      await bank.sql`select transaction_id, amount from api_key_transfers where key_id = ${await keyIdOf(ada)}`
    expect(linked).toEqual([{ transaction_id: sent.json()._id, amount: 12_50n }])
    const before = await databaseFingerprint(bank)
    for (const credentials of [
      { pin: '1234' },
      { authorisation: { id: sent.json()._id, response: {} } },
      { amount: -1 },
    ])
      expect((await send(key, 1, credentials)).statusCode, JSON.stringify(credentials)).toBe(400)
    expect(
      refusalOf(await bank.call('POST', '/transfer', { token: key, body: {} })).errors.map(
        ({ path }: { path: string }) => path,
      ),
    ).toEqual(['accountName', 'accountNumber', 'bankName', 'amount'])
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('with a session still needs the PIN', async () => {
    const ada = await rich()
    const sent = await ada.call('POST', '/transfer', { body: formOf(1) })
    expect(refusalOf(sent).errors).toEqual([{ msg: 'The PIN has four digits.', path: 'pin' }])
  })

  test('needs the transaction code that staff set', async () => {
    const code = { code: '54321', expiresAt: new Date('2099-01-01') }
    const ada = await bank.person({ balanceCents: 1_000_00n, code })
    const key = await senderOf(ada)
    expect((await send(key, 1)).json()).toMatchObject({ code: 'code_required' })
    const withCode = (guess: string) =>
      bank.call('POST', '/transfer-code', { token: key, body: { ...formOf(1), code: guess } })
    const guesses = []
    for (let n = 0; n < 6; n++) guesses.push(await withCode('00000'))
    expect(tally(guesses)).toEqual({ '403 code_incorrect': 5, '423 code_locked': 1 })
    expect(tally([await withCode('54321')])).toEqual({ '423 code_locked': 1 })
  })

  test('is completed at once below the limit for it, unless it has a risk flag: as of a new key', async () => {
    const [ada, eve] = [await rich(), await rich()]
    const accountNumber = await eve.accountNumber()
    const old = await senderOf(ada)
    // The payee is known once a transfer to them was completed.
    const first = await send(old, 5, { accountNumber })
    await admin.call('POST', '/deposit/approve', { body: { transactionId: first.json()._id } })
    expect((await send(old, 5, { accountNumber })).json()).toMatchObject({ status: 'Completed' })
    const fresh = await storeKey(bank, ada, ['transfer'])
    const flagged = await send(fresh, 5, { accountNumber })
    expect(flagged.json()).toMatchObject({ status: 'Pending' })
    const [row] = await bank.sql`select flags from transactions where id = ${flagged.json()._id}`
    expect(row).toEqual({ flags: 'new_device' })
  })

  test('with an idempotency key is made once', async () => {
    const ada = await rich()
    const key = await senderOf(ada)
    const again = () => send(key, 60, {}, { 'idempotency-key': 'one' })
    const [first, ...others] = await Promise.all([again(), again(), again()])
    const ids = [first, ...others].map((response) => response?.json()._id)
    expect(new Set(ids).size).toBe(1)
    expect(await ada.balance()).toMatchObject({ heldCents: 60_00n })
    expect((await again()).headers['idempotency-replayed']).toBe('true')
    expect((await send(key, 61, {}, { 'idempotency-key': 'one' })).statusCode).toBe(422)
  })

  test('stays within the daily limit of the person', async () => {
    const ada = await rich()
    const key = await senderOf(ada)
    await ada.call('PUT', '/users/limits', { body: { daily: 10 } })
    expect((await send(key, 10.01)).json()).toMatchObject({ code: 'limit_exceeded', current: { left: 10 } })
    expect((await send(key, 10)).statusCode).toBe(201)
  })
})

describe('the daily maximum of a key', () => {
  test('is not passed by clients at once, on two servers', async () => {
    const ada = await rich()
    const key = await senderOf(ada)
    const { sql, keys, config, now } = bank
    const other = await buildApp({
      sql,
      keys,
      config,
      now,
      ledger: createLedger(sql, { zone: config.bankTimeZone, instantUpToCents: config.instantUpToCents }),
    })
    const onOther = () =>
      other.app.inject({
        method: 'POST',
        url: '/api/transfer',
        headers: { authorization: `Bearer ${key}` },
        payload: formOf(7),
      })
    const sent = await Promise.all(Array.from({ length: 30 }, (_, n) => (n % 2 ? send(key, 7) : onOther())))
    await other.app.close()
    expect(tally(sent)).toEqual({ 201: 14, '409 key_limit_exceeded': 16 })
    expect(await ada.balance()).toMatchObject({ heldCents: 98_00n })
    expect((await send(key, 2.01)).statusCode).toBe(409)
    expect((await send(key, 2)).statusCode).toBe(201)
    // Other keys, and the person with their PIN, are not limited by it.
    expect((await send(await senderOf(ada), 7)).statusCode).toBe(201)
    expect((await ada.call('POST', '/transfer', { body: transferForm({ amount: 7 }) })).statusCode).toBe(201)
  })

  test('counts what was declined later, and begins again with the day of the bank', async () => {
    const ada = await rich()
    const key = await senderOf(ada)
    const { _id: transactionId } = (await send(key, 100)).json()
    await admin.call('POST', '/deposit/decline', { body: { transactionId, reason: 'No' } })
    expect(refusalOf(await send(key, 0.01))).toEqual({
      status: 409,
      code: 'key_limit_exceeded',
      message: 'This is more than this API key may send today.',
    })
    expect((await ada.call('GET', '/users/api-keys')).json()).toMatchObject([{ dailyMax: 100, sentToday: 100 }])
    const { end } = bankDayAt(bank.now(), bank.config.bankTimeZone)
    bank.clock.offsetMs = end.getTime() - Date.now() - 5_000
    expect((await send(key, 0.01)).statusCode).toBe(409)
    bank.clock.offsetMs = end.getTime() - Date.now() + 1_000
    expect((await send(key, 100)).statusCode).toBe(201)
  })
})

describe('staff keys', () => {
  const decide = (token: string, transactionId: string, what = 'approve') =>
    bank.call('POST', `/deposit/${what}`, {
      token,
      body: { transactionId, ...(what === 'decline' ? { reason: 'No' } : {}) },
    })
  const submit = async (amount: number) =>
    (await (await rich()).call('POST', '/transfer', { body: transferForm({ amount }) })).json()._id

  test('decide in the name of their owner, audited with the key', async () => {
    const tess = await bank.person({ role: 'Teller' })
    const key = await storeKey(bank, tess, ['staff:decide'])
    const [approved, declined] = [await submit(20), await submit(20)]
    expect((await decide(key, approved)).json()).toMatchObject({ status: 'Completed' })
    expect((await decide(key, declined, 'decline')).json()).toMatchObject({ status: 'Declined' })
    const entries = await bank.sql`select action, after from audit where actor_id = ${tess.id} order by at, id`
    const apiKeyId = await keyIdOf(tess)
    expect(entries.map(({ action, after }) => [action, after.apiKeyId])).toEqual([
      ['transaction.approved', apiKeyId],
      ['transaction.declined', apiKeyId],
    ])
  })

  test('are named by the audit entries of reports too', async () => {
    const boss = await bank.person({ role: 'Admin' })
    const token = await storeKey(bank, boss, ['staff:read'])
    expect((await bank.call('GET', '/admin/reports/trial-balance?format=csv', { token })).statusCode).toBe(200)
    const [entry] = await bank.sql`select action, after from audit where actor_id = ${boss.id}`
    expect(entry).toMatchObject({
      action: 'report.trial_balance',
      after: { format: 'csv', apiKey: 'Test', apiKeyId: await keyIdOf(boss) },
    })
  })

  test('wait for a revocation under way, and decide nothing after it', async () => {
    const tess = await bank.person({ role: 'Teller' })
    const key = await storeKey(bank, tess, ['staff:decide'])
    const id = await submit(20)
    const { deciding } = await bank.sql.begin(async (tx) => {
      await lockPerson(tx, tess.id)
      await revokeApiKey(tx, tess.id, await keyIdOf(tess), bank.now())
      const deciding = decide(key, id)
      await waitUntilBlocked(bank.owner)
      return { deciding }
    })
    expect(tally([await deciding])).toEqual({ '401 unauthenticated': 1 })
  })

  test('are the same person as their owner: neither confirms what the other proposed', async () => {
    const [tess, other] = [await bank.person({ role: 'Teller' }), await bank.person({ role: 'Teller' })]
    const key = await storeKey(bank, tess, ['staff:decide'])
    const [byKey, bySession] = [await submit(500), await submit(500)]
    expect((await decide(key, byKey)).json()).toMatchObject({ status: 'Pending' })
    expect((await decide(tess.token, byKey)).json()).toMatchObject({ code: 'second_admin_needed' })
    expect((await decide(tess.token, bySession)).json()).toMatchObject({ status: 'Pending' })
    expect((await decide(key, bySession)).json()).toMatchObject({ code: 'second_admin_needed' })
    // No key is the second of two people, also not one of another member of staff.
    const otherKey = await storeKey(bank, other, ['staff:decide'])
    expect((await decide(otherKey, byKey)).json()).toMatchObject({ code: 'key_not_allowed' })
    expect((await decide(other.token, byKey)).json()).toMatchObject({ status: 'Completed' })
  })

  test('split amounts count for one person, whether by session or key', async () => {
    const tess = await bank.person({ role: 'Teller' })
    const key = await storeKey(bank, tess, ['staff:decide'])
    const ada = await rich()
    const ids = []
    for (const amount of [60, 60])
      ids.push((await ada.call('POST', '/transfer', { body: transferForm({ amount }) })).json()._id)
    const [first = '', second = ''] = ids
    expect((await decide(tess.token, first)).json()).toMatchObject({ status: 'Completed' })
    expect((await decide(key, second)).json()).toMatchObject({ status: 'Pending' })
  })

  test('can’t decide about their owner’s money, and reads of people are in the access log', async () => {
    const tess = await bank.person({ role: 'Teller', balanceCents: 100_00n })
    const key = await storeKey(bank, tess, ['staff:read', 'staff:decide'])
    const own = await tess.call('POST', '/transfer', { body: transferForm({ amount: 5 }) })
    expect((await decide(key, own.json()._id)).json()).toMatchObject({ code: 'own_account' })
    const ada = await rich()
    await bank.call('GET', `/admin/users/${ada.id}`, { token: key })
    const looks = await bank.sql`select staff_id, role from access_log where person_id = ${ada.id}`
    expect(looks).toEqual([{ staff_id: tess.id, role: 'Teller' }])
  })

  test('need the second factor that the bank requires of staff', async () => {
    const { sql, keys, now, ledger } = bank
    const strict = await buildApp({ sql, keys, now, ledger, config: { ...bank.config, staffSecondFactor: 'required' } })
    const tess = await bank.person({ role: 'Teller' })
    const key = await storeKey(bank, tess, ['staff:read', 'read'])
    const get = (path: string) => strict.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${key}` } })
    expect(tally([await get('/users/all'), await get('/users')])).toEqual({ '403 second_factor_required': 1, 200: 1 })
    await strict.app.close()
  })
})
