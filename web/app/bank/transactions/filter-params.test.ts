import { expect, test } from 'vitest'
import { readFilters, writeFilter } from './filter-params.ts'

const read = (search: string) => readFilters(new URLSearchParams(search))

test('reads valid parameters', () => {
  const account = '019a85b0-7c3e-7d52-9f0a-3a1c5e7b9d24'
  expect(
    read(
      `account=${account}&type=Transfer&status=Declined&category=none&from=2026-01-05&to=2026-02-01&search=%20rent%20`,
    ),
  ).toEqual({
    account,
    type: 'Transfer',
    status: 'Declined',
    category: 'none',
    from: '2026-01-05',
    to: '2026-02-01',
    search: 'rent',
  })
})

test.each([
  'account=all',
  'account=019a85b0',
  'type=Gift',
  'status=pending',
  'category=gambling',
  'from=yesterday',
  'from=2026-02-31x',
  'to=0001-01-01',
  'search=%20',
  'x=1',
])('ignores %s', (search) => {
  expect(read(search)).toEqual({})
})

test('writing one filter keeps the others, and an empty value removes it', () => {
  const params = new URLSearchParams('type=Deposit&search=rent')
  expect(writeFilter(params, 'type', 'Transfer').toString()).toBe('type=Transfer&search=rent')
  expect(writeFilter(params, 'type', '').toString()).toBe('search=rent')
})
