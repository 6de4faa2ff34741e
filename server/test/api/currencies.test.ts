import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_CURRENCY, formatMoney } from '#contract/money.ts'
import { CUSTOMER } from '../../src/demo/customer-history.ts'
import { fillDemo } from '../../src/demo/fill-demo.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { currencyOf } from '../../src/platform/config/currencies.ts'
import { type Person, useBank } from '../bank.ts'
import { databaseFingerprint, fieldError, refusalOf, transferForm } from '../money.ts'
import { useCurrency } from '../use-currency.ts'

/** A balance of 12,480.55 dollars in each currency, an amount with all its decimals, and amounts with more. */
const CASES = [
  {
    code: 'JPY',
    balance: 1_248_055,
    held: '¥31,900',
    amount: 1_250,
    amountCents: 1_250n,
    text: '1250',
    tooFine: [0.5, 10.5, 1_250.25],
    rule: 'between 1 and 999,999,999,999 without decimals',
    bitcoin: '0.000000165',
  },
  {
    code: 'KWD',
    balance: 12_480.55,
    held: 'KWD 319.000',
    amount: 12.345,
    amountCents: 12_345n,
    text: '12.345',
    tooFine: [0.0001, 12.3456],
    rule: 'between 0.001 and 999,999,999.999 with at most three decimals',
    bitcoin: '0.0000165',
  },
  {
    code: 'EUR',
    balance: 12_480.55,
    held: '€319.00',
    amount: 12.34,
    amountCents: 1_234n,
    text: '12.34',
    tooFine: [0.001, 12.345],
    rule: 'between 0.01 and 9,999,999,999.99 with at most two decimals',
    bitcoin: '0.0000165',
  },
]

describe.each(CASES)(
  'a bank in $code',
  ({ code, balance, held, amount, amountCents, text, tooFine, rule, bitcoin }) => {
    const currency = currencyOf(code) ?? DEFAULT_CURRENCY
    useCurrency(currency)
    const bank = useBank({ config: readConfig({ BANK_CURRENCY: code, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' }) })
    let admin: Person
    let ada: Person
    let token: string

    beforeAll(async () => {
      const { sql, keys, config, now } = bank
      await fillDemo({ sql, keys, zone: config.bankTimeZone, riskLargeCents: config.riskLargeCents, now })
      const login = { email: CUSTOMER, password: 'Fable-demo-2026' }
      token = (await bank.call('POST', '/auths/login', { body: login })).json().token
      admin = await bank.person({ role: 'Admin' })
      ada = await bank.person({ balanceCents: amountCents * 10n })
    })

    test('the demonstration has plausible amounts with all decimals', async () => {
      const { user, stats } = (await bank.call('GET', '/users', { token })).json()
      expect([user.balance, formatMoney(user.held).replace('\u00a0', ' ')]).toEqual([balance, held])
      expect(stats.lastMonth.deposits).toBeGreaterThan(balance / 5)
      const { cryptoInfo } = (await bank.call('GET', '/settings', { token })).json()
      expect(String(cryptoInfo[0].rate)).toBe(String(Number(bitcoin)))
    })

    test('money moves exactly', async () => {
      const adjust = (path: string) => admin.call('POST', path, { body: { userId: ada.id, amount } })
      expect((await adjust('/admin/fund')).json()).toMatchObject({ amount })
      expect((await adjust('/admin/debit')).json()).toMatchObject({ amount: -amount })
      const sent = await ada.call('POST', '/transfer', { body: transferForm({ amount }) })
      expect([sent.statusCode, sent.json().amount]).toEqual([201, -amount])
      expect(await ada.balance()).toEqual({ availableCents: amountCents * 9n, heldCents: amountCents })
      expect((await ada.call('PUT', '/users/limits', { body: { daily: amount } })).json()).toMatchObject({
        own: amount,
      })
      const query = { userId: ada.id, minAmount: text, maxAmount: text }
      expect((await admin.call('GET', '/transactions/admin', { query })).json()).toHaveLength(3)
    })

    test('more decimals than the currency has are refused, and nothing is written', async () => {
      const before = await databaseFingerprint(bank)
      for (const fine of tooFine) {
        for (const path of ['/admin/fund', '/admin/debit'])
          expect(refusalOf(await admin.call('POST', path, { body: { userId: ada.id, amount: fine } }))).toEqual(
            fieldError('amount', 'Please enter a valid amount'),
          )
        expect(refusalOf(await ada.call('POST', '/transfer', { body: transferForm({ amount: fine }) }))).toEqual(
          fieldError('amount', 'Enter a valid withdrawal amount.'),
        )
        expect(refusalOf(await ada.call('PUT', '/users/limits', { body: { daily: fine } }))).toEqual(
          fieldError('daily', `Enter an amount ${rule}.`),
        )
        const query = { minAmount: String(fine) }
        expect(refusalOf(await admin.call('GET', '/transactions/admin', { query })).errors).toMatchObject([
          { path: 'minAmount' },
        ])
      }
      expect(await databaseFingerprint(bank)).toEqual(before)
    })

    test('files, the API document and the institution name the currency and have its decimals', async () => {
      const month = bank.now().toISOString().slice(0, 7)
      const file = async (format: string) =>
        (await ada.call('GET', `/statements/${month}`, { query: { format } })).rawPayload.toString('utf8')
      const decimals = String(amountCents).length - (text.split('.')[0]?.length ?? 0)
      expect(decimals).toBe(currency.decimals)
      expect(await file('csv')).toContain(`,-${text},`)
      expect(await file('csv')).toContain(`,${code},`)
      expect(await file('ofx')).toContain(`<CURDEF>${code}</CURDEF>`)
      expect(await file('ofx')).toContain(`<TRNAMT>-${text}</TRNAMT>`)
      expect(await file('camt053')).toContain(`<Amt Ccy="${code}">${text}</Amt>`)
      expect(JSON.parse(await file('json'))).toMatchObject({ currency: code, debits: amount })
      expect((await bank.call('GET', '/institution')).json()).toMatchObject({ currency })
      const { info, paths } = (await bank.call('GET', '/openapi.json')).json()
      expect(info.description).toContain(`Amounts are in ${code}, with`)
      const body = paths['/api/v1/admin/fund'].post.requestBody.content['application/json'].schema.properties.amount
      const step = 1 / 10 ** currency.decimals
      expect(body).toMatchObject({ type: 'number', minimum: step, multipleOf: step })
      expect(body).not.toHaveProperty('format')
    })
  },
)
