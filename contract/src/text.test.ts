import { expect, test } from 'vitest'
import { joinTexts, type Text, verbatim } from './text.ts'
import { msg, type TextId, type Translate } from './text-id.ts'

const t: Translate<Text> = (text) => verbatim(text)
const name: string = 'Ada'
const status: 'Completed' | 'Pending' = Math.random() < 2 ? 'Pending' : 'Completed'

test('what is absent is left out, with its separator', () => {
  expect(joinTexts(' · ', t('Savings'), null, false, '', verbatim('4410077123'))).toBe('Savings · 4410077123')
})

// `npm run types` checks the rest: each of these lines has to be an error.
test('a plain string is no Text', () => {
  // @ts-expect-error: shown to people, it would be in English in every language.
  const literal: Text = 'Send money'
  // @ts-expect-error: so would what a program puts together.
  const built: Text = `${t('Sent')} by ${name}`
  // @ts-expect-error: a separator has no words.
  const joined = joinTexts(' by ', t('Sent'), verbatim(name))
  expect([literal, built, joined]).toHaveLength(3)
})

test('only a literal, or what msg has marked, can be translated', () => {
  const marked: TextId = msg('Send money')
  // @ts-expect-error: no catalogue has it.
  const unmarked: TextId = 'Send money'
  const texts = [
    t('Send money'),
    t(marked),
    // @ts-expect-error: any string.
    t(name),
    // @ts-expect-error: put together while the program runs.
    t(`Send money to ${name}`),
    // @ts-expect-error: a code of the API, which is a word by chance. Its name is a text: STATUS_NAMES[status].
    t(status),
    // @ts-expect-error: a value is read, too.
    t('Sent by {name}', { name }),
    t('Sent by {name}', { name: verbatim(name) }),
  ]
  expect([unmarked, ...texts]).toHaveLength(8)
})
