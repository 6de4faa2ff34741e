import { type SavedView, toSavedQuery } from '../../saved-filters/saved-filters-query.ts'
import { toFilters } from './transactions-query.ts'
import { readTransactionsView, type TransactionsView, writeTransactionsView } from './transactions-view.ts'

const queryOf = (view: TransactionsView) => toSavedQuery({ ...toFilters(view), sort: view.sort })

/** The address names the customer `person`, the server `userId`. */
function open(query: string) {
  const { userId, ...filters } = Object.fromEntries(new URLSearchParams(query))
  const view = readTransactionsView(new URLSearchParams({ ...filters, ...(userId && { person: userId }) }))
  return { search: writeTransactionsView(view).toString(), query: queryOf(view) }
}

export const savedTransactions = (view: TransactionsView): SavedView => ({
  list: 'transactions',
  query: queryOf(view),
  open,
})
