import { queryOptions } from '@tanstack/react-query'
import type { Budgets, readBudgets } from '#contract/payments/budgets.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'

export const budgetsQuery = queryOptions({
  queryKey: ['budgets'],
  queryFn: ({ signal }) => call<typeof readBudgets>('GET', '/users/budgets', { signal }),
})

export const storeBudgets = (saved: Budgets) => queryClient.setQueryData(budgetsQuery.queryKey, saved)
