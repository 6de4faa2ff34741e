import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeKey } from '../../test/api-keys.ts'
import { type Person, useBank } from '../../test/bank.ts'
import { undoToken } from '../../test/email-links.ts'
import { tally, transferForm } from '../../test/money.ts'
import { scheduled, scheduledPaymentsOf } from '../../test/scheduled-payments.ts'
import { waitUntilBlocked } from '../../test/waits.ts'
import { startSession } from '../access/start-session.ts'
import { lockPerson } from '../customers/lock-person.ts'
import { signLink } from '../platform/crypto/signed-links.ts'
import { secureLinkOf } from './sign-in/secure-links.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const bank = useBank({ config: { fourEyesAboveCents: 100_00n } })
const { form, inDays, run } = scheduledPaymentsOf(bank)
let admin: Person
let ada: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})
beforeEach(async () => {
  ada = await bank.person({ balanceCents: 1_000_00n })
})
afterEach(() => {
  bank.clock.offsetMs = 0
})

const pay = async (amount: number, changed: object = {}, token = ada.token): Promise<string> => {
  const sent = await ada.call('POST', '/transfer', { token, body: transferForm({ amount, ...changed }) })
  expect(sent.statusCode, sent.body).toBe(201)
  return sent.json()._id
}
const stateOf = async (id: string) =>
  (await bank.sql`select status, reason, decided_by from transactions where id = ${id}`)[0]
const CANCELLED = { status: 'Declined', reason: 'Cancelled to secure your account.' }

/** A sign-in from a new device, with the token of the email about it. */
async function breakIn() {
  const at = bank.now()
  const token = await startSession(bank.sql, ada.id, at, { userAgent: 'A thief', address: '203.0.113.7' })
  const [session] = await bank.owner<{ id: string }[]>`
    update sessions set new_device = true where person_id = ${ada.id} and user_agent = 'A thief' returning id`
  return { token, link: signLink(bank.keys.link, 'secure account', secureLinkOf(session?.id ?? '', at)) }
}
const secure = (token: string) => bank.call('POST', '/auths/secure-account', { body: { token } })

const toldTo = (personId: string, kind: string) =>
  bank.sql<{ data: Record<string, unknown>; mailed: boolean }[]>`
    select data, mail_at is not null as mailed from outbox where person_id = ${personId} and kind = ${kind}`

