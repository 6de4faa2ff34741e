import { expect, test } from 'vitest'
import { isSplit, readTransactionsView, writeTransactionsView } from './transactions-view.ts'

const read = (text: string) => readTransactionsView(new URLSearchParams(text))
const ID = '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'

test('what makes no sense is as if it were not there', () => {
  expect(read('type=deposit&status=Done&person=x&transaction=1&search=%20')).toEqual({ search: '' })
})

test('there and back', () => {
  const text = `search=0198&type=Deposit&status=Pending&person=${ID}&transaction=${ID}`
  expect(writeTransactionsView(read(text)).toString()).toBe(text)
})

test('what waits stands apart unless something was asked for', () => {
  expect(isSplit(read('type=Deposit'))).toBe(true)
  expect(isSplit(read('status=Pending'))).toBe(false)
  expect(isSplit(read('search=01'))).toBe(false)
})
