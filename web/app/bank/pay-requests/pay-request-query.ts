import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { formatMoney } from '#contract/money.ts'
import type { listPayRequests, PayRequest, readPayRequest } from '#contract/payments/pay-requests.ts'
import type { Text } from '#contract/text.ts'
import { call, callPage } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { origin } from '../../shared/institution.ts'

const KEY = 'pay-request'

/** The request behind a code. Read again when paying it was refused. */
export const payRequestQuery = (code: string) =>
  queryOptions({
    queryKey: [KEY, code],
    queryFn: ({ signal }) => call<typeof readPayRequest>('GET', '/pay-requests/:code', { params: { code }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const ownRequestsQuery = infiniteQueryOptions({
  queryKey: ['pay-requests'],
  queryFn: ({ pageParam, signal }) =>
    callPage<typeof listPayRequests>('GET', '/pay-requests', { query: { cursor: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
})
export const reloadOwnRequests = () => queryClient.invalidateQueries({ queryKey: ownRequestsQuery.queryKey })

export const linkOf = (code: string) => `${origin}/pay/${code}`

/** 'Pay Clara Whitfield $18.40'. */
export const payTitle = ({ accountName: name, amount }: Pick<PayRequest, 'accountName' | 'amount'>): Text =>
  amount === null ? t('Pay {name}', { name }) : t('Pay {name} {amount}', { name, amount: formatMoney(amount) })
