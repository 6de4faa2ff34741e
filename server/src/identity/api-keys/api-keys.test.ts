import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, fieldError, refusalOf, tally } from '../../../test/money.ts'
import { hasValidChecksum, isApiKey, newApiKey } from '../../access/api-key.ts'
import { ApiKeys } from '../../access/api-keys.ts'
import { FRESH_MS } from '../../access/freshness.ts'
import { bankDayAt } from '../../ledger/daily-limit.ts'
import { APPLICATION_ROLE, openPool } from '../../platform/db/connection.ts'
import { openResetLink, signResetToken } from '../password/reset-links.ts'

const DAY_MS = 24 * 3_600_000
const bank = useBank({ config: { fourEyesAboveCents: 100_00n, instantUpToCents: 50_00n } })
let admin: Person
let noonMs = 0
beforeAll(async () => {
  // Far from midnight, whenever the tests run.
  noonMs = bankDayAt(bank.now(), bank.config.bankTimeZone).start.getTime() + 12 * 3_600_000 - Date.now()
  bank.clock.offsetMs = noonMs
  admin = await bank.person({ role: 'Admin' })
})
afterEach(() => {
  bank.clock.offsetMs = noonMs
})

const FORM = { accountName: 'Grace Example', accountNumber: 'X0532013000', bankName: 'Example Savings Bank' }
type KeyForm = {
  name?: string
  scopes?: readonly string[]
  expiresAt?: unknown
  dailyMax?: unknown
  pin?: string | undefined
  authorisation?: unknown
}

/** Asks for a key, with the PIN where it sends money. */
const askFor = (by: Person, wanted: KeyForm = {}) => {
  const approval = wanted.scopes?.includes('transfer') ? { pin: '1234' } : {}
  return by.call('POST', '/users/api-keys', { body: { name: 'Payroll', scopes: ['read'], ...approval, ...wanted } })
}
const keyFor = async (by: Person, wanted: KeyForm = {}): Promise<{ _id: string; key: string }> =>
  (await askFor(by, wanted)).json()
const senderOf = (by: Person, dailyMax = 100) => keyFor(by, { scopes: ['read', 'transfer'], dailyMax })
const send = (token: string, amount: number, changed: object = {}, headers: Record<string, string> = {}) =>
  bank.call('POST', '/transfer', { token, body: { ...FORM, amount, ...changed }, headers })
const get = (token: string, path = '/users') => bank.call('GET', path, { token })
const keysOf = async (by: Person) => (await by.call('GET', '/users/api-keys')).json()
const rich = () => bank.person({ balanceCents: 1_000_00n })

test('a key is recognised by prefix, length and checksum', () => {
  const keys = Array.from({ length: 200 }, newApiKey)
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) expect([key.length, isApiKey(key), hasValidChecksum(key)]).toEqual([48, true, true])
  const [key = ''] = keys
  const mistyped = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21)
  expect([isApiKey(mistyped), hasValidChecksum(mistyped)]).toEqual([true, false])
})