describe('“This wasn’t me”', () => {
  test('cancels pending transfers and pauses scheduled payments made since the sign-in, and no others', async () => {
    const savings = (await ada.call('POST', '/accounts', { body: { name: 'Car' } })).json()._id
    await ada.call('POST', '/accounts/move', { body: { from: ada.id, to: savings, amount: 300 } })
    const ownPending = await pay(10)
    await scheduled(ada, form({ name: 'Rent', startOn: inDays(3) }))
    bank.clock.offsetMs += MINUTE_MS
    const thief = await breakIn()
    const stolen = [
      await pay(20, {}, thief.token),
      await pay(30, { accountId: savings }, thief.token),
      // A first approval waits for a second one: it is pending all the same.
      await pay(150, {}, thief.token),
    ]
    await admin.call('POST', '/deposit/approve', { body: { transactionId: stolen[2] } })
    const key = await storeKey(bank, ada, ['transfer'])
    const { pin: _, ...byKey } = transferForm({ amount: 40 })
    stolen.push((await bank.call('POST', '/transfer', { token: key, body: byKey })).json()._id)
    await scheduled(ada, form({ name: 'Weekly', startOn: inDays(1), every: 'week' }))
    const booked = await pay(5, {}, thief.token)
    await admin.call('POST', '/deposit/approve', { body: { transactionId: booked } })

    bank.clock.offsetMs += MINUTE_MS
    const response = await secure(thief.link)
    expect([response.statusCode, Object.keys(response.json())]).toEqual([200, ['resetToken']])
    for (const id of stolen) expect(await stateOf(id)).toEqual({ ...CANCELLED, decided_by: ada.id })
    expect(await stateOf(ownPending)).toMatchObject({ status: 'Pending' })
    expect(await stateOf(booked)).toMatchObject({ status: 'Completed' })
    expect(await ada.balance()).toEqual({ availableCents: 685_00n, heldCents: 10_00n })
    expect(await bank.sql`select held from accounts where id = ${savings}`).toEqual([{ held: 0n }])
    expect(
      await bank.sql`select name, status, next_on from orders where person_id = ${ada.id} order by id`,
    ).toMatchObject([
      { name: 'Rent', status: 'active' },
      { name: 'Weekly', status: 'paused', next_on: null },
    ])

    const stopped = { cancelledTransfers: 4, pausedOrders: 1 }
    expect(await toldTo(ada.id, 'account.secured')).toEqual([{ data: stopped, mailed: true }])
    const audited = await bank.sql`
      select actor_id, subject_id, after from audit where chain_id = ${ada.id} and action = 'account.secured'`
    expect(audited).toEqual([{ actor_id: ada.id, subject_id: ada.id, after: stopped }])
    expect((await secure(thief.link)).json().code).toBe('link_expired')
  })

  test('leaves a pending run of a scheduled payment that is older than the sign-in', async () => {
    await scheduled(ada, form({ name: 'Rent', amount: 20 }))
    bank.clock.offsetMs += MINUTE_MS
    const thief = await breakIn()
    await run()
    expect(await ada.balance()).toMatchObject({ heldCents: 20_00n })
    expect((await secure(thief.link)).statusCode).toBe(200)
    expect(await ada.balance()).toMatchObject({ heldCents: 20_00n })
    expect(await toldTo(ada.id, 'account.secured')).toMatchObject([
      { data: { cancelledTransfers: 0, pausedOrders: 0 } },
    ])
  })

  test('after an approval by staff, which was first, cancels nothing', async () => {
    const thief = await breakIn()
    const transactionId = await pay(20, {}, thief.token)
    const held = await bank.sql.begin(async (tx) => {
      await lockPerson(tx, ada.id)
      const approving = admin.call('POST', '/deposit/approve', { body: { transactionId } })
      await waitUntilBlocked(bank.owner)
      const securing = secure(thief.link)
      await waitUntilBlocked(bank.owner, 2)
      return { both: Promise.all([approving, securing]) }
    })
    expect(tally(await held.both)).toEqual({ 200: 2 })
    expect(await stateOf(transactionId)).toMatchObject({ status: 'Completed' })
    expect(await toldTo(ada.id, 'account.secured')).toMatchObject([{ data: { cancelledTransfers: 0 } }])
    expect(await ada.balance()).toEqual({ availableCents: 980_00n, heldCents: 0n })
  })

  test('before an approval by staff, which is refused', async () => {
    const thief = await breakIn()
    const transactionId = await pay(20, {}, thief.token)
    const held = await bank.sql.begin(async (tx) => {
      await lockPerson(tx, ada.id)
      const securing = secure(thief.link)
      await waitUntilBlocked(bank.owner)
      const approving = admin.call('POST', '/deposit/approve', { body: { transactionId } })
      await waitUntilBlocked(bank.owner, 2)
      return { both: Promise.all([securing, approving]) }
    })
    expect(tally(await held.both)).toEqual({ 200: 1, '409 already_decided': 1 })
    expect(await stateOf(transactionId)).toMatchObject(CANCELLED)
    expect(await ada.balance()).toEqual({ availableCents: 1_000_00n, heldCents: 0n })
  })

  test('at once with transfers of the thief leaves none of them pending', async () => {
    const thief = await breakIn()
    const sending = Array.from({ length: 10 }, () =>
      ada.call('POST', '/transfer', { token: thief.token, body: transferForm({ amount: 1 }) }),
    )
    const [secured, ...sent] = await Promise.all([secure(thief.link), ...sending])
    expect(secured?.statusCode).toBe(200)
    const { 201: accepted = 0, '401 unauthenticated': refused = 0 } = tally(sent)
    expect(accepted + refused).toBe(10)
    expect(await ada.balance()).toEqual({ availableCents: 1_000_00n, heldCents: 0n })
  })
})

describe('undoing a change of the address', () => {
  test('cancels and pauses what was made since the day before the change, and the email says so', async () => {
    const old = await pay(10)
    await scheduled(ada, form({ name: 'Rent', startOn: inDays(9) }))
    bank.clock.offsetMs += DAY_MS + MINUTE_MS
    const thief = await breakIn()
    const stolen = await pay(20, {}, thief.token)
    const weekly = form({ name: 'Weekly', startOn: inDays(5) })
    expect((await ada.call('POST', '/orders', { token: thief.token, body: weekly })).statusCode).toBe(201)
    await ada.call('PUT', '/users/update', { token: thief.token, body: { email: `thief-${ada.email}` } })
    const token = await undoToken(bank, ada.id, ada.email)
    expect((await bank.call('POST', '/auths/undo-email', { body: { token } })).statusCode).toBe(204)
    expect(await stateOf(stolen)).toMatchObject(CANCELLED)
    expect(await stateOf(old)).toMatchObject({ status: 'Pending' })
    expect(await bank.sql`select name, status from orders where person_id = ${ada.id} order by id`).toEqual([
      { name: 'Rent', status: 'active' },
      { name: 'Weekly', status: 'paused' },
    ])
    const [told] = await toldTo(ada.id, 'email.restored')
    expect(told).toMatchObject({ data: { cancelledTransfers: 1, pausedOrders: 1 }, mailed: true })
  })
})
