import { expect, test } from 'vitest'
import { paymentUri } from './payment-uri.ts'

test.each([
  ['Bitcoin', '0.00825', 'bitcoin:bc1q?amount=0.00825'],
  [' bitcoin ', '2', 'bitcoin:bc1q?amount=2'],
  ['Litecoin', '0.12345678', 'litecoin:bc1q?amount=0.12345678'],
  ['Bitcoin', '0.000329835', 'bitcoin:bc1q?amount=0.00032984'],
  ['Bitcoin', '0.000000001', 'bitcoin:bc1q?amount=0.00000001'],
  ['Bitcoin', null, 'bc1q'],
  ['Tether', '12.5', 'bc1q'],
])('%s, %s due: %s', (currency, due, uri) => expect(paymentUri(currency, 'bc1q', due)).toBe(uri))