describe('making a key', () => {
  test('shows it once, stores a hash, notifies the owner, and lists it without the key', async () => {
    const ada = await rich()
    const expiresAt = new Date(bank.now().getTime() + DAY_MS).toISOString()
    const made = await askFor(ada, { name: ' Payroll ', scopes: ['transfer', 'read'], dailyMax: 12.5, expiresAt })
    expect(made.statusCode).toBe(201)
    const { _id, key } = made.json()
    expect(Object.keys(made.json())).toEqual(['_id', 'key'])
    expect((await get(key)).json()).toMatchObject({ user: { _id: ada.id } })
    const [listed, ...others] = await keysOf(ada)
    expect(others).toEqual([])
    expect(listed).toEqual({
      _id,
      name: 'Payroll',
      start: key.slice(0, 8),
      scopes: ['read', 'transfer'],
      dailyMax: 12.5,
      sentToday: 0,
      createdAt: expect.any(String),
      expiresAt,
      lastUsedAt: expect.any(String),
    })
    const [stored] = await bank.owner<{ row: string }[]>`select k::text as row from api_keys k where id = ${_id}`
    expect(stored?.row).not.toContain(key.slice(8))
    const notifications = await bank.sql`
      select data, mail_at is not null as mailed from outbox where person_id = ${ada.id} and kind = 'api_key.created'`
    expect(notifications).toEqual([{ data: { name: 'Payroll', scopes: ['read', 'transfer'] }, mailed: true }])
    expect(await bank.sql`select 1 from audit where actor_id = ${ada.id} and action like 'api_key.%'`).toEqual([])
  })

  test('needs a fresh session, an Active person, a known scope of their role, and a maximum for transfers only', async () => {
    const ada = await rich()
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await askFor(ada, { scopes: [] }))).toEqual(
      fieldError('scopes', 'Choose at least one permission.'),
    )
    expect(refusalOf(await askFor(ada, { scopes: ['transfer'] }))).toEqual(
      fieldError('dailyMax', 'Enter the most that this key may send in a day.'),
    )
    expect(refusalOf(await askFor(ada, { dailyMax: 5 }))).toEqual(
      fieldError('dailyMax', 'Only a key that transfers has a daily maximum.'),
    )
    expect(refusalOf(await askFor(ada, { expiresAt: '2020-01-01T00:00:00.000Z' }))).toEqual(
      fieldError('expiresAt', 'Choose a time in the future.'),
    )
    for (const expiresAt of ['tomorrow', 5])
      expect(refusalOf(await askFor(ada, { expiresAt }))).toEqual(
        fieldError('expiresAt', 'Choose a time in the future.'),
      )
    for (const wanted of [
      { name: ' ' },
      { name: 'x'.repeat(61) },
      { scopes: ['everything'] },
      { scopes: 'read' },
      { scopes: ['transfer'], dailyMax: 0 },
      { scopes: ['transfer'], dailyMax: 1.001 },
      { scopes: ['transfer'], dailyMax: '5' },
    ])
      expect((await askFor(ada, wanted as KeyForm)).statusCode, JSON.stringify(wanted)).toBe(400)
    const auditor = await bank.person({ role: 'Auditor' })
    expect(
      tally([
        await askFor(ada, { scopes: ['staff:read'] }),
        await askFor(auditor, { scopes: ['staff:decide'] }),
        await askFor(await bank.person({ status: 'Pending' })),
        await askFor(await bank.person({ status: 'Frozen' })),
        await askFor(await bank.person({ status: 'Closed' })),
      ]),
    ).toEqual({ '403 forbidden': 2, '403 account_pending': 1, '403 account_frozen': 1, '403 account_closed': 1 })
    bank.clock.offsetMs += FRESH_MS + 1_000
    expect(tally([await askFor(ada)])).toEqual({ '403 confirmation_required': 1 })
    const after = await databaseFingerprint(bank)
    expect([after.api_keys, after.audit]).toEqual([before.api_keys, before.audit])
  })

  test('that transfers needs a PIN that is not locked', async () => {
    const [bare, ada] = [await bank.person({ pin: null }), await rich()]
    for (let n = 0; n < 5; n++) await ada.call('POST', '/transfer', { body: { ...FORM, amount: 1, pin: '0000' } })
    const sender = { scopes: ['read', 'transfer'], dailyMax: 100 }
    const refused = [await askFor(bare, sender), await askFor(ada, sender)]
    expect(tally(refused)).toEqual({ '403 pin_missing': 1, '423 pin_locked': 1 })
    expect([await keysOf(bare), await keysOf(ada)]).toEqual([[], []])
    expect(tally([await askFor(bare), await askFor(ada)])).toEqual({ 201: 2 })
  })

  test('is limited to twenty per person, also by clients at once', async () => {
    const ada = await rich()
    const made = await Promise.all(Array.from({ length: 25 }, () => askFor(ada)))
    expect(tally(made)).toEqual({ 201: 20, '409 api_key_limit': 5 })
    await ada.call('DELETE', `/users/api-keys/${made.find(({ statusCode }) => statusCode === 201)?.json()._id}`)
    expect((await askFor(ada)).statusCode).toBe(201)
  })

  test('by staff is in the audit log', async () => {
    const { _id } = await keyFor(admin, { name: 'Robot', scopes: ['staff:read', 'staff:decide'] })
    await admin.call('DELETE', `/users/api-keys/${_id}`)
    const entries = await bank.sql`
      select action, before, after from audit where actor_id = ${admin.id} and action like 'api_key.%' order by number`
    expect(entries).toEqual([
      {
        action: 'api_key.created',
        before: {},
        after: { apiKey: 'Robot', apiKeyId: _id, scopes: 'staff:read, staff:decide' },
      },
      { action: 'api_key.revoked', before: { apiKey: 'Robot', apiKeyId: _id }, after: {} },
    ])
  })
})

test('an active key is listed before newer expired ones, however many', async () => {
  const ada = await rich()
  const { _id } = await keyFor(ada)
  await bank.owner`
    insert into api_keys (id, person_id, key_hash, start, name, scopes, created_at, expires_at)
    select gen_random_uuid(), ${ada.id}, sha256(n::text::bytea), 'otk_', 'Old', 'read',
           ${bank.now()}::timestamptz + n * interval '1 second', ${bank.now()}
    from generate_series(1, 120) n`
  bank.clock.offsetMs += 300_000
  const [first, ...others] = await keysOf(ada)
  expect([first._id, others.length]).toEqual([_id, 99])
  const made = others.map(({ createdAt }: { createdAt: string }) => createdAt)
  expect(made).toEqual([...made].sort().reverse())
})

