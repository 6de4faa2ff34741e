import type { LightMyRequestResponse } from 'fastify'
import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { SoftwareAuthenticator } from '../../../test/authenticator.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { addPasskey } from '../../../test/factors.ts'
import { databaseFingerprint, fieldError, refusalOf, tally, transferForm } from '../../../test/money.ts'
import { waitUntilBlocked } from '../../../test/waits.ts'
import { buildApp } from '../../app.ts'
import { relyingParty } from '../../identity/relying-party.ts'
import { verifyAuthorisation } from '../../identity/verify-authorisation.ts'
import { createLedger } from '../../ledger/ledger.ts'
import { deleteExpiredAuthorisations } from '../../ledger/transfer-authorisations.ts'
import { ago } from '../../platform/db/ago.ts'
import { APPLICATION_ROLE, openPool } from '../../platform/db/connection.ts'
import { toPayment } from './approve-payment.ts'

const bank = useBank()

const payment = (changed: Record<string, unknown> = {}) => {
  const { pin, ...form } = transferForm({ iban: 'DE89370400440532013000', swiftCode: 'EXAMDE00' })
  return { ...form, ...changed }
}

async function payer(options: Parameters<typeof bank.person>[0] = {}) {
  const person = await bank.person({ balanceCents: 500_00n, ...options })
  const { authenticator } = await addPasskey(person)
  return { person, authenticator }
}
type Payer = Awaited<ReturnType<typeof payer>>

const request = async ({ person }: Payer, form = payment()) => {
  const response = await person.call('POST', '/transfer/authorisation', { body: form })
  expect(response.statusCode).toBe(200)
  return response.json()
}

/** Asks for the authorisation and signs it as the person's device would. */
async function approve(by: Payer, form = payment(), options: Parameters<SoftwareAuthenticator['sign']>[1] = {}) {
  const { authorisation: id, options: requested } = await request(by, form)
  return { id, response: by.authenticator.sign(requested, options) }
}

const send = (person: Person, authorisation: unknown, changed: Record<string, unknown> = {}, key?: string) =>
  person.call('POST', changed.code ? '/transfer-code' : '/transfer', {
    body: { ...payment(changed), authorisation },
    headers: key ? { 'idempotency-key': key } : {},
  })
const codeOf = (response: LightMyRequestResponse) => [response.statusCode, response.json().code]
const later = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
  bank.clock.offsetMs += ms
  return work().finally(() => {
    bank.clock.offsetMs -= ms
  })
}

