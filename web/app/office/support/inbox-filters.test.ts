import { expect, test } from 'vitest'
import { ALL_CONVERSATIONS, isFiltered, readFilters } from './inbox-filters.ts'

test('reads the filters of the address and ignores unknown values', () => {
  const filters = readFilters(new URLSearchParams('search=ada&assigned=mine&state=waiting'))
  expect(filters).toEqual({ search: 'ada', assigned: 'mine', state: 'waiting' })
  expect(isFiltered(filters)).toBe(true)
  const none = readFilters(new URLSearchParams('assigned=ben&state=unread'))
  expect(none).toEqual(ALL_CONVERSATIONS)
  expect(isFiltered(none)).toBe(false)
})
