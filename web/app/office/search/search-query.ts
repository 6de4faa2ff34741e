import { queryOptions } from '@tanstack/react-query'
import type { FoundPerson, FoundTransaction, SearchResults, searchOffice } from '#contract/office/office-search.ts'
import type { Text } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { OFFICE } from '../layout/office-query.ts'

export const MIN_SEARCH_LENGTH = 2
export const MAX_SEARCH_LENGTH = 100

/** A newer text cancels the request of the older one. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: [OFFICE, 'search', q],
    queryFn: ({ signal }) => call<typeof searchOffice>('GET', '/admin/search', { query: { q }, signal }),
    enabled: q.length >= MIN_SEARCH_LENGTH,
    retry: false,
  })

export type SearchItem =
  | { kind: 'person'; key: string; href: string; person: FoundPerson }
  | { kind: 'transaction'; key: string; href: string; transaction: FoundTransaction }
  | { kind: 'all'; key: string; href: string; text: Text }

export type SearchGroup = { name: Text; items: SearchItem[] }

/** The results as the list shows them, each with the address it opens. Empty groups are left out. */
export function toGroups(q: string, { people, transactions, ...more }: SearchResults): SearchGroup[] {
  const all = (key: string, text: Text, href: string): SearchItem => ({ kind: 'all', key, text, href })
  const groups: SearchGroup[] = [
    {
      name: t('People'),
      items: people.map((person) => ({
        kind: 'person',
        key: person._id,
        href: `/dashboard/user/${person._id}`,
        person,
      })),
    },
    {
      name: t('Transactions'),
      items: [
        ...transactions.map(
          (transaction): SearchItem => ({
            kind: 'transaction',
            key: transaction._id,
            href: `/dashboard/all-transactions?transaction=${transaction._id}`,
            transaction,
          }),
        ),
        ...(more.moreTransactions
          ? [
              all(
                'all',
                t('Show all matching transactions'),
                `/dashboard/all-transactions?${new URLSearchParams({ search: q })}`,
              ),
            ]
          : []),
      ],
    },
  ]
  return groups.filter(({ items }) => items.length > 0)
}
