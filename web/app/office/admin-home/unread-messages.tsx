import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Bell } from '#contract/notifications.ts'
import type { Conversation } from '#contract/support.ts'
import { bellQuery } from '../../shared/live/bell-query.ts'
import { formatAgo } from '../age.ts'
import { conversationsQuery } from '../support/inbox-query.ts'
import { UnreadCount } from '../support/unread-count.tsx'
import { useLiveInbox } from '../support/use-live-inbox.ts'
import { TableError, TableSkeleton } from '../table-parts.tsx'
import { AdminHomeCard, AdminHomeEmpty, adminHomeRowClass } from './admin-home-card.tsx'

const ROW_COUNT = 5

/** Conversations with unread messages. Opening one marks it as read; showing this list does not. */
export function UnreadMessages() {
  const query = useInfiniteQuery(conversationsQuery(''))
  const bell = useQuery(bellQuery)
  useLiveInbox()
  const conversations = query.data?.pages.flatMap(({ items }) => items)
  const retry = () => {
    void query.refetch()
    void bell.refetch()
  }
  return (
    <AdminHomeCard title="Unread messages" to="/dashboard/support" linkText="Open inbox">
      {/* Rows need only the list. The empty state needs the bell too: unread conversations may be on a later page. */}
      {conversations && (bell.data || conversations.some(({ unread }) => unread > 0)) ? (
        <UnreadList conversations={conversations} hasMore={query.hasNextPage} office={bell.data?.office} />
      ) : query.isError || bell.isError ? (
        <TableError text="Failed to load conversations." onRetry={retry} busy={query.isFetching || bell.isFetching} />
      ) : (
        <TableSkeleton rows={3} />
      )}
    </AdminHomeCard>
  )
}

type UnreadListProps = { office: Bell['office'] | undefined; conversations: Conversation[]; hasMore: boolean }

function UnreadList({ conversations, hasMore, office }: UnreadListProps) {
  const unread = conversations.filter(({ unread }) => unread > 0)
  const shown = unread.slice(0, ROW_COUNT)
  // Older unread conversations are on later pages of the list; only the bell counts them.
  const count = hasMore ? Math.max(unread.length, office?.conversations ?? 0) : unread.length
  const more = count - shown.length
  const contactMessages = office?.contact ?? 0
  if (count + contactMessages === 0) return <AdminHomeEmpty>No unread messages.</AdminHomeEmpty>
  return (
    <ul className="divide-y divide-line">
      {shown.map((conversation) => (
        <li key={conversation.userId}>
          <ConversationRow conversation={conversation} />
        </li>
      ))}
      {more > 0 && <MoreRow to="/dashboard/support" name="More conversations" count={more} />}
      {contactMessages > 0 && (
        <MoreRow to="/dashboard/support?tab=contact" name="Contact messages" count={contactMessages} />
      )}
    </ul>
  )
}

function ConversationRow({
  conversation: { userId, name, lastMessage, lastMessageAt, unread },
}: {
  conversation: Conversation
}) {
  return (
    <Link to={`/dashboard/support?user=${userId}`} className={adminHomeRowClass}>
      <span className="truncate font-medium">{name}</span>
      <time dateTime={lastMessageAt} className="figures text-right text-sm text-muted">
        {formatAgo(lastMessageAt)}
      </time>
      <span className="truncate text-[0.9375rem] text-muted">{lastMessage}</span>
      <span className="self-center justify-self-end">
        <UnreadCount count={unread} />
      </span>
    </Link>
  )
}

const MoreRow = ({ to, name, count }: { to: string; name: string; count: number }) => (
  <li>
    <Link to={to} className={adminHomeRowClass}>
      <span>{name}</span>
      <UnreadCount count={count} />
    </Link>
  </li>
)
