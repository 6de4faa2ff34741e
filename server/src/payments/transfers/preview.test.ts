import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { storeKey } from '../../../test/api-keys.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, fieldError, refusalOf, tally, transferForm } from '../../../test/money.ts'

const bank = useBank({ config: { instantUpToCents: 100_00n, dailyLimitCents: 500_00n } })
let admin: Person
beforeAll(async () => {
  admin = await bank.person({ role: 'Admin' })
})

type Changes = Record<string, unknown>
async function formTo(payee: Person, changed: Changes = {}) {
  const to = { accountName: payee.fullName, accountNumber: await payee.accountNumber(), bankName: 'Fable Bank' }
  const { pin: _, ...form } = transferForm({ ...to, amount: 20, ...changed })
  return form
}
const previewOf = (person: Person, body: object) => person.call('POST', '/transfer/preview', { body })
const send = (person: Person, body: object) => person.call('POST', '/transfer', { body: { ...body, pin: '1234' } })

/** Has paid the payee before, which staff approved. */
async function payerOf(payee: Person, balanceCents = 1_000_00n) {
  const payer = await bank.person({ balanceCents })
  const transactionId = (await send(payer, await formTo(payee, { amount: 1 }))).json()._id
  await admin.call('POST', '/deposit/approve', { body: { transactionId } })
  return payer
}
const forgetChecks = () => bank.owner`delete from attempts where scope = 'payee check'`

