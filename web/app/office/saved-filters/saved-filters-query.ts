import { queryOptions } from '@tanstack/react-query'
import type { FilteredList, listSavedFilters, SavedFilter } from '#contract/office/saved-filters.ts'
import { call } from '../../shared/api/call.ts'
import { OFFICE } from '../layout/office-query.ts'

export const savedFiltersQuery = (list: FilteredList) =>
  queryOptions({
    queryKey: [OFFICE, 'saved-filters', list],
    queryFn: ({ signal }) => call<typeof listSavedFilters>('GET', '/admin/saved-filters', { query: { list }, signal }),
  })

/** The given values as a query, in the order in which the server keeps it. */
export function toSavedQuery(values: Record<string, string | undefined>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, value)
  params.sort()
  return params.toString()
}

/** How a page reads and shows the query of its list. */
export type SavedView = {
  list: FilteredList
  /** The present filters; empty: none. */
  query: string
  /** The address that shows a query, and the query that the page would save there. */
  open: (query: string) => { search: string; query: string }
}

/** Null: the list has no such filters any more, or the page has no field for one of them. */
export function searchOf({ open }: SavedView, { isValid, query }: SavedFilter): string | null {
  if (!isValid) return null
  const opened = open(query)
  return opened.query === query ? opened.search : null
}
