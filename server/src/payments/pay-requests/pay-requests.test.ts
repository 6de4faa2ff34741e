import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { parse as idToBytes, v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { MAX_PAY_CODE_LENGTH } from '#contract/payments/pay-requests.ts'
import { openBank, type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, fieldError, refusalOf } from '../../../test/money.ts'
import { keyInUse, type RotatingKey } from '../../platform/crypto/rotating-key.ts'
import { decodePayRequest, encodePayRequest, type PayRequestContent } from './pay-code.ts'

const bank = useBank()
const request = (person: Person, body: object = {}) => person.call('POST', '/pay-requests', { body })
const codeOf = async (person: Person, body: object = {}) => (await request(person, body)).json().code as string
const read = (person: Person, code: string) => person.call('GET', `/pay-requests/${encodeURIComponent(code)}`)

/** Versions before 0108 made codes that are the request itself. */
function encodeCarried(key: RotatingKey, { accountId, amountCents, reference }: PayRequestContent): string {
  const head = Buffer.alloc(7)
  head.writeUInt8(1)
  head.writeUIntBE(Number(amountCents ?? 0n), 1, 6)
  const content = Buffer.concat([head, idToBytes(accountId), Buffer.from(reference, 'utf8')])
  const mac = createHmac('sha256', keyInUse(key)).update(content).digest().subarray(0, 16)
  return Buffer.concat([content, mac]).toString('base64url')
}

const invalid = {
  status: 400,
  code: 'pay_request_invalid',
  message: 'This payment link is not valid. Ask for a new one.',
}

describe('a request for money', () => {
  test('tells the payer who asks, how much and for what, and changes nothing', async () => {
    const [grace, ada] = [await bank.person({ fullName: 'Grace Hopper' }), await bank.person()]
    const { accountNumber } = (await grace.call('GET', '/users')).json().user
    const [code, open] = [await codeOf(grace, { amount: 12.5, reference: 'Lunch <b>' }), await codeOf(grace)]
    const before = await databaseFingerprint(bank)
    const expiresAt = new Date(bank.now().getTime() + 30 * 86_400_000).toISOString()
    const asked = {
      accountName: 'Grace Hopper',
      accountNumber,
      bankName: bank.config.institution.name,
      amount: 12.5,
      reference: 'Lunch <b>',
      status: 'Open',
      pending: false,
      expiresAt: expect.stringContaining(expiresAt.slice(0, 10)),
      own: false,
    }
    const response = await read(ada, code)
    expect([response.statusCode, response.json()]).toEqual([200, asked])
    expect((await read(grace, code)).json()).toMatchObject({ own: true })
    expect((await read(ada, open)).json()).toEqual({ ...asked, amount: null, reference: '' })
    const { accountNumber: _, ...publicly } = asked
    const signedOut = await bank.call('GET', `/pay-requests/${code}`)
    expect([signedOut.statusCode, signedOut.json()]).toEqual([200, publicly])
    expect(await databaseFingerprint(bank)).toEqual(before)
  })

  test('is not made by a person whose name nobody has verified, nor shown', async () => {
    const [grace, ada] = [await bank.person({ fullName: 'Internal Revenue Service' }), await bank.person()]
    const code = await codeOf(grace)
    await bank.owner`update people set status = 'Pending' where id = ${grace.id}`
    expect(refusalOf(await read(ada, code))).toEqual(invalid)
    const carried = encodeCarried(bank.keys.payRequests, { accountId: grace.id, amountCents: null, reference: '' })
    expect(refusalOf(await read(ada, carried))).toEqual(invalid)
    const newcomer = await bank.person({ status: 'Pending' })
    expect(refusalOf(await request(newcomer))).toMatchObject({ status: 403, code: 'account_pending' })
  })

  test('shows the present name of the holder, and is refused once the account is closed', async () => {
    const [grace, ada] = [await bank.person(), await bank.person()]
    const code = await codeOf(grace)
    await bank.owner`update people set full_name = 'Grace Murray' where id = ${grace.id}`
    expect((await read(ada, code)).json()).toMatchObject({ accountName: 'Grace Murray' })
    await bank.owner`update accounts set closed_at = ${bank.now()} where id = ${grace.id}`
    await bank.owner`update people set status = 'Closed' where id = ${grace.id}`
    expect(refusalOf(await read(ada, code))).toMatchObject({ status: 409, code: 'receiver_closed' })
    expect(refusalOf(await request(grace))).toMatchObject({ status: 403, code: 'account_closed' })
  })

  test('names the own savings account that it is for; another person’s is not found, a closed one is refused', async () => {
    const [grace, ada] = [await bank.person({ fullName: 'Grace Hopper' }), await bank.person()]
    const { _id: accountId, number } = (await grace.call('POST', '/accounts', { body: { name: 'Car' } })).json()
    const code = await codeOf(grace, { accountId })
    const asked = { accountName: 'Grace Hopper', accountNumber: number }
    expect((await read(ada, code)).json()).toMatchObject({ ...asked, own: false })
    expect((await read(grace, code)).json()).toMatchObject({ ...asked, own: true })
    for (const foreign of [accountId, grace.id])
      expect(refusalOf(await request(ada, { accountId: foreign }))).toMatchObject({ status: 404, code: 'not_found' })
    expect((await grace.call('POST', `/accounts/${accountId}/close`)).statusCode).toBe(200)
    expect(refusalOf(await request(grace, { accountId }))).toMatchObject({ status: 403, code: 'account_closed' })
    expect(refusalOf(await read(ada, code))).toMatchObject({ status: 409, code: 'receiver_closed' })
    expect((await request(grace)).statusCode).toBe(201)
  })

  test.each([
    ['amount', 0, 'Enter a valid amount.'],
    ['amount', -1, 'Enter a valid amount.'],
    ['amount', 0.001, 'Enter a valid amount.'],
    ['amount', 1e100, 'Enter a valid amount.'],
    ['amount', '9'.repeat(100), 'Enter a valid amount.'],
    ['amount', null, 'Enter a valid amount.'],
    ['reference', 'x'.repeat(71), 'Reference can have at most 70 characters.'],
    ['reference', 'a\u202Eb', 'Reference has characters that can’t be stored.'],
    ['accountNumber', '666', 'Unknown field.'],
  ])('%s %j: %s', async (path, value, msg) => {
    expect(refusalOf(await request(await bank.person(), { [path]: value }))).toEqual(fieldError(path, msg))
  })

  test('an altered code is not valid, whichever character was changed, left out or added', async () => {
    const [grace, ada] = [await bank.person(), await bank.person()]
    const code = await codeOf(grace, { amount: 12.5, reference: 'Lunch' })
    const flip = (place: number) => code.slice(0, place) + (code[place] === 'A' ? 'B' : 'A') + code.slice(place + 1)
    const altered = [...Array.from(code, (_, place) => flip(place)), code.slice(1), code.slice(0, -1), `${code}A`]
    for (const one of altered) expect(decodePayRequest(bank.keys.payRequests, one), one).toBeNull()
    expect(refusalOf(await read(ada, flip(4)))).toEqual(invalid)
    // The code is of another bank, or of this one with another secret.
    const { _id } = (await request(grace)).json()
    expect(refusalOf(await read(ada, encodePayRequest(Buffer.alloc(32), _id)))).toEqual(invalid)
  })

  test.each([
    'bitcoin:bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh?amount=1',
    'BCD\n002\n1\nSCT\n\nMallory\nDE89370400440532013000\nEUR9999999999',
    'https://evil.example/pay/1',
    '//evil.example',
    'javascript:alert(1)',
    '../admin',
    '9'.repeat(100),
    '{"amount":1e100}',
    '%00',
    'é',
  ])('%s is not valid', async (code) => {
    expect(refusalOf(await read(await bank.person(), code))).toEqual(invalid)
  })

  test('of an account or a request that does not exist, though signed, is not valid', async () => {
    const ada = await bank.person()
    const content = { accountId: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f', amountCents: null, reference: '' }
    expect(refusalOf(await read(ada, encodeCarried(bank.keys.payRequests, content)))).toEqual(invalid)
    expect(refusalOf(await read(ada, encodePayRequest(bank.keys.payRequests, newId())))).toEqual(invalid)
  })

  test('the longest code of an earlier version is read; a longer one is refused', async () => {
    const ada = await bank.person()
    const content = { accountId: ada.id, amountCents: 999_999_999_999n, reference: '𝒳'.repeat(35) }
    const code = encodeCarried(bank.keys.payRequests, content)
    expect((await read(ada, code)).json()).toMatchObject({
      amount: 9_999_999_999.99,
      reference: '𝒳'.repeat(35),
      status: 'Open',
      expiresAt: null,
    })
    expect((await read(ada, 'A'.repeat(MAX_PAY_CODE_LENGTH + 1))).statusCode).toBeGreaterThanOrEqual(400)
    expect((await read(ada, 'A'.repeat(5_000))).statusCode).toBeLessThan(500)
  })
})

test('any request is read as it was written', () => {
  const key = Buffer.alloc(32, 7)
  const content = fc.record({
    accountId: fc.uuid({ version: 7 }),
    amountCents: fc.option(fc.bigInt(1n, 999_999_999_999n)),
    reference: fc.string({ unit: 'grapheme', maxLength: 20 }),
  })
  fc.assert(
    fc.property(content, (one) => {
      expect(decodePayRequest(key, encodeCarried(key, one))).toEqual(one)
      expect(decodePayRequest(key, encodePayRequest(key, one.accountId))).toEqual({ requestId: one.accountId })
    }),
  )
})

test('a guesser is slowed down', async () => {
  const guarded = await openBank({ config: { rateLimit: true } })
  const guess = () => guarded.call('GET', `/pay-requests/${encodePayRequest(Buffer.alloc(32), newId())}`)
  const answers = new Set<number>()
  for (let times = 0; times < 130; times++) answers.add((await guess()).statusCode)
  expect([...answers]).toEqual([400, 429])
  await guarded.close()
})