describe('a preview of a transfer', () => {
  test('says now for a known payee inside the bank, and changes nothing', async () => {
    const ben = await bank.person({ fullName: 'Ben Example' })
    const ada = await payerOf(ben)
    const before = await databaseFingerprint(bank, ['attempts'])
    const preview = await previewOf(ada, await formTo(ben))
    expect([preview.statusCode, preview.json()]).toEqual([200, { fee: 0, arrival: 'now', check: 'match' }])
    expect((await previewOf(ada, await formTo(ben, { accountName: 'Ben Exampel' }))).json().check).toBe('close')
    expect((await previewOf(ada, await formTo(ben, { accountName: 'Mallory' }))).json().check).toBe('no_match')
    expect(await databaseFingerprint(bank, ['attempts'])).toEqual(before)
  })

  test('says after_review without a reason: for a new payee, a new device, a large amount, and outside the bank', async () => {
    const [ben, eve] = [await bank.person(), await bank.person()]
    const ada = await payerOf(ben)
    const reviewed = { fee: 0, arrival: 'after_review', check: 'match' }
    expect((await previewOf(ada, await formTo(eve))).json()).toEqual(reviewed)
    expect((await previewOf(ada, await formTo(ben, { amount: 100.01 }))).json()).toEqual(reviewed)
    const { pin: _, ...outside } = transferForm({ amount: 1 })
    expect((await previewOf(ada, outside)).json()).toEqual({ ...reviewed, check: 'elsewhere' })
    await bank.owner`update sessions set device_hash = sha256('new'), created_at = ${bank.now()} where person_id = ${ada.id}`
    expect((await previewOf(ada, await formTo(ben))).json()).toEqual(reviewed)
  })

  test('says unknown for an account that this bank does not have, whose transfer is refused', async () => {
    const ada = await bank.person({ balanceCents: 100_00n })
    const form = await formTo(ada, { accountNumber: '0000000000', bankName: 'FABLE-BÁNK' })
    expect((await previewOf(ada, form)).json()).toEqual({ fee: 0, arrival: 'after_review', check: 'unknown' })
    expect(refusalOf(await send(ada, form))).toMatchObject({ status: 400, code: 'unknown_account' })
  })

  test('is refused as the transfer would be', async () => {
    const [ben, closed] = [await bank.person(), await bank.person({ status: 'Closed' })]
    const ada = await payerOf(ben, 700_00n)
    const savings = (await ada.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()
    const frozen = await bank.person({ balanceCents: 100_00n, status: 'Frozen' })
    for (const [person, form] of [
      [ada, await formTo(ben, { amount: 699.01 })],
      [ada, await formTo(ben, { amount: 600 })],
      [ada, await formTo(ada)],
      [ada, await formTo(ada, { accountNumber: savings.number })],
      [ada, await formTo(closed)],
      [ada, await formTo(ben, { accountId: ben.id })],
      [frozen, await formTo(ben)],
      [ada, await formTo(ben, { swiftCode: '!!' })],
      [ada, await formTo(ben, { amount: 0 })],
    ] as const) {
      const [preview, sent] = [await previewOf(person, form), await send(person, form)]
      expect(preview.statusCode).toBeGreaterThanOrEqual(400)
      expect(refusalOf(preview)).toEqual(refusalOf(sent))
    }
  })

  test('looks at the request that the transfer pays', async () => {
    const [ada, ben] = [await bank.person({ balanceCents: 100_00n }), await bank.person()]
    const { _id, code } = (await ben.call('POST', '/pay-requests', { body: { amount: 20 } })).json()
    const form = { ...(await formTo(ben)), payRequest: code }
    expect((await previewOf(ada, form)).json()).toMatchObject({ arrival: 'after_review', check: 'match' })
    for (const changed of [
      { ...form, amount: 19 },
      { ...form, payRequest: 'no-code' },
    ])
      expect(refusalOf(await previewOf(ada, changed))).toEqual(refusalOf(await send(ada, changed)))
    await ben.call('DELETE', `/pay-requests/${_id}`)
    expect(refusalOf(await previewOf(ada, form))).toMatchObject({ status: 409, code: 'pay_request_cancelled' })
  })

  test('needs neither PIN nor code: a missing, wrong or locked one is the transfer’s matter', async () => {
    const ben = await bank.person()
    const ada = await bank.person({
      balanceCents: 100_00n,
      pin: null,
      code: { code: '12345', expiresAt: new Date(bank.now().getTime() + 60_000) },
    })
    const preview = await previewOf(ada, { ...(await formTo(ben)), pin: '0000', code: '99999' })
    expect([preview.statusCode, preview.json().arrival]).toEqual([200, 'after_review'])
    expect(await bank.sql`select pin_attempts, code_attempts from accounts where id = ${ada.id}`).toEqual([
      { pin_attempts: 0, code_attempts: 0 },
    ])
  })

  test('counts as a check of a payee, all together at most 30 an hour', async () => {
    const ben = await bank.person()
    const ada = await bank.person({ balanceCents: 100_00n })
    const form = await formTo(ben)
    const { accountNumber, accountName, bankName } = form
    for (let i = 0; i < 10; i++)
      await ada.call('POST', '/payees/check', { body: { accountNumber, accountName, bankName } })
    const answers = await Promise.all(Array.from({ length: 25 }, () => previewOf(ada, form)))
    expect(tally(answers)).toEqual({ 200: 20, '429 too_many': 5 })
    // What can't be read is no check.
    const eve = await bank.person()
    expect(refusalOf(await previewOf(eve, { ...form, iban: 'DE00' }))).toEqual(
      fieldError('iban', 'Enter a valid IBAN.'),
    )
    expect(await bank.sql`select from attempts where scope = 'payee check' and count > 30`).toHaveLength(0)
  })

  test('is open to keys that can pay, within their maximum, and to no others', async () => {
    const ben = await bank.person()
    const ada = await payerOf(ben)
    const createdAt = new Date(bank.now().getTime() - 2 * 86_400_000)
    const byKey = async (scope: 'read' | 'transfer', changed: Changes = {}) => {
      const token = await storeKey(bank, ada, [scope], { dailyMaxCents: 50_00n, createdAt })
      return bank.call('POST', '/transfer/preview', { token, body: await formTo(ben, changed) })
    }
    expect((await byKey('transfer')).json()).toEqual({ fee: 0, arrival: 'now', check: 'match' })
    expect(refusalOf(await byKey('transfer', { amount: 50.01 }))).toMatchObject({ code: 'key_limit_exceeded' })
    expect(refusalOf(await byKey('read'))).toMatchObject({ code: 'key_not_allowed' })
  })

  test('tells the truth in any state: sent within a minute, the transfer is what it said', async () => {
    const [known, other] = [await bank.person(), await bank.person()]
    const closed = await bank.person({ status: 'Closed' })
    const ada = await payerOf(known, 3_000_00n)
    const { number: savings } = (await ada.call('POST', '/accounts', { body: { name: 'Holidays' } })).json()
    const inside = async (person: Person) => ({
      accountName: person.fullName,
      accountNumber: await person.accountNumber(),
    })
    const payees = await Promise.all([known, known, known, other, closed, ada].map(inside))
    payees.push({ accountName: 'Ada Example', accountNumber: savings })
    payees.push({ accountName: 'Grace Example', accountNumber: 'X0532013000' })
    const step = fc.record({
      payee: fc.constantFrom(...payees),
      bankName: fc.constantFrom('Fable Bank', 'Example Savings Bank'),
      amount: fc.constantFrom(1, 20, 99.99, 100, 100.01, 450, 2_950),
      deviceHours: fc.constantFrom(null, 1, 30),
      credentialHours: fc.constantFrom(null, 1, 30),
      waitMs: fc.constantFrom(0, 59_000),
      restMs: fc.constantFrom(0, 600_000, 3_600_000, 86_400_000),
    })
    const hoursAgo = (hours: number | null) => hours && new Date(bank.now().getTime() - hours * 3_600_000)
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(step, async ({ payee, bankName, amount, deviceHours, credentialHours, waitMs, restMs }) => {
        await bank.owner`
          update sessions set device_hash = ${deviceHours && Buffer.alloc(32, 7)}, last_seen_at = ${bank.now()},
            created_at = coalesce(${hoursAgo(deviceHours)}, created_at), expires_at = ${new Date(bank.now().getTime() + 43_200_000)}
          where person_id = ${ada.id}`
        await bank.owner`update accounts set credentials_changed_at = ${hoursAgo(credentialHours)} where id = ${ada.id}`
        await forgetChecks()
        const { pin: _, ...form } = transferForm({ ...payee, bankName, amount })
        const preview = await previewOf(ada, form)
        bank.clock.offsetMs += waitMs
        const sent = await send(ada, form)
        if (preview.statusCode === 200) {
          const { arrival, check } = preview.json()
          seen.add(`${arrival} ${check}`)
          if (check === 'unknown') expect(refusalOf(sent)).toMatchObject({ code: 'unknown_account' })
          else if (arrival === 'now') expect(sent.json().status).toBe('Completed')
          else if (waitMs === 0) expect(sent.json().status).toBe('Pending')
          // What delays a payment may end meanwhile, as a limit or a new device does.
          else expect(sent.statusCode).toBe(201)
        } else {
          seen.add(preview.json().code)
          if (waitMs === 0) expect(refusalOf(sent)).toEqual(refusalOf(preview))
        }
        bank.clock.offsetMs += restMs
      }),
      { numRuns: 80, endOnFailure: true },
    )
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'now match',
        'after_review match',
        'after_review elsewhere',
        'after_review unknown',
        'same_account',
      ]),
    )
  })
})