describe('a transfer approved by passkey', () => {
  test('needs no PIN, is signed for this payment only and is used once', async () => {
    const ada = await payer({ pin: null })
    const { options } = await request(ada)
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [{ type: 'public-key' }] })
    const authorisation = await approve(ada)
    expect((await send(ada.person, authorisation)).statusCode).toBe(201)
    expect(await ada.person.balance()).toEqual({ availableCents: 379_50n, heldCents: 120_50n })
    expect(codeOf(await send(ada.person, authorisation))).toEqual([401, 'challenge_expired'])
    expect(await ada.person.balance()).toEqual({ availableCents: 379_50n, heldCents: 120_50n })
  })

  test.each([
    { amount: 120.51 },
    { accountName: 'Mallory' },
    { accountNumber: '666' },
    { bankName: 'Another Bank' },
    { iban: 'GB29NWBK60161331926819' },
    { iban: undefined },
    { swiftCode: 'OTHRDE00' },
    { message: 'Added later' },
    // The same characters, divided differently among the fields.
    { accountName: 'Grace ExampleX', accountNumber: '0532013000' },
  ])('is refused for anything but what was signed: %j', async (changed) => {
    const ada = await payer()
    const authorisation = await approve(ada)
    const before = await databaseFingerprint(bank)
    expect(refusalOf(await send(ada.person, authorisation, changed, 'key'))).toEqual({
      status: 403,
      code: 'authorisation_mismatch',
      message: 'This is not the transfer you approved. Nothing was sent.',
    })
    expect(await databaseFingerprint(bank)).toEqual(before)
    // It still approves what was signed, under the same key too.
    expect((await send(ada.person, authorisation, {}, 'key')).statusCode).toBe(201)
  })

  test('is signed with its message: another one, or none, is refused', async () => {
    const ada = await payer()
    const authorisation = await approve(ada, payment({ message: 'Invoice 4711' }))
    for (const message of ['Invoice 4712', undefined])
      expect(codeOf(await send(ada.person, authorisation, { message }))).toEqual([403, 'authorisation_mismatch'])
    expect((await send(ada.person, authorisation, { message: 'Invoice 4711' })).statusCode).toBe(201)
  })

  test('is refused for forged, foreign, expired and unknown approvals, and changes nothing', async () => {
    const [ada, ben] = [await payer(), await payer()]
    const good = await request(ada)
    const stolen = { authorisation: good.authorisation, options: good.options }
    const signed = (authenticator: SoftwareAuthenticator, options = {}) => ({
      id: stolen.authorisation,
      response: authenticator.sign(stolen.options, options),
    })
    const bens = await approve(ben)
    const forOther = { id: stolen.authorisation, response: ada.authenticator.sign((await request(ada)).options) }
    const before = await databaseFingerprint(bank)
    const attempts: [unknown, string][] = [
      [signed(ben.authenticator), 'passkey_incorrect'],
      [signed(new SoftwareAuthenticator()), 'passkey_incorrect'],
      [signed(ada.authenticator, { origin: 'https://evil.example' }), 'passkey_incorrect'],
      [signed(ada.authenticator, { rpId: 'evil.example' }), 'passkey_incorrect'],
      [signed(ada.authenticator, { verified: false }), 'passkey_incorrect'],
      [forOther, 'passkey_incorrect'],
      [bens, 'challenge_expired'],
      [{ ...bens, id: newId() }, 'challenge_expired'],
    ]
    for (const [authorisation, code] of attempts)
      expect([authorisation, ...codeOf(await send(ada.person, authorisation))]).toEqual([authorisation, 401, code])
    expect(await databaseFingerprint(bank)).toEqual(before)
    const late = () => send(ada.person, signed(ada.authenticator))
    expect(codeOf(await later(5 * 60_000 + 1_000, late))).toEqual([401, 'challenge_expired'])
    expect((await send(ada.person, signed(ada.authenticator))).statusCode).toBe(201)
  })

  test('is refused when the signature counter goes back, or the passkey was removed after signing', async () => {
    const ada = await payer()
    ada.authenticator.counter = 10
    expect((await send(ada.person, await approve(ada))).statusCode).toBe(201)
    expect(codeOf(await send(ada.person, await approve(ada, payment(), { counter: 11 })))).toEqual([
      401,
      'passkey_incorrect',
    ])
    const authorisation = await approve(ada, payment({ amount: 900 }), { counter: 20 })
    expect(codeOf(await send(ada.person, authorisation, { amount: 900 }))).toEqual([409, 'insufficient_balance'])
    const [passkey] = (await ada.person.call('GET', '/users/factors')).json().passkeys
    await ada.person.call('DELETE', `/users/factors/passkeys/${passkey._id}`)
    expect(codeOf(await send(ada.person, authorisation, { amount: 900 }))).toEqual([401, 'passkey_incorrect'])
    expect(codeOf(await ada.person.call('POST', '/transfer/authorisation', { body: payment() }))).toEqual([
      403,
      'passkey_missing',
    ])
  })

  test('takes a PIN or an authorisation, never both or none, and the form without either', async () => {
    const ada = await payer()
    const authorisation = await approve(ada)
    const both = await ada.person.call('POST', '/transfer', { body: { ...payment(), authorisation, pin: '1234' } })
    expect(refusalOf(both)).toEqual(fieldError('authorisation', 'Send a PIN or an authorisation, not both.'))
    const none = await ada.person.call('POST', '/transfer', { body: payment() })
    expect(refusalOf(none)).toEqual(fieldError('pin', 'The PIN has four digits.'))
    const withPin = await ada.person.call('POST', '/transfer/authorisation', { body: payment({ pin: '1234' }) })
    expect(refusalOf(withPin)).toEqual(fieldError('pin', 'Unknown field.'))
    expect(codeOf(await ada.person.call('POST', '/transfer/authorisation', { body: payment({ amount: 0 }) }))).toEqual([
      400,
      'invalid',
    ])
  })

  test('still needs the transaction code, and one approval serves until it is right', async () => {
    const code = { code: '12345', expiresAt: new Date(bank.now().getTime() + 3_600_000) }
    const ada = await payer({ code })
    const authorisation = await approve(ada)
    expect(codeOf(await send(ada.person, authorisation))).toEqual([403, 'code_required'])
    expect(codeOf(await send(ada.person, authorisation, { code: '00000' }))).toEqual([403, 'code_incorrect'])
    expect((await send(ada.person, authorisation, { code: '12345' })).statusCode).toBe(201)
  })
})

