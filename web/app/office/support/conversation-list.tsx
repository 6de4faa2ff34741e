import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Conversation } from '#contract/office/support.ts'
import { verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { useCurrentAdmin } from '../layout/use-current-admin.ts'
import { formatAgo } from '../parts/age.ts'
import { ConversationState } from './conversation-state.tsx'
import { type InboxFilters, isFiltered } from './inbox-filters.ts'
import { conversationsQuery } from './inbox-query.ts'
import { UnreadCount } from './unread-count.tsx'

type Props = { filters: InboxFilters; selectedId: string | null; hrefOf: (userId: string) => string }

export function ConversationList({ filters, selectedId, hrefOf }: Props) {
  const list = useInfiniteQuery(conversationsQuery(filters))
  const conversations = list.data?.pages.flatMap(({ items }) => items)
  if (list.isError && !conversations)
    return (
      // The failure itself is only logged.
      <div className="grid justify-items-center p-6">
        <Button variant="secondary" busy={list.isFetching} onClick={() => void list.refetch()}>
          {t('Try again')}
        </Button>
      </div>
    )
  if (!conversations) return <ListSkeleton />
  if (conversations.length === 0)
    return (
      <p className="p-6 text-center text-muted">
        {isFiltered(filters)
          ? t('No conversations match these filters.')
          : t('No conversations yet. New ones appear here.')}
      </p>
    )
  return (
    <>
      <ul aria-label={t('Conversations')} className="grid">
        {conversations.map((conversation) => (
          <ConversationRow
            key={conversation.userId}
            conversation={conversation}
            isSelected={conversation.userId === selectedId}
            to={hrefOf(conversation.userId)}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="grid justify-items-center p-3">
          <Button variant="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('Load more')}
          </Button>
        </div>
      )}
    </>
  )
}

function ConversationRow({
  conversation,
  isSelected,
  to,
}: {
  conversation: Conversation
  isSelected: boolean
  to: string
}) {
  const { name, lastMessage, lastMessageAt, lastIsAdmin, unread, state } = conversation
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to={to}
        preventScrollReset
        data-row={conversation.userId}
        aria-current={isSelected ? 'true' : undefined}
        className={classNames(
          'grid min-h-16 grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 px-4 py-2.5 focus-visible:-outline-offset-2',
          isSelected ? 'bg-accent-soft' : 'hover:bg-ink/4',
        )}
      >
        <span
          className={classNames(
            'truncate',
            unread > 0 ? 'font-semibold' : 'font-medium',
            state === 'solved' && 'text-muted',
          )}
        >
          {name}
        </span>
        <time dateTime={lastMessageAt} className="figures pt-0.5 text-[0.8125rem] text-muted">
          {formatAgo(lastMessageAt)}
        </time>
        <span
          dir="auto"
          className={classNames('truncate text-[0.9375rem]', unread > 0 ? 'text-ink' : 'col-span-2 text-muted')}
        >
          {lastIsAdmin && (
            <span className="text-muted">
              {t('Replied:')}
              {verbatim(' ')}
            </span>
          )}
          {lastMessage}
        </span>
        {unread > 0 && (
          <span className="self-center justify-self-end">
            <UnreadCount count={unread} />
          </span>
        )}
        <span className="col-span-2 flex items-center justify-between gap-3 text-[0.8125rem] text-muted">
          <ConversationState {...conversation} />
          <Assignee conversation={conversation} />
        </span>
      </Link>
    </li>
  )
}

function Assignee({ conversation: { assignedTo } }: { conversation: Conversation }) {
  const me = useCurrentAdmin()
  if (!assignedTo) return <span className="truncate">{t('Unassigned')}</span>
  return <span className="truncate">{assignedTo._id === me._id ? t('You') : assignedTo.fullName}</span>
}

const ListSkeleton = () => (
  <div role="status" className="grid gap-3 p-4">
    {[0, 1, 2, 3, 4].map((line) => (
      <Skeleton key={line} className="h-12" />
    ))}
    <span className="sr-only">{t('Loading...')}</span>
  </div>
)
