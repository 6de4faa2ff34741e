import { queryOptions } from '@tanstack/react-query'
import type {
  FoundEntry,
  FoundPerson,
  FoundTransaction,
  SearchResults,
  searchOffice,
} from '#contract/office/office-search.ts'
import type { Role } from '#contract/permissions.ts'
import type { Text } from '#contract/text.ts'
import type { TextId } from '#contract/text-id.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { OFFICE_PAGES, type OfficePage, officePagesOf } from '../../shared/office-pages.ts'
import { OFFICE } from '../layout/office-query.ts'
import { matchesWords } from './match-words.ts'
import { actionsOf } from './office-actions.ts'

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
  | { kind: 'page'; key: string; href: string; page: OfficePage }
  | { kind: 'action'; key: string; href: string; name: TextId }
  | { kind: 'person'; key: string; href: string; person: FoundPerson }
  | { kind: 'transaction'; key: string; href: string; transaction: FoundTransaction }
  | { kind: 'entry'; key: string; href: string; entry: FoundEntry }
  | { kind: 'all'; key: string; href: string; text: Text }

export type SearchGroup = { name: Text; items: SearchItem[] }

const withItems = (groups: SearchGroup[]) => groups.filter(({ items }) => items.length > 0)

/** Pages and actions of a role whose names have the typed words; all of them before anything is typed. */
export function findPages(typed: string, role: Role): SearchGroup[] {
  const isFound = ({ name }: { name: TextId }) => typed === '' || matchesWords(t(name), typed)
  return withItems([
    {
      name: t('Pages'),
      items: officePagesOf(role)
        .filter(isFound)
        .map((page) => ({ kind: 'page', key: page.to, href: page.to, page })),
    },
    {
      name: t('Actions'),
      items: actionsOf(role)
        .filter(isFound)
        .map(({ name, to }) => ({ kind: 'action', key: name, href: to, name })),
    },
  ])
}

/** The results as the list shows them, each with the address it opens. Empty groups are left out. */
export function toGroups(q: string, { people, transactions, entries, ...more }: SearchResults): SearchGroup[] {
  const all = (hasMore: boolean, text: Text, page: string): SearchItem[] =>
    hasMore ? [{ kind: 'all', key: page, text, href: `${page}?${new URLSearchParams({ search: q })}` }] : []
  return withItems([
    {
      name: t('People'),
      items: [
        ...people.map(
          (person): SearchItem => ({
            kind: 'person',
            key: person._id,
            href: `${OFFICE_PAGES.users.to}/${person._id}`,
            person,
          }),
        ),
        ...all(more.morePeople, t('Show all matching people'), OFFICE_PAGES.users.to),
      ],
    },
    {
      name: t('Transactions'),
      items: [
        ...transactions.map(
          (transaction): SearchItem => ({
            kind: 'transaction',
            key: transaction._id,
            href: `${OFFICE_PAGES.transactions.to}?transaction=${transaction._id}`,
            transaction,
          }),
        ),
        ...all(more.moreTransactions, t('Show all matching transactions'), OFFICE_PAGES.transactions.to),
      ],
    },
    {
      name: t('Statement lines'),
      items: entries.map((entry) => ({
        kind: 'entry',
        key: entry._id,
        href: `${OFFICE_PAGES.entries.to}?state=all&line=${entry._id}`,
        entry,
      })),
    },
  ])
}
