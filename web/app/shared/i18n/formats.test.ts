import { afterEach, expect, test } from 'vitest'
import { formatMoney } from '#contract/money.ts'
import { verbatim } from '#contract/text.ts'
import { catalogueKey } from '#contract/text-id.ts'
import { currencyWord } from '../currency-words.ts'
import { formatShortMoney } from '../ui/figures/format-rounded-money.ts'
import { activate, t } from './i18n.ts'
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

test('amounts and inserted texts keep their direction in Arabic', () => {
  activate('ar', [])
  expect(formatMoney(-12480.55)).toBe('\u2066-12,480.55\u00a0US$\u2069')
  expect(formatShortMoney(500)).toBe('\u2066500\u00a0US$\u2069')
  expect(t('{name}, {count}', { name: verbatim('+1 (555) 0100'), count: 3 })).toBe('\u2068+1 (555) 0100\u2069, 3')
  activate('de', [])
  expect(t('{name}', { name: verbatim('12 Main Street') })).toBe('12 Main Street')
})

test('the meaning of an ambiguous word is never shown', () => {
  expect(t('To||account')).toBe('To')
  activate('de', [{ [catalogueKey('To||account')]: 'Auf', [catalogueKey('To')]: 'Bis' }])
  expect([t('To||account'), t('To'), t('To||recipient')]).toEqual(['Auf', 'Bis', 'To'])
})

test('a label in a text begins small, except in German', () => {
  expect(inSentence(verbatim('New password'))).toBe('new password')
  activate('de', [])
  expect(inSentence(verbatim('Passwort'))).toBe('Passwort')
  activate('fr', [])
  expect(inSentence(verbatim('Échéance'))).toBe('échéance')
})
