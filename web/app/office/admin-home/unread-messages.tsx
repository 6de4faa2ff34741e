import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Bell } from '#contract/notifications.ts'
import type { Conversation } from '#contract/support.ts'
import { bellQuery } from '../../shared/live/bell-query.ts'
import { ago } from '../age.ts'
import { conversationsQuery } from '../support/inbox-query.ts'
import { UnreadCount } from '../support/unread-count.tsx'
import { useLiveInbox } from '../support/use-live-inbox.ts'
import { TableFailed, TableShape } from '../table-parts.tsx'
import { DeskCard, DeskRest, deskLineClass } from './admin-home-card.tsx'

const SHOWN = 5

/** Who has written and was not read yet. Looking at this list reads nothing: opening a conversation does. */
export function DeskMessages() {
  const query = useInfiniteQuery(conversationsQuery(''))
  const bell = useQuery(bellQuery)
  useLiveInbox()
  const conversations = query.data?.pages.flatMap(({ items }) => items)
  const retry = () => {
    void query.refetch()
    void bell.refetch()
  }
  return (
    <DeskCard title="Unread messages" to="/dashboard/support" all="Open inbox">
      {/* Only both together know that nothing is unread; who has written, the list alone knows. */}
      {conversations && (bell.data || conversations.some(({ unread }) => unread > 0)) ? (
        <Unread conversations={conversations} hasMore={query.hasNextPage} office={bell.data?.office} />
      ) : query.isError || bell.isError ? (
        <TableFailed
          text="The conversations could not be loaded."
          onRetry={retry}
          busy={query.isFetching || bell.isFetching}
        />
      ) : (
        <TableShape rows={3} />
      )}
    </DeskCard>
  )
}

type UnreadProps = { office: Bell['office'] | undefined; conversations: Conversation[]; hasMore: boolean }

function Unread({ conversations, hasMore, office }: UnreadProps) {
  const unread = conversations.filter(({ unread }) => unread > 0)
  const shown = unread.slice(0, SHOWN)
  // Who wrote long ago stands on a later page of the list: of them the bell alone knows the number.
  const count = hasMore ? Math.max(unread.length, office?.conversations ?? 0) : unread.length
  const more = count - shown.length
  const letters = office?.contact ?? 0
  if (count + letters === 0) return <DeskRest>Everything has been read.</DeskRest>
  return (
    <ul className="divide-y divide-line">
      {shown.map((conversation) => (
        <li key={conversation.userId}>
          <Line conversation={conversation} />
        </li>
      ))}
      {more > 0 && <Others to="/dashboard/support" name="More conversations" count={more} />}
      {letters > 0 && <Others to="/dashboard/support?tab=contact" name="Contact form" count={letters} />}
    </ul>
  )
}

function Line({ conversation: { userId, name, lastMessage, lastMessageAt, unread } }: { conversation: Conversation }) {
  return (
    <Link to={`/dashboard/support?user=${userId}`} className={deskLineClass}>
      <span className="truncate font-medium">{name}</span>
      <time dateTime={lastMessageAt} className="figures text-right text-sm text-muted">
        {ago(lastMessageAt)}
      </time>
      <span className="truncate text-[0.9375rem] text-muted">{lastMessage}</span>
      <span className="self-center justify-self-end">
        <UnreadCount count={unread} />
      </span>
    </Link>
  )
}

const Others = ({ to, name, count }: { to: string; name: string; count: number }) => (
  <li>
    <Link to={to} className={deskLineClass}>
      <span>{name}</span>
      <UnreadCount count={count} />
    </Link>
  </li>
)
