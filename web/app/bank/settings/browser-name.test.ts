import { afterEach, expect, test } from 'vitest'
import { readCatalogue } from '../../../../scripts/catalogues/catalogue.ts'
import { compileCatalogue } from '../../../compile-catalogues.ts'
import { activate } from '../../shared/i18n/i18n.ts'
import { browserName } from './browser-name.ts'

afterEach(() => activate('en', []))

test.each([
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android', 'Chrome auf Android'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Windows', 'Windows'],
  ['curl/8.5.0', 'curl/8.5.0', 'curl/8.5.0'],
  ['', 'Unknown browser', 'Unbekannter Browser'],
])('%s is %s, in German %s', (userAgent, english, german) => {
  expect(browserName(userAgent)).toBe(english)
  activate('de', [compileCatalogue(readCatalogue('bank', 'de'), 'de') as never])
  expect(browserName(userAgent)).toBe(german)
})