test('a database that takes no writes still serves reads by key', async () => {
  const ada = await rich()
  const { key } = await keyFor(ada)
  const pool = openPool(bank.connection, { max: 1, role: APPLICATION_ROLE })
  await pool`set default_transaction_read_only = on`
  const caller = await new ApiKeys(pool, bank.now, bank.config).authenticate(key)
  await pool.end()
  expect(caller).toMatchObject({ personId: ada.id })
  expect(await keysOf(ada)).toMatchObject([{ lastUsedAt: null }])
})

describe('a key ends', () => {
  test('when it is revoked, at once on every server, also for a transfer already under way', async () => {
    const ada = await rich()
    const { _id, key } = await senderOf(ada, 1_000)
    expect((await get(key)).statusCode).toBe(200)
    const transfers = Promise.all(Array.from({ length: 20 }, () => send(key, 1)))
    const revoked = await ada.call('DELETE', `/users/api-keys/${_id}`)
    expect(revoked.statusCode).toBe(204)
    const [{ count } = { count: 0 }] = await bank.sql<{ count: number }[]>`
      select count(*)::int from api_key_transfers where key_id = ${_id}`
    const sent = tally(await transfers)
    expect((sent[201] ?? 0) + (sent['401 unauthenticated'] ?? 0)).toBe(20)
    // Nothing was accepted after the revocation was committed.
    expect(sent[201] ?? 0).toBe(count)
    expect(tally([await get(key), await send(key, 1)])).toEqual({ '401 unauthenticated': 2 })
    expect(await keysOf(ada)).toEqual([])
    expect((await ada.call('DELETE', `/users/api-keys/${_id}`)).statusCode).toBe(404)
    const other = await rich()
    const { _id: others } = await keyFor(other)
    expect((await ada.call('DELETE', `/users/api-keys/${others}`)).statusCode).toBe(404)
  })

  test('in the ledger too, where the request was admitted before', async () => {
    const ada = await rich()
    const { _id } = await senderOf(ada)
    await ada.call('DELETE', `/users/api-keys/${_id}`)
    const command = { kind: 'cancel', transactionId: _id, at: bank.now(), requestId: 'x', idempotency: null } as const
    const by = (personId: string, keyId: string) =>
      bank.ledger.submit({ ...command, actor: { kind: 'api_key', personId, keyId, keyName: '' } })
    expect(await by(ada.id, _id)).toMatchObject({ code: 'unauthenticated' })
    const alive = await senderOf(ada)
    // A key of another person, and a command that no scope allows.
    expect(await by(admin.id, alive._id)).toMatchObject({ code: 'unauthenticated' })
    expect(await by(ada.id, alive._id)).toMatchObject({ code: 'key_not_allowed' })
  })

  test('when it expires', async () => {
    const ada = await rich()
    const { key } = await keyFor(ada, { expiresAt: new Date(bank.now().getTime() + 60_000).toISOString() })
    expect((await get(key)).statusCode).toBe(200)
    bank.clock.offsetMs += 61_000
    expect((await get(key)).statusCode).toBe(401)
    expect((await keysOf(ada)).length).toBe(1)
  })

  test('with the account’s recovery by a link or by staff, but not with a new password in a session', async () => {
    const ada = await rich()
    const { key } = await keyFor(ada)
    await ada.call('DELETE', '/users/devices')
    expect((await get(key)).statusCode).toBe(200)
    const link = await bank.sql.begin((tx) => openResetLink(tx, ada.id, bank.now()))
    const token = signResetToken(bank.keys.link, link)
    const reset = await bank.call('POST', '/auths/reset', { body: { token, password: 'a sentence that is new' } })
    expect(reset.statusCode).toBeLessThan(300)
    expect((await get(key)).statusCode).toBe(401)
    const eve = await rich()
    const second = await keyFor(eve)
    await admin.call('POST', '/admin/end-sessions', { body: { userId: eve.id } })
    expect((await get(second.key)).statusCode).toBe(401)
  })

  test('while its owner is not Active, and for staff with the role', async () => {
    const ada = await rich()
    const { key } = await senderOf(ada)
    const setStatus = (status: string) =>
      admin.call('PATCH', '/admin/user', { body: { userId: ada.id, updates: { status }, reason: 'x' } })
    await setStatus('Frozen')
    expect(tally([await get(key), await send(key, 1)])).toEqual({ '403 account_frozen': 2 })
    await setStatus('Active')
    expect((await get(key)).statusCode).toBe(200)

    const tess = await bank.person({ role: 'Teller' })
    const staffKey = await keyFor(tess, { scopes: ['read', 'staff:read'] })
    expect((await get(staffKey.key, '/users/all')).statusCode).toBe(200)
    await bank.owner`update people set role = 'User' where id = ${tess.id}`
    expect(tally([await get(staffKey.key, '/users/all'), await get(staffKey.key)])).toEqual({
      '403 forbidden': 1,
      200: 1,
    })
  })
})