describe('a retry', () => {
  test('gets the stored outcome, although the counter has moved on and the approval has expired', async () => {
    const ada = await payer()
    const authorisation = await approve(ada)
    const first = await send(ada.person, authorisation, {}, 'key')
    expect((await send(ada.person, await approve(ada))).statusCode).toBe(201)
    const again = await later(2 * 3_600_000, async () => {
      await deleteExpiredAuthorisations(bank.sql, bank.sql.now())
      // Longer than a session may idle.
      await bank.owner`update sessions set last_seen_at = ${bank.now()} where person_id = ${ada.person.id}`
      return send(ada.person, authorisation, {}, 'key')
    })
    expect([again.statusCode, again.body, again.headers['idempotency-replayed']]).toEqual([201, first.body, 'true'])
    expect(codeOf(await send(ada.person, { ...authorisation, id: newId() }, {}, 'key'))).toEqual([
      401,
      'challenge_expired',
    ])
    expect(codeOf(await send(ada.person, authorisation, { amount: 1 }, 'key'))).toEqual([422, 'idempotency_key_reused'])
  })

  test('succeeds after a crash between the verified signature and the commit', async () => {
    const ada = await payer()
    const signed = await approve(ada)
    const { amount, ...form } = payment() as Record<string, unknown>
    const verification = {
      personId: ada.person.id,
      signed: signed as never,
      content: toPayment({ ...form, amountCents: 120_50n } as never),
      at: bank.now(),
    }
    expect(amount).toBe(120.5)
    expect(await verifyAuthorisation(bank.sql, relyingParty(bank.config), verification)).toMatchObject({
      verified: true,
    })
    expect((await send(ada.person, signed, {}, 'key')).statusCode).toBe(201)
  })

  test('in parallel, on two servers and under different keys, one approval makes exactly one transfer', async () => {
    const ada = await payer()
    const pools = [{ max: 4 }, { max: 4, byKey: true }].map((options) =>
      openPool(bank.connection, { ...options, role: APPLICATION_ROLE }),
    )
    const [sql, ledgerSql] = pools as [typeof bank.sql, typeof bank.sql]
    const { keys, config, now } = bank
    const second = await buildApp({ sql, ledger: createLedger(ledgerSql, { zone: 'UTC' }), keys, config, now })
    const authorisation = await approve(ada)
    const headers = { authorization: `Bearer ${ada.person.token}` }
    const payload = { ...payment(), authorisation } as object
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (at % 2 ? bank.app : second.app).inject({
          method: 'POST',
          url: '/api/transfer',
          headers: { ...headers, ...(at < 10 ? { 'idempotency-key': `key ${at}` } : {}) },
          payload,
        }),
      ),
    )
    expect(tally(responses)).toEqual({ '201': 1, '401 challenge_expired': 19 })
    expect(await ada.person.balance()).toEqual({ availableCents: 379_50n, heldCents: 120_50n })

    const next = { ...payment(), authorisation: await approve(ada) } as object
    const retries = await Promise.all(
      [bank.app, second.app, bank.app, second.app].map((app) =>
        app.inject({
          method: 'POST',
          url: '/api/transfer',
          headers: { ...headers, 'idempotency-key': 'one' },
          payload: next,
        }),
      ),
    )
    expect(new Set(retries.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(retries[0]?.statusCode).toBe(201)
    await second.app.close()
    await Promise.all(pools.map((pool) => pool.end()))
  })
})

test('locks the account before the approval, as every batch does', async () => {
  const ada = await payer()
  const authorisation = await approve(ada)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = bank.owner.begin(async (tx) => {
    await tx`select from accounts where id = ${ada.person.id} for update`
    held.resolve()
    await released
  })
  await held.promise
  const sent = send(ada.person, authorisation)
  await waitUntilBlocked(bank.owner)
  // The transfer waits for the account and holds nothing else: with the opposite order this would deadlock a batch.
  const free = bank.sql`select from transfer_authorisations where id = ${authorisation.id} for update nowait`
  const rows = await free.finally(release)
  expect(rows).toHaveLength(1)
  await holder
  expect((await sent).statusCode).toBe(201)
})

test('unused authorisations are deleted after they expired, used ones stay as proof', async () => {
  const ada = await payer()
  await approve(ada)
  await send(ada.person, await approve(ada))
  await deleteExpiredAuthorisations(bank.sql, ago(bank.sql, -2 * 3_600_000))
  const rows = await bank.sql`
    select transaction_id is not null as used from transfer_authorisations where person_id = ${ada.person.id}`
  expect(rows).toEqual([{ used: true }])
})
