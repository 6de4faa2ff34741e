import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type {
  BankStatementLine,
  getBankLine,
  getBankStatement,
  listBankLines,
  listStatementLines,
} from '#contract/external-money/bank-statements.ts'
import type { listOutsideAccounts } from '#contract/external-money/external-accounts.ts'
import type { LineState } from '#contract/external-money/match-reasons.ts'
import { call, callPage } from '../../../shared/api/call.ts'
import { queryClient } from '../../../shared/api/query-client.ts'
import { OFFICE } from '../../layout/office-query.ts'
import { type LinesView, listedStates } from './entries-view.ts'

const PAGE_SIZE = '50'

/** The lines of one statement, or of all of them. */
export const linesQuery = ({ account, statement }: LinesView, state: LineState | undefined) =>
  infiniteQueryOptions({
    queryKey: [OFFICE, 'bank lines', { account, statement, state }],
    queryFn: ({ pageParam, signal }) => {
      const query = { state, limit: PAGE_SIZE, cursor: pageParam ?? undefined }
      return statement
        ? callPage<typeof listStatementLines>('GET', '/admin/bank-statements/:id/lines', {
            params: { id: statement },
            query,
            signal,
          })
        : callPage<typeof listBankLines>('GET', '/admin/bank-statements/lines', {
            query: { ...query, account },
            signal,
          })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

export const lineQuery = (id: string) =>
  queryOptions({
    queryKey: [OFFICE, 'bank line', id],
    queryFn: ({ signal }) =>
      call<typeof getBankLine>('GET', '/admin/bank-statements/lines/:id/details', { params: { id }, signal }),
  })

/** Shows the line as the server answered it, before the lists are read again. */
export const storeLine = (line: BankStatementLine) => queryClient.setQueryData(lineQuery(line._id).queryKey, line)

export const statementQuery = (id: string) =>
  queryOptions({
    queryKey: [OFFICE, 'bank statement', id],
    queryFn: ({ signal }) =>
      call<typeof getBankStatement>('GET', '/admin/bank-statements/:id', { params: { id }, signal }),
  })

export const outsideAccountsQuery = queryOptions({
  queryKey: [OFFICE, 'outside accounts'],
  queryFn: ({ signal }) => call<typeof listOutsideAccounts>('GET', '/admin/outside-accounts', { signal }),
})

export function prefetchLines(view: LinesView) {
  for (const state of listedStates(view)) void queryClient.prefetchInfiniteQuery(linesQuery(view, state))
  if (view.line) void queryClient.prefetchQuery(lineQuery(view.line))
}
