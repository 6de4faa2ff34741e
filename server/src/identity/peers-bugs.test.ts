import { v7 as newId } from 'uuid'
import { afterEach, describe, expect, test } from 'vitest'
import { useBank } from '../../test/bank.ts'
import { confirmationToken, pinToken } from '../../test/email-links.ts'
import { addPasskey } from '../../test/factors.ts'
import { refusalOf, transferForm } from '../../test/money.ts'
import { ABSOLUTE_LIMIT_MS, IDLE_LIMIT_MS } from '../access/session-lifetime.ts'
import { startSession } from '../access/start-session.ts'
import { openResetLink, signResetToken } from './password/reset-links.ts'

/* Bugs that other banks' software had, tried here. Each title has the issue. */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const bank = useBank()
afterEach(() => {
  bank.clock.offsetMs = 0
})
const pass = (ms: number) => {
  bank.clock.offsetMs += ms
}

describe('adorsys XS2A #83, a consent that stays after a newer one, and never expires', () => {
  const reset = (token: string) =>
    bank.call('POST', '/auths/reset', { body: { token, password: 'a long sentence that is new' } })
  const resetLink = (personId: string) =>
    bank.sql.begin(async (tx) => signResetToken(bank.keys.link, await openResetLink(tx, personId, bank.now())))
  const confirmEmail = (token: string) => bank.call('POST', '/auths/confirm-email', { body: { token } })

  test('a newer link ends the one before: to reset the password, to confirm an address, to recover the PIN', async () => {
    const ada = await bank.person()
    const links = [await resetLink(ada.id), await resetLink(ada.id)]
    const statuses = async (tokens: string[], use: (token: string) => Promise<{ statusCode: number }>) => {
      const found: number[] = []
      for (const token of tokens) found.push((await use(token)).statusCode)
      return found
    }
    expect(await statuses(links, reset)).toEqual([400, 204])
    expect(await statuses(links, reset)).toEqual([400, 400])

    const ben = await bank.person()
    const confirmations: string[] = []
    for (const email of [`${newId()}@one.example`, `${newId()}@two.example`]) {
      expect((await ben.call('PUT', '/users/update', { body: { email } })).statusCode).toBe(200)
      confirmations.push(await confirmationToken(bank, ben.id))
    }
    expect(await statuses(confirmations, confirmEmail)).toEqual([400, 204])

    const cleo = await bank.person()
    const recoveries = [await pinToken(bank, cleo.id), await pinToken(bank, cleo.id)]
    const recover = (token: string) => cleo.call('PUT', '/users/pin/recovery', { body: { token, pin: '2580' } })
    expect(await statuses(recoveries, recover)).toEqual([400, 204])
  })

  test('every permission ends at its time: keys, sessions, links and approvals of a payment', async () => {
    const ada = await bank.person({ balanceCents: 500_00n })
    const { authenticator } = await addPasskey(ada)
    const made = await ada.call('POST', '/users/api-keys', {
      body: { name: 'Books', scopes: ['read'], expiresAt: new Date(bank.now().getTime() + DAY_MS).toISOString() },
    })
    const key = made.json().key as string
    const reset30 = await resetLink(ada.id)
    const { pin: _, ...payment } = transferForm()
    const asked = (await ada.call('POST', '/transfer/authorisation', { body: payment })).json()
    const authorisation = { id: asked.authorisation, response: authenticator.sign(asked.options) }
    const read = (token: string) => bank.call('GET', '/users', { token }).then(({ statusCode }) => statusCode)
    expect([await read(key), await read(ada.token)]).toEqual([200, 200])

    pass(5 * MINUTE_MS + 1_000)
    const late = await ada.call('POST', '/transfer', { body: { ...payment, authorisation } })
    expect(refusalOf(late)).toMatchObject({ status: 401, code: 'challenge_expired' })
    pass(IDLE_LIMIT_MS)
    expect([await read(ada.token), (await reset(reset30)).statusCode]).toEqual([401, 400])

    // A session that is used all the time ends too.
    const busy = await startSession(bank.sql, ada.id, bank.now(), { userAgent: 'test', address: '127.0.0.1' })
    let used = 0
    for (; used < ABSOLUTE_LIMIT_MS - IDLE_LIMIT_MS; used += IDLE_LIMIT_MS / 2) {
      expect(await read(busy)).toBe(200)
      pass(IDLE_LIMIT_MS / 2)
    }
    pass(ABSOLUTE_LIMIT_MS - used)
    expect([await read(busy), await read(key)]).toEqual([401, 200])
    pass(DAY_MS)
    expect(await read(key)).toBe(401)
    expect(await ada.balance()).toEqual({ availableCents: 500_00n, heldCents: 0n })
  })
})
