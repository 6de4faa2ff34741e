import { expect, test } from 'vitest'
import { verbatim } from '#contract/text.ts'
import { isOfChart, suggestAccount } from './suggest-account.ts'

const account = { _id: '', name: verbatim('Main'), number: verbatim('1'), currency: verbatim('USD') }
const chart = ['2000', '3000', '4000', '5000', '5100'].map((code) => ({
  code: verbatim(code),
  name: verbatim(code),
  closed: false,
}))
const entry = (amount: number, text: string) => ({
  amount,
  text: verbatim(text),
  counterpartyName: null,
  account,
})

test.each([
  [-4.5, 'Account fee January', '5100'],
  [-4.5, 'Kontoführungsentgelt', '5100'],
  [-3, 'FRAIS DE TENUE', '5100'],
  [2, 'CREDIT INTEREST', '4000'],
  [-2, 'Sollzinsen, Zinsen', '5000'],
  [-20, 'Coffee for all', null],
  [20, 'Fee refund', null],
])('%d %s is suggested as %s', (amount, text, code) => {
  expect(suggestAccount(entry(amount, text), chart)).toBe(code)
})

test('accounts of customers, closed ones and the account of the line are not offered', () => {
  const offered = [
    ...chart,
    { code: verbatim('1201'), name: account.name, closed: false },
    { code: verbatim('6000'), name: verbatim('Old'), closed: true },
  ].filter((one) => isOfChart(one, { account }))
  expect(offered.map(({ code }) => code)).toEqual(['3000', '4000', '5000', '5100'])
})
