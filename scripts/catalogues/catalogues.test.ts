import { expect, test } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { compileCatalogue } from '../../web/compile-catalogues.ts'
import { AREAS, readSources, textsByArea } from './areas.ts'
import { readCatalogue } from './catalogue.ts'
import { problemsOf } from './check-translation.ts'
import { findTexts } from './find-texts.ts'

const sources = readSources()

test('nothing shows words that are in no catalogue', () => {
  const found = [...sources.values()].map(({ path, code }) => findTexts(code, path))
  expect(found.flatMap(({ untranslated }) => untranslated)).toEqual([])
})

test('pages translate their texts where a catalogue can serve them', () => {
  const pages = [...sources.values()].filter(({ path }) => path.startsWith('web/app/'))
  expect(pages.flatMap(({ path, code }) => findTexts(code, path).mistakes)).toEqual([])
})

test('each catalogue has the texts of its area, no more and no fewer: npm run texts', () => {
  const texts = textsByArea(sources)
  for (const area of AREAS)
    for (const locale of LOCALES)
      expect([area, locale, Object.keys(readCatalogue(area, locale))]).toEqual([area, locale, texts[area]])
})

test('translations have the placeholders, tags and plural forms of their text', () => {
  const problems = LOCALES.flatMap((locale) =>
    AREAS.flatMap((area) => Object.entries(readCatalogue(area, locale)))
      .filter(([, translation]) => translation)
      .flatMap(([text, translation]) => problemsOf(text, translation, locale)),
  )
  expect(problems).toEqual([])
})

test('every language is complete', () => {
  const missing = LOCALES.flatMap((locale) =>
    AREAS.flatMap((area) =>
      Object.entries(readCatalogue(area, locale))
        .filter(([, translation]) => !translation)
        .map(([text]) => `${locale}: ${text}`),
    ),
  )
  expect(missing).toEqual([])
})

test('no two texts have the same key', () => {
  const texts = Object.fromEntries(AREAS.flatMap((area) => Object.entries(readCatalogue(area, 'en'))))
  expect(Object.keys(compileCatalogue(texts, 'de'))).toHaveLength(Object.keys(texts).length)
})

test.each([
  ["verbatim('Send money')", ['a.tsx:1: Send money']],
  ["<p title={verbatim('Send money')} />", ['a.tsx:1: Send money']],
  ["verbatim(paid ? 'paid' : '–')", ['a.tsx:1: paid']],
  ["verbatim(name || 'nobody')", ['a.tsx:1: nobody']],
  ["verbatim('Sent by ' + name)", ['a.tsx:1: Sent by ']],
  [`verbatim(\`Sent \${amount}\`)`, ['a.tsx:1: Sent {}']],
  [`verbatim(\`\${date} \${isLate ? 'late' : ''}\`)`, ['a.tsx:1: late']],
  ["verbatim('PDF')", []],
  ["verbatim(' · ')", []],
  [`verbatim(\`\${name} (\${zone})\`)`, []],
])('finds untranslated words in %s', (code, expected) => {
  expect(findTexts(code, 'a.tsx').untranslated).toEqual(expected)
})

test('finds the texts of a file, and calls that no catalogue can serve', () => {
  const code =
    "const f = () => t(x ? msg('One') : msg('Two'))\nconst NAMES = [msg('Three')]\nconst early = t('Four')\nmsg(x)"
  const { texts, mistakes } = findTexts(code, 'a.ts')
  expect(texts).toEqual(['One', 'Two', 'Three', 'Four'])
  expect(mistakes).toEqual(['a.ts:3: t() while the module loads', 'a.ts:4: msg() needs a text'])
})

test.each([
  ['Send {amount}', 'Sende {amount}', []],
  ['Send {amount}', 'Sende {betrag}', ['{amount} is missing', '{betrag} is unknown']],
  ['Read <0>it</0>', 'Lies es', ['the tags differ']],
  ['{n, plural, one {# day} other {# days}}', '{n, plural, other {# Tage}}', []],
  ['{n, plural, one {# day} other {# days}}', '{n, plural, one {# Tag} two {# Tage}}', ['plural without other']],
  ['Send', ' Sende', ['the space at the beginning or end differs']],
])('checks %s → %s', (text, translation, expected) => {
  expect(problemsOf(text, translation, 'de').map((problem) => problem.split('": ').at(-1))).toEqual(expected)
})
