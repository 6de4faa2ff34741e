import { queryOptions } from '@tanstack/react-query'
import type { readTrialBalance } from '#contract/books/reports.ts'
import { call } from '../../../shared/api/call.ts'
import { OFFICE } from '../../layout/office-query.ts'

const DAY = /^\d{4}-\d\d-\d\d$/

/** Users edit and share URLs: what is no date is ignored. */
export const readDay = (text: string | null): string | undefined =>
  text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** Without a day: today, by the bank's clock. */
export const trialBalanceQuery = (on: string | undefined) =>
  queryOptions({
    queryKey: [OFFICE, 'trial balance', on],
    queryFn: ({ signal }) =>
      call<typeof readTrialBalance>('GET', '/admin/reports/trial-balance', { query: { on }, signal }),
    placeholderData: (previous) => previous,
  })
