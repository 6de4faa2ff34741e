import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Conversation } from '#contract/support.ts'
import { bellQuery } from '../../shared/live/bell-query.ts'
import { ago } from '../age.ts'
import { conversationsQuery } from '../support/inbox-query.ts'
import { UnreadCount } from '../support/unread-count.tsx'
import { useLiveInbox } from '../support/use-live-inbox.ts'
import { TableFailed, TableShape } from '../table-parts.tsx'
import { DeskCard, DeskRest, deskLineClass } from './desk-card.tsx'

const SHOWN = 5

/** Who has written and was not read yet. Looking at this list reads nothing: opening a conversation does. */
export function DeskMessages() {
  const query = useInfiniteQuery(conversationsQuery(''))
  const { data: bell } = useQuery(bellQuery)
  useLiveInbox()
  const unread = query.data?.pages.flatMap(({ items }) => items).filter(({ unread }) => unread > 0)
  const letters = bell?.office?.contact ?? 0
  // Who wrote long ago stands on a later page of the list; the bell counts them too.
  const more = unread ? Math.max(0, (bell?.office?.conversations ?? 0) - Math.min(unread.length, SHOWN)) : 0
  return (
    <DeskCard title="Unread messages" to="/dashboard/support" all="Open inbox">
      {!unread && !query.isError && <TableShape rows={3} />}
      {!unread && query.isError && (
        <TableFailed
          text="The conversations could not be loaded."
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {unread && unread.length + letters + more === 0 && <DeskRest>Everything has been read.</DeskRest>}
      {unread && unread.length + letters + more > 0 && (
        <ul className="divide-y divide-line">
          {unread.slice(0, SHOWN).map((conversation) => (
            <li key={conversation.userId}>
              <Line conversation={conversation} />
            </li>
          ))}
          {more > 0 && <Others to="/dashboard/support" name="More conversations" count={more} />}
          {letters > 0 && <Others to="/dashboard/support?tab=contact" name="Contact form" count={letters} />}
        </ul>
      )}
    </DeskCard>
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
