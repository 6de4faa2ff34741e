import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { readSpending } from '#contract/payments/labels.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'

const KEY = 'spending'

/** Without a month: the current one. */
export const spendingQuery = (month?: string) =>
  queryOptions({
    queryKey: [KEY, month ?? 'current'],
    queryFn: ({ signal }) => call<typeof readSpending>('GET', '/users/spending', { query: { month }, signal }),
    placeholderData: keepPreviousData,
  })

export const reloadSpending = () => queryClient.invalidateQueries({ queryKey: [KEY] })
