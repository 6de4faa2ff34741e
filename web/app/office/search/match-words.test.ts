import { expect, test } from 'vitest'
import { matchesWords } from './match-words.ts'

test.each([
  ['Admin Settings', 'set adm', true],
  ['Überblick', 'uberb', true],
  ['Payment runs', 'ment', false],
  ['Payment runs', 'payment ada', false],
  ['Audit', '  ', false],
])('%s, typed %s: %s', (name, typed, found) => expect(matchesWords(name, typed)).toBe(found))
