import { expect, test } from 'vitest'
import { acceptedLocale, LOCALES, localeOfPath, matchLocale, offeredLocale, pageOfPath, pathIn } from './locales.ts'

test.each([
  ['de', 'de'],
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['en-GB;q=0.5, fr ; q=0.9', 'fr'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['PT-br', 'pt-BR'],
  ['xx, nl;q=0.9, es;q=0.1', 'es'],
  ['de;q=0, fr;q=0.1', 'fr'],
  ['es;q=0.3;level=1,de;q=0.2', 'es'],
])('%s asks for %s', (header, locale) => {
  expect(acceptedLocale(header, LOCALES)).toBe(locale)
})

test.each([
  undefined,
  '',
  '*',
  '*;q=0',
  'xx',
  'de;q=0',
  'de;q=nan',
  'de;q=-1',
  ';;;,,,=',
  '__proto__',
  '\u0000',
  'x'.repeat(10_000),
  `${'xx,'.repeat(3_000)}de`,
])('a header that asks for none of the languages: %j', (header) => {
  expect(acceptedLocale(header, LOCALES)).toBeNull()
})

test('a header of ten kilobytes is read to its end', () => {
  expect(acceptedLocale('de-x-'.repeat(1_000) + ';q='.repeat(2_000), LOCALES)).toBe('de')
})

test('only offered languages are found, and a removed one is the default', () => {
  expect(matchLocale('de', ['en', 'fr'])).toBeNull()
  expect(offeredLocale('de', ['fr', 'en'])).toBe('fr')
  expect(offeredLocale('en', ['fr', 'en'])).toBe('en')
  expect(offeredLocale(null, [])).toBe('en')
})

test.each([
  ['en', '/about', '/about'],
  ['de', '/about', '/de/about'],
  ['pt-BR', '/', '/pt-BR'],
] as const)('%s %s is at %s', (locale, page, path) => {
  expect(pathIn(locale, page)).toBe(path)
  expect([localeOfPath(path) ?? 'en', pageOfPath(path)]).toEqual([locale, page])
})

test('a prefix is a language as it is written', () => {
  expect(['/EN/about', '/en/about', '/pt/about', '/design', '/', ''].map(localeOfPath)).toEqual(Array(6).fill(null))
})
