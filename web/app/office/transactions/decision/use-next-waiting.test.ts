import { expect, test } from 'vitest'
import { nextWaiting } from './use-next-waiting.ts'

const place = { id: 'c', after: ['d', 'e'], before: ['a', 'b'] }

test.each([
  ['the one after it', ['a', 'b', 'c', 'd', 'e'], 'd'],
  ['the one after it, once it has left the list', ['a', 'b', 'd', 'e'], 'd'],
  ['skips what a colleague has decided', ['a', 'b', 'e'], 'e'],
  ['then those before it', ['a', 'b'], 'a'],
  ['then those that came meanwhile', ['new'], 'new'],
  ['none', ['c'], undefined],
  ['none', [], undefined],
])('%s', (_, waiting, expected) => {
  expect(nextWaiting(waiting, place, 'c')).toBe(expected)
})

test('the first, for a transaction that was never in the list', () => {
  expect(nextWaiting(['a', 'b'], place, 'x')).toBe('a')
  expect(nextWaiting(['a', 'b'], null, 'x')).toBe('a')
})
