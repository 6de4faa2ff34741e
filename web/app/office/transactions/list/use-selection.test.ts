import { expect, test } from 'vitest'
import { rangeOf } from './use-selection.ts'

test.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['b', 'b', ['b']],
  [null, 'c', ['c']],
  ['gone', 'c', ['c']],
])('a range from %s to %s', (from, to, expected) => {
  expect(rangeOf(['a', 'b', 'c', 'd', 'e'], from, to)).toEqual(expected)
})
