import { expect, test } from 'vitest'
import { hasPendingSection, readTransactionsView, writeTransactionsView } from './transactions-view.ts'

const read = (text: string) => readTransactionsView(new URLSearchParams(text))
const ID = '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'

test('ignores invalid parameters', () => {
  expect(read('type=deposit&status=Done&person=x&transaction=1&search=%20')).toEqual({ search: '' })
})

test('writes what it reads', () => {
  const text = `search=0198&type=Deposit&status=Pending&person=${ID}&transaction=${ID}`
  expect(writeTransactionsView(read(text)).toString()).toBe(text)
})

test('lists pending transactions separately unless there is a search or a status filter', () => {
  expect(hasPendingSection(read('type=Deposit'))).toBe(true)
  expect(hasPendingSection(read('status=Pending'))).toBe(false)
  expect(hasPendingSection(read('search=01'))).toBe(false)
})
