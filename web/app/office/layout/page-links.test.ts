import { expect, test } from 'vitest'
import { pageNumbers } from './page-links.tsx'

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 13, [1, 2, 3, 13]],
  [8, 13, [1, 6, 7, 8, 9, 10, 13]],
  [13, 13, [1, 11, 12, 13]],
  [4, null, [1, 2, 3, 4]],
  [1, null, [1]],
  [9, 3, [1, 3]],
] as const)('page %i of %s shows %j', (page, pages, numbers) => {
  expect(pageNumbers(page, pages)).toEqual(numbers)
})
