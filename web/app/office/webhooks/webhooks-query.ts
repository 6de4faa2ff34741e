import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { DeliveryStatus } from '#contract/notifications/webhook-events.ts'
import type { listWebhookDeliveries, listWebhooks } from '#contract/notifications/webhooks.ts'
import { call, callPage } from '../../shared/api/call.ts'
import { OFFICE } from '../layout/office-query.ts'

export const WEBHOOKS_PAGE = '/dashboard/admin-settings/webhooks'

export const webhooksQuery = queryOptions({
  queryKey: [OFFICE, 'webhooks'],
  queryFn: ({ signal }) => call<typeof listWebhooks>('GET', '/admin/webhooks', { signal }),
})

/** Deliveries come without a live update: the page looks again by itself, until further pages are loaded. */
const REFRESH_MS = 5_000

export const deliveriesQuery = (id: string, status: DeliveryStatus | '') =>
  infiniteQueryOptions({
    queryKey: [OFFICE, 'webhook deliveries', id, status],
    queryFn: ({ pageParam, signal }) =>
      callPage<typeof listWebhookDeliveries>('GET', '/admin/webhooks/:id/deliveries', {
        params: { id },
        query: { limit: '20', cursor: pageParam ?? undefined, status: status || undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? REFRESH_MS : false),
  })
