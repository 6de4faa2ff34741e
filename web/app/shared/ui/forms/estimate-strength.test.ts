import { expect, test } from 'vitest'
import { estimateStrength } from './estimate-strength.ts'

test.each([
  ['', 0],
  ['a', 1],
  ['password1', 1],
  ['aaaaaaaaaaaaaaaa', 1],
  ['1234567890', 1],
  ['tr7kxwqm', 2],
  ['Tr7k-wQm2', 3],
  ['a sentence about my grandmother', 4],
])('rates %j as %i', (password, strength) => {
  expect(estimateStrength(password)).toBe(strength)
})
