import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_PAY_CODE_LENGTH } from '#contract/payments/pay-requests.ts'
import { type Person, useBank } from '../../../test/bank.ts'
import { databaseFingerprint, fieldError, refusalOf } from '../../../test/money.ts'
import { decodePayRequest, encodePayRequest } from './pay-code.ts'

const bank = useBank()
const request = (person: Person, body: object = {}) => person.call('POST', '/pay-requests', { body })
const codeOf = async (person: Person, body: object = {}) => (await request(person, body)).json().code as string
const read = (person: Person, code: string) => person.call('GET', `/pay-requests/${encodeURIComponent(code)}`)

const invalid = {
  status: 400,
  code: 'pay_request_invalid',
  message: 'This payment link is not valid. Ask for a new one.',
}

describe('a request for money', () => {
  test('tells the payer who asks, how much and for what, and changes nothing', async () => {
    const [grace, ada] = [await bank.person({ fullName: 'Grace Hopper' }), await bank.person()]
    const { accountNumber } = (await grace.call('GET', '/users')).json().user
    const before = await databaseFingerprint(bank)
    const code = await codeOf(grace, { amount: 12.5, reference: 'Lunch <b>' })
    const asked = { accountName: 'Grace Hopper', accountNumber, bankName: bank.config.institution.name, amount: 12.5 }
    const response = await read(ada, code)
    expect([response.statusCode, response.json()]).toEqual([200, { ...asked, reference: 'Lunch <b>', own: false }])
    expect((await read(grace, code)).json()).toMatchObject({ own: true })
    expect((await read(ada, await codeOf(grace))).json()).toEqual({ ...asked, amount: null, reference: '', own: false })
    expect(await databaseFingerprint(bank)).toEqual(before)
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
    const forged = { accountId: ada.id, amountCents: 1_00n, reference: '' }
    const other = encodePayRequest(Buffer.alloc(32), forged)
    expect(refusalOf(await read(ada, other))).toEqual(invalid)
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

  test('of an account that does not exist, though signed, is not valid', async () => {
    const content = { accountId: '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f', amountCents: null, reference: '' }
    const code = encodePayRequest(bank.keys.payRequests, content)
    expect(refusalOf(await read(await bank.person(), code))).toEqual(invalid)
  })

  test('the longest code is read; a longer one is refused', async () => {
    const ada = await bank.person()
    const code = await codeOf(ada, { amount: 9_999_999_999.99, reference: '𝒳'.repeat(35) })
    expect((await read(ada, code)).json()).toMatchObject({ amount: 9_999_999_999.99, reference: '𝒳'.repeat(35) })
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
      expect(decodePayRequest(key, encodePayRequest(key, one))).toEqual(one)
    }),
  )
})
