import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { withoutMeaning } from '#contract/text-id.ts'
import { readCatalogue } from '../../../../scripts/catalogues/catalogue.ts'
import { compilePlaceholders } from './i18n.ts'

/** Fails when the library compiles texts to something else: built pages fill in placeholders without its compiler. */
test('plain placeholders are compiled as the library does', () => {
  const texts = (['public', 'bank', 'office'] as const).flatMap((area) => Object.keys(readCatalogue(area, 'en')))
  const plain = texts.map(withoutMeaning).filter((text) => /\{\w+\}/.test(text) && !/\{\w+,/.test(text))
  expect(plain.length).toBeGreaterThan(100)
  const different = plain.filter(
    (text) => format(compilePlaceholders(text)) !== format(compileMessageOrThrow(text) as never),
  )
  expect(different).toEqual([])
})

/** Empty texts between placeholders show nothing. */
const format = (tokens: readonly unknown[]) => JSON.stringify(tokens.filter((token) => token !== ''))
