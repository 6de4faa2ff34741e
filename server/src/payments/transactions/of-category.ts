import type { Rank } from '#contract/paging.ts'
import type { CategoryFilter } from '#contract/payments/transactions.ts'
import { toOwnAnswer } from './own-transactions.ts'
import { type OwnTransactionRow, rankOf } from './store.ts'

export type CategoryPage = {
  /** One more than the page shows, where there is one. */
  rows: OwnTransactionRow[]
  /** The last row read, where a long history has none of the category for so long that the client asks again. */
  continuesAfter: OwnTransactionRow | null
}

type Read = (after: Rank | undefined, rows: number) => PromiseLike<OwnTransactionRow[]>

const FIRST = 101
const MORE = 501
/** In one request. */
const MOST_READ = 5_000

/**
 * The next transactions of one category. Read and compared here: a category may be chosen, remembered or proposed from the texts,
 * so no column has it.
 */
export async function readOfCategory(
  read: Read,
  category: CategoryFilter,
  { cursor, limit }: { cursor?: Rank | undefined; limit: number },
): Promise<CategoryPage> {
  const found: OwnTransactionRow[] = []
  let after = cursor
  let last: OwnTransactionRow | undefined
  for (let [total, size] = [0, FIRST]; total < MOST_READ; total += size, size = MORE) {
    const rows = await read(after, size)
    found.push(...rows.filter((row) => (toOwnAnswer(row).category ?? 'none') === category))
    last = rows.at(-1)
    if (found.length > limit || rows.length < size || !last) return { rows: found, continuesAfter: null }
    after = rankOf(last)
  }
  return { rows: found, continuesAfter: last ?? null }
}
