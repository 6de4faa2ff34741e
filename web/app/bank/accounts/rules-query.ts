import { queryOptions } from '@tanstack/react-query'
import type { listSavingsRuns, readSavingsRules } from '#contract/payments/savings-rules.ts'
import { call } from '../../shared/api/call.ts'
import { accountsQuery } from './accounts-query.ts'

/** Reloaded with the accounts. */
export const rulesQuery = (id: string) =>
  queryOptions({
    queryKey: [...accountsQuery.queryKey, id, 'rules'],
    queryFn: ({ signal }) => call<typeof readSavingsRules>('GET', '/accounts/:id/rules', { params: { id }, signal }),
  })

export const savingsRunsQuery = (id: string) =>
  queryOptions({
    queryKey: [...accountsQuery.queryKey, id, 'runs'],
    queryFn: ({ signal }) =>
      call<typeof listSavingsRuns>('GET', '/accounts/:id/rules/runs', { params: { id }, signal }),
  })
