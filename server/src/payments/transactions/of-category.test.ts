import { expect, test } from 'vitest'
import type { Rank } from '#contract/paging.ts'
import { readOfCategory } from './of-category.ts'
import type { OwnTransactionRow } from './store.ts'

const COUNT = 6_000

/** The oldest one has a category. */
const history = Array.from({ length: COUNT }, (_, index) => ({
  id: String(COUNT - index).padStart(6, '0'),
  value_at: new Date((COUNT - index) * 1000),
  amount: 1n,
  message: '',
  party_name: '',
  reason: '',
  flags: '',
  chosen: index === COUNT - 1 ? 'dining' : '',
})) as unknown as OwnTransactionRow[]

test('a rare category of a long history is found in several requests, each of which reads a part', async () => {
  let read = 0
  const page = (cursor?: Rank) =>
    readOfCategory(
      async (after, rows) => {
        const found = history.filter(({ id }) => !after || id < after.id).slice(0, rows)
        read += found.length
        return found
      },
      'dining',
      { cursor, limit: 20 },
    )
  const first = await page()
  expect(first.rows).toEqual([])
  expect(read).toBeLessThan(COUNT)
  const { value_at, id } = first.continuesAfter as OwnTransactionRow
  const second = await page({ rank: value_at.getTime(), id })
  expect(second).toEqual({ rows: [history.at(-1)], continuesAfter: null })
})
