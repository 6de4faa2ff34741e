import { expect, test } from 'vitest'
import { catalogueKey } from '#contract/text-id.ts'
import { activate } from '../../../shared/i18n/i18n.ts'
import {
  hasPendingSection,
  PAGE_SIZES,
  readTransactionsView,
  rowsText,
  sortOf,
  writeTransactionsView,
} from './transactions-view.ts'

const read = (text: string) => readTransactionsView(new URLSearchParams(text))
const ID = '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'

test('ignores invalid parameters', () => {
  const text =
    'type=deposit&status=Done&method=cash&flag=big&minAmount=1e3&maxAmount=-1&from=yesterday&to=2026-13-01&period=ever&tag=%20'
  expect(read(`${text}&person=x&sort=up&size=7&transaction=1&search=%20`)).toEqual({ search: '' })
})

test('writes what it reads', () => {
  const filters =
    'type=Deposit&status=Pending&method=crypto&flag=large&minAmount=1000&maxAmount=2000.50&from=2026-01-01&to=2026-01-31&period=today&tag=VIP'
  const text = `search=0198&${filters}&person=${ID}&sort=largest&size=50&transaction=${ID}`
  expect(writeTransactionsView(read(text)).toString()).toBe(text)
})

test('lists pending transactions separately unless a filter asks for one list', () => {
  for (const text of ['', 'type=Deposit', `person=${ID}`, 'sort=largest'])
    expect(hasPendingSection(read(text))).toBe(true)
  for (const text of [
    'status=Pending',
    'search=01',
    'minAmount=1',
    'maxAmount=1',
    'from=2026-01-01',
    'to=2026-01-01',
    'method=wire',
    'flag=large',
    'period=today',
    'tag=VIP',
  ])
    expect(hasPendingSection(read(text))).toBe(false)
})

test('pending transactions come oldest first, others newest first', () => {
  expect(['', 'status=Pending', 'minAmount=1', 'sort=largest'].map((text) => sortOf(read(text)))).toEqual([
    'oldest',
    'oldest',
    'newest',
    'largest',
  ])
})

test('writes a number of rows in a language whose plural depends on it', () => {
  activate('ar', [{ [catalogueKey('{size} rows')]: '{size, plural, few {# صفوف} many {# صفًا} other {# صف}}' }])
  const texts = PAGE_SIZES.map(rowsText)
  activate('en', [])
  expect(texts).toEqual(['10 صفوف', '20 صفًا', '50 صفًا', '100 صف'])
})
