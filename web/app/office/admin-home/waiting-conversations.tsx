import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Bell } from '#contract/notifications.ts'
import type { Conversation } from '#contract/support.ts'
import { bellQuery } from '../../shared/live/bell-query.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { formatAge, isOverdue } from '../age.ts'
import { conversationsQuery, WAITING_CONVERSATIONS } from '../support/inbox-query.ts'
import { UnreadCount } from '../support/unread-count.tsx'
import { useLiveInbox } from '../support/use-live-inbox.ts'
import { TableError, TableSkeleton } from '../table-parts.tsx'
import { useCurrentAdmin } from '../use-current-admin.ts'
import { AdminHomeCard, AdminHomeEmpty, adminHomeRowClass } from './admin-home-card.tsx'

const ROW_COUNT = 5
const INBOX = '/dashboard/support?state=waiting'

/** Customers whose last message is unanswered, the longest waiting first. Reading a conversation does not remove it. */
export function WaitingConversations() {
  const query = useInfiniteQuery(conversationsQuery(WAITING_CONVERSATIONS))
  const bell = useQuery(bellQuery)
  const me = useCurrentAdmin()
  useLiveInbox()
  // A colleague answers the own conversation.
  const waiting = query.data?.pages.flatMap(({ items }) => items).filter(({ userId }) => userId !== me._id)
  const retry = () => {
    void query.refetch()
    void bell.refetch()
  }
  return (
    <AdminHomeCard title="Waiting for an answer" to={INBOX} linkText="Open inbox">
      {/* Rows need only the list. The empty state needs the bell too: it counts the contact messages. */}
      {waiting && (bell.data || waiting.length > 0) ? (
        <WaitingList waiting={waiting} hasMore={query.hasNextPage} office={bell.data?.office} />
      ) : query.isError || bell.isError ? (
        <TableError text="Failed to load conversations." onRetry={retry} busy={query.isFetching || bell.isFetching} />
      ) : (
        <TableSkeleton rows={3} />
      )}
    </AdminHomeCard>
  )
}

type WaitingListProps = { office: Bell['office'] | undefined; waiting: Conversation[]; hasMore: boolean }

function WaitingList({ waiting, hasMore, office }: WaitingListProps) {
  const shown = waiting.slice(0, ROW_COUNT)
  // Of the later pages only the number is known, from the bell.
  const count = hasMore ? Math.max(waiting.length, office?.conversations ?? 0) : waiting.length
  const more = count - shown.length
  const contactMessages = office?.contact ?? 0
  const oldest = waiting[0]?.waitingSince
  if (count + contactMessages === 0) return <AdminHomeEmpty>Every customer has an answer.</AdminHomeEmpty>
  return (
    <>
      {oldest && (
        <p className="border-b border-line px-5 py-2.5 text-sm text-muted">
          {count === 1 ? '1 conversation waits' : `${count > 99 ? '99+' : count} conversations wait`}, the oldest{' '}
          <span className="figures whitespace-nowrap">{formatWait(oldest)}</span>
        </p>
      )}
      <ul className="divide-y divide-line">
        {shown.map((conversation) => (
          <li key={conversation.userId}>
            <ConversationRow conversation={conversation} />
          </li>
        ))}
        {more > 0 && <MoreRow to={INBOX} name="More conversations" count={more} what="waiting" />}
        {contactMessages > 0 && (
          <MoreRow to="/dashboard/support?tab=contact" name="Contact messages" count={contactMessages} what="unread" />
        )}
      </ul>
    </>
  )
}

function formatWait(since: string): string {
  const age = formatAge(since)
  return age === 'just now' ? 'for less than a minute' : `for ${age}`
}

function ConversationRow({
  conversation: { userId, name, lastMessage, lastMessageAt, waitingSince, assignedTo },
}: {
  conversation: Conversation
}) {
  const since = waitingSince ?? lastMessageAt
  const me = useCurrentAdmin()
  return (
    <Link to={`/dashboard/support?user=${userId}`} className={adminHomeRowClass}>
      <span className="truncate font-medium">{name}</span>
      <time
        dateTime={since}
        className={classNames(
          'figures text-right text-sm',
          isOverdue(since) ? 'font-medium text-warning' : 'text-muted',
        )}
      >
        {formatAge(since)}
      </time>
      <span className="truncate text-[0.9375rem] text-muted">{lastMessage}</span>
      <span className="max-w-28 truncate text-right text-sm text-muted">
        {!assignedTo ? 'Unassigned' : assignedTo._id === me._id ? 'You' : assignedTo.fullName}
      </span>
    </Link>
  )
}

type MoreRowProps = { to: string; name: string; count: number; what: 'unread' | 'waiting' }

const MoreRow = ({ to, name, count, what }: MoreRowProps) => (
  <li>
    <Link to={to} className={adminHomeRowClass}>
      <span>{name}</span>
      <UnreadCount count={count} what={what} />
    </Link>
  </li>
)
