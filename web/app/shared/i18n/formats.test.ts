import { afterEach, expect, test } from 'vitest'
import { formatMoney } from '#contract/money.ts'
import { currencyWord } from '../currency-words.ts'
import { formatShortMoney } from '../ui/format-rounded-money.ts'
import { activate } from './i18n.ts'
import { inSentence } from './in-sentence.ts'

afterEach(() => activate('en', []))

test('amounts are written in the language of the page', () => {
  expect(formatMoney(-12480.55)).toBe('-$12,480.55')
  expect(formatShortMoney(12_000)).toBe('$12K')
  activate('de', [])
  expect(formatMoney(-12480.55)).toBe('-12.480,55\u00a0$')
  expect(currencyWord('other')).toBe('US-Dollar')
  activate('en', [])
  expect(formatMoney(12480.55)).toBe('$12,480.55')
  expect(currencyWord('other')).toBe('dollars')
})

test('a label in a text begins small, except in German', () => {
  expect(inSentence('New password')).toBe('new password')
  activate('de', [])
  expect(inSentence('Passwort')).toBe('Passwort')
  activate('fr', [])
  expect(inSentence('Échéance')).toBe('échéance')
})
