import { expect, test } from 'vitest'
import type { SavedFilter } from '#contract/office/saved-filters.ts'
import { savedTransactions } from '../transactions/list/saved-transactions.ts'
import { readTransactionsView } from '../transactions/list/transactions-view.ts'
import { searchOf } from './saved-filters-query.ts'

const PERSON = '0198c1a2-7d3e-7000-8000-2b1f6c9d4e5f'
const view = savedTransactions(
  readTransactionsView(
    new URLSearchParams(
      `type=Transfer&minAmount=1000&period=last_7_days&tag=VIP&person=${PERSON}&size=50&sort=largest`,
    ),
  ),
)
const saved = (query: string, isValid = true) => ({ query, isValid }) as SavedFilter

test('the present filters are saved under the names of the server, without page size and open panel', () => {
  expect(view.query).toBe(`minAmount=1000&period=last_7_days&sort=largest&tag=VIP&type=Transfer&userId=${PERSON}`)
  expect(savedTransactions(readTransactionsView(new URLSearchParams('size=50'))).query).toBe('')
})

test('opens what it saved, and nothing that the page could only show in part', () => {
  const search = new URLSearchParams(searchOf(view, saved(view.query)) ?? '')
  expect(savedTransactions(readTransactionsView(search)).query).toBe(view.query)
  expect(search.get('person')).toBe(PERSON)
  expect(searchOf(view, saved(view.query, false))).toBeNull()
  for (const query of ['decided=true&type=Transfer', 'method=move', 'from=2026-01-05T15%3A04%3A00.000Z', 'colour=red'])
    expect([query, searchOf(view, saved(query))]).toEqual([query, null])
})
