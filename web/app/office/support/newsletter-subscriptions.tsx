import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../shared/i18n/i18n.ts'
import { panelClass } from '../layout/office-page.tsx'
import { formatDateTime } from '../parts/format-date.ts'
import { InboxList, NewBadge, useNewItems } from './inbox-list.tsx'
import { subscriptionsQuery } from './inbox-query.ts'

export function NewsletterSubscriptions() {
  const list = useInfiniteQuery(subscriptionsQuery)
  const subscriptions = list.data?.pages.flatMap(({ items }) => items) ?? []
  const newIds = useNewItems(subscriptions, list.dataUpdatedAt)
  return (
    <InboxList
      list={list}
      errorText={t('Failed to load newsletter subscribers.')}
      empty={t('No newsletter subscribers yet.')}
    >
      <ul aria-label={t('Newsletter subscribers')} className={`${panelClass} divide-y divide-line`}>
        {subscriptions.map(({ _id, email, createdAt }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-6 px-4 py-3">
            <span className="flex min-w-0 items-center gap-2">
              <span className="min-w-0 break-all">{email}</span>
              {newIds.has(_id) && <NewBadge />}
            </span>
            <time dateTime={createdAt} className="figures text-sm text-muted">
              {formatDateTime(createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </InboxList>
  )
}
