import { queryOptions } from '@tanstack/react-query'
import type { listStatements, readStatement } from '#contract/documents/statements.ts'
import { call } from '../../shared/api/call.ts'

const KEY = 'statements'
/** A statement of ten thousand transactions takes longer than other calls. */
const TIMEOUT_MS = 120_000

/** Without an account: the main one. */
export const accountQuery = (accountId: string | null): { accountId?: string } => (accountId ? { accountId } : {})

export const statementsQuery = (accountId: string | null) =>
  queryOptions({
    queryKey: [KEY, accountId],
    queryFn: ({ signal }) =>
      call<typeof listStatements>('GET', '/statements', { query: accountQuery(accountId), signal }),
  })

export const statementQuery = (month: string, accountId: string | null) =>
  queryOptions({
    queryKey: [KEY, accountId, month],
    queryFn: ({ signal }) =>
      call<typeof readStatement>('GET', '/statements/:month', {
        params: { month },
        query: accountQuery(accountId),
        signal,
        timeoutMs: TIMEOUT_MS,
      }),
  })

/** The account is part of the address, as in the filters of the transactions. */
export const statementsHref = (accountId: string | null, month = ''): string =>
  `/dashboard/statements${month && `/${month}`}${accountId ? `?${new URLSearchParams({ account: accountId })}` : ''}`
