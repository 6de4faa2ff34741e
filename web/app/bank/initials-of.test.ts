import { expect, test } from 'vitest'
import { initialsOf } from './initials-of.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['  ada  king lovelace', 'AK'],
  ['Birch & Sons', 'BS'],
  ['7 Oaks', '7O'],
  ['Cher', 'C'],
  ['(Ada) [Grace]', '('],
  ['🌳', '🌳'],
  ['', ''],
])('%s is %s', (fullName, initials) => expect(initialsOf(fullName)).toBe(initials))
