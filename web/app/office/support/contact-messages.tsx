import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageText } from '../../shared/chat/message-parts.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { panelClass } from '../layout/office-page.tsx'
import { formatDateTime } from '../parts/format-date.ts'
import { InboxList, NewBadge, useNewItems } from './inbox-list.tsx'
import { contactMessagesQuery } from './inbox-query.ts'
import { mailtoHref } from './mailto-href.ts'

/** Messages from the contact form. Their senders may have no account, so administrators answer by email. */
export function ContactMessages() {
  const list = useInfiniteQuery(contactMessagesQuery)
  const messages = list.data?.pages.flatMap(({ items }) => items) ?? []
  const newIds = useNewItems(messages, list.dataUpdatedAt)
  return (
    <InboxList
      list={list}
      errorText={t('Failed to load contact messages.')}
      empty={t('No messages from the contact page yet.')}
    >
      <ul aria-label={t('Contact messages')} className="grid grid-cols-1 gap-3">
        {messages.map(({ _id, name, email, mobile, message, createdAt }) => (
          <li key={_id} className={`${panelClass} grid grid-cols-1 gap-2 p-4 sm:p-5`}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <h2 className="flex min-w-0 items-center gap-2 font-semibold">
                <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
                {newIds.has(_id) && <NewBadge />}
              </h2>
              <time dateTime={createdAt} className="figures text-sm text-muted">
                {formatDateTime(createdAt)}
              </time>
            </div>
            <MessageText text={message} />
            <p className="flex flex-wrap gap-x-5 gap-y-1 text-[0.9375rem] text-muted">
              <a href={mailtoHref(email)} className="break-all text-accent underline underline-offset-4">
                {email}
              </a>
              <span>{mobile}</span>
            </p>
          </li>
        ))}
      </ul>
    </InboxList>
  )
}
