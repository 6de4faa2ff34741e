import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { CategoryFilter, listTransactions, Transaction } from '#contract/payments/transactions.ts'
import { call, callPage } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'

export type TransactionFilters = {
  /** The id of one account; all of them, when absent. */
  account?: string
  type?: 'Deposit' | 'Transfer'
  status?: 'Pending' | 'Completed' | 'Declined'
  category?: CategoryFilter
  /** Days in the bank's time zone: 2026-01-05. */
  from?: string
  to?: string
  search?: string
}

const RECENT_COUNT = 6
const KEY = 'transactions'

/** The server means the main account when neither is given. */
const accountQuery = (account?: string) => (account ? { accountId: account } : ({ account: 'all' } as const))

export const transactionPage = (
  { account, ...filters }: TransactionFilters,
  cursor: string | null,
  more: { limit?: string } = {},
) =>
  callPage<typeof listTransactions>('GET', '/transactions', {
    query: { ...filters, ...accountQuery(account), ...more, cursor: cursor ?? undefined },
  })

/** The filtered list, page by page. */
export const filteredTransactions = (filters: TransactionFilters) =>
  infiniteQueryOptions({
    queryKey: [KEY, 'filtered', filters],
    queryFn: ({ pageParam }) => transactionPage(filters, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** A move between own accounts is one event: the overview shows the half that pays. */
const isReceivingHalf = ({ method, type, reverses }: Transaction) =>
  method === 'move' && type === 'Deposit' && !reverses

/** The newest transactions of all accounts, of one type or of both. */
export const recentTransactions = (type?: TransactionFilters['type']) =>
  queryOptions({
    queryKey: [KEY, 'recent', type ?? 'all'],
    queryFn: ({ signal }) =>
      call<typeof listTransactions>('GET', '/transactions', {
        // At most half of them are receiving halves of moves.
        query: { type, ...accountQuery(), limit: String(RECENT_COUNT * 2) },
        signal,
      }),
    select: (transactions) =>
      transactions.filter((transaction) => type || !isReceivingHalf(transaction)).slice(0, RECENT_COUNT),
  })

/** After a deposit or transfer was submitted. */
export const reloadTransactions = () => queryClient.invalidateQueries({ queryKey: [KEY] })
