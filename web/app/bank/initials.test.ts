import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['  ada  king lovelace', 'AK'],
  ['Birch & Sons', 'BS'],
  ['7 Oaks', '7O'],
  ['Cher', 'C'],
  ['(Ada) [Grace]', '('],
  ['🌳', '🌳'],
  ['', ''],
])('%j has the initials %j', (fullName, expected) => expect(initials(fullName)).toBe(expected))
