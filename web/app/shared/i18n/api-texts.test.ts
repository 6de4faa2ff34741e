import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { compileCatalogue } from '../../../compile-catalogues.ts'
import { ApiError } from '../api/api-error.ts'
import { translateApiText } from './api-texts.ts'
import { activate } from './i18n.ts'

afterEach(() => activate('en', []))
const inGerman = () => {
  const texts = JSON.parse(readFileSync(new URL('../../../../catalogues/public/de.json', import.meta.url), 'utf8'))
  activate('de', [compileCatalogue(texts, 'de') as never])
}

test.each([
  ['Full name can have at most 200 characters.', 'Vor- und Nachname: höchstens 200 Zeichen.'],
  ['Full name is required.', 'Vor- und Nachname: Dieses Feld ist erforderlich.'],
  ['Enter a date in the past.', 'Geben Sie ein Datum in der Vergangenheit ein.'],
  ['Your limit can be at most $5,000.00.', 'Ihr Limit kann höchstens $5,000.00 betragen.'],
  ['Something new: {x}.', 'Something new: {x}.'],
])('“%s” is shown in the language of the page', (text, expected) => {
  expect(translateApiText(text)).toBe(text)
  inGerman()
  expect(translateApiText(text)).toBe(expected)
  const error = new ApiError(400, { errors: [{ path: 'a', msg: text }] })
  expect([error.message, error.fieldErrors]).toEqual([expected, [{ path: 'a', msg: expected }]])
})
