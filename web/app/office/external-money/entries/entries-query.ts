import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { listGlAccounts } from '#contract/books/gl-accounts.ts'
import type {
  BankStatementEntryDetails,
  getBankStatement,
  getStatementEntry,
  listEntriesOfStatement,
  listStatementEntries,
} from '#contract/external-money/bank-statements.ts'
import type { listExternalAccounts } from '#contract/external-money/external-accounts.ts'
import type { ListedEntryState } from '#contract/external-money/match-reasons.ts'
import type { countStatementEntries } from '#contract/external-money/statement-evidence.ts'
import { call, callPage } from '../../../shared/api/call.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { OFFICE } from '../../layout/office-query.ts'
import { type EntriesView, listedStates } from './entries-view.ts'

const PAGE_SIZE = '50'

/** The entries of one statement, or of all of them. */
export const entriesQuery = ({ account, statement, search }: EntriesView, state: ListedEntryState | undefined) =>
  infiniteQueryOptions({
    queryKey: [OFFICE, 'statement entries', { account, statement, search, state }],
    queryFn: ({ pageParam, signal }) => {
      const query = { state, search, limit: PAGE_SIZE, cursor: pageParam ?? undefined }
      return statement
        ? callPage<typeof listEntriesOfStatement>('GET', '/admin/bank-statements/:id/lines', {
            params: { id: statement },
            query,
            signal,
          })
        : callPage<typeof listStatementEntries>('GET', '/admin/bank-statements/lines', {
            query: { ...query, account },
            signal,
          })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** How many are in each state, of those that the page is about. */
export const countsQuery = ({ account, statement, search }: EntriesView) =>
  queryOptions({
    queryKey: [OFFICE, 'statement entry counts', { account, statement, search }],
    queryFn: ({ signal }) =>
      call<typeof countStatementEntries>('GET', '/admin/bank-statements/lines/counts', {
        query: { account, statement, search },
        signal,
      }),
  })

export const chartQuery = queryOptions({
  queryKey: [OFFICE, 'chart of accounts'],
  queryFn: ({ signal }) => call<typeof listGlAccounts>('GET', '/admin/gl-accounts', { signal }),
})

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [OFFICE, 'statement entry', id],
    queryFn: ({ signal }) =>
      call<typeof getStatementEntry>('GET', '/admin/bank-statements/lines/:id/details', { params: { id }, signal }),
  })

/** Shows the entry as the server answered it, before the lists are read again. */
export const storeEntry = (entry: BankStatementEntryDetails) =>
  queryClient.setQueryData(entryQuery(entry._id).queryKey, entry)

export const statementQuery = (id: string) =>
  queryOptions({
    queryKey: [OFFICE, 'bank statement', id],
    queryFn: ({ signal }) =>
      call<typeof getBankStatement>('GET', '/admin/bank-statements/:id', { params: { id }, signal }),
  })

export const externalAccountsQuery = queryOptions({
  queryKey: [OFFICE, 'external accounts'],
  queryFn: ({ signal }) => call<typeof listExternalAccounts>('GET', '/admin/outside-accounts', { signal }),
})

export function prefetchEntries(view: EntriesView) {
  for (const state of listedStates(view)) void queryClient.prefetchInfiniteQuery(entriesQuery(view, state))
  if (view.entry) void queryClient.prefetchQuery(entryQuery(view.entry))
}
