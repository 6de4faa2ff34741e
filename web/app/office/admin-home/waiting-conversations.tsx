import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Bell } from '#contract/notifications/notifications.ts'
import type { Conversation } from '#contract/office/support.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { bellQuery } from '../../shared/live/bell-query.ts'
import { useCurrentAdmin } from '../layout/use-current-admin.ts'
import { formatAge, isJustNow } from '../parts/age.ts'
import { conversationsQuery, WAITING_CONVERSATIONS } from '../support/inbox-query.ts'
import { UnreadCount } from '../support/unread-count.tsx'
import { useLiveInbox } from '../support/use-live-inbox.ts'
import { AdminHomeCard, AdminHomeList, Age, adminHomeRowClass, ROW_COUNT } from './admin-home-card.tsx'

const INBOX = '/dashboard/support?state=waiting'

/** Customers whose last message is unanswered, the longest waiting first. Reading a conversation does not remove it. */
export function WaitingConversations() {
  const query = useInfiniteQuery(conversationsQuery(WAITING_CONVERSATIONS))
  const bell = useQuery(bellQuery)
  const me = useCurrentAdmin()
  useLiveInbox()
  // A colleague answers the own conversation.
  const waiting = query.data?.pages.flatMap(({ items }) => items).filter(({ userId }) => userId !== me._id)
  const isLoaded = waiting && (bell.data || waiting.length > 0)
  return (
    <AdminHomeCard title={t('Waiting for an answer')} to={INBOX} linkText={t('Open inbox')}>
      {/* Rows need only the list. The empty state needs the bell too: it counts the contact messages. */}
      <AdminHomeList
        items={isLoaded ? waiting : undefined}
        queries={[query, bell]}
        usual={3}
        emptyText={t('Every customer has an answer.')}
        keyOf={({ userId }) => userId}
        row={(conversation) => <ConversationRow conversation={conversation} />}
        {...around(waiting ?? [], query.hasNextPage, bell.data?.office)}
      />
    </AdminHomeCard>
  )
}

/** How many wait, and what the rows don't show. */
function around(waiting: readonly Conversation[], hasMore: boolean, office: Bell['office'] | undefined) {
  // Of the later pages only the number is known, from the bell.
  const count = hasMore ? Math.max(waiting.length, office?.conversations ?? 0) : waiting.length
  const beyond = count - Math.min(waiting.length, ROW_COUNT)
  const contactMessages = office?.contact ?? 0
  const oldest = waiting[0]?.waitingSince
  const summary = oldest && (
    <p className="border-b border-line px-5 py-2.5 text-sm text-muted">
      <Trans
        text={
          count > 99
            ? msg('99+ conversations wait, the oldest <0>{wait}</0>')
            : msg('{count, plural, one {# conversation waits} other {# conversations wait}}, the oldest <0>{wait}</0>')
        }
        parts={[(children) => <span className="figures whitespace-nowrap">{children}</span>]}
        values={{ count, wait: formatWait(oldest) }}
      />
    </p>
  )
  const more = (beyond > 0 || contactMessages > 0) && (
    <>
      {beyond > 0 && <MoreRow to={INBOX} name={t('More conversations')} count={beyond} what="waiting" />}
      {contactMessages > 0 && (
        <MoreRow
          to="/dashboard/support?tab=contact"
          name={t('Contact messages')}
          count={contactMessages}
          what="unread"
        />
      )}
    </>
  )
  return { summary, more }
}

function formatWait(since: string): Text {
  return isJustNow(since) ? t('for less than a minute') : t('for {age}', { age: formatAge(since) })
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
      <Age since={since}>{formatAge(since)}</Age>
      <span dir="auto" className="truncate text-[0.9375rem] text-muted">
        {lastMessage}
      </span>
      <span className="max-w-28 truncate text-end text-sm text-muted">
        {!assignedTo ? t('Unassigned') : assignedTo._id === me._id ? t('You') : assignedTo.fullName}
      </span>
    </Link>
  )
}

type MoreRowProps = { to: string; name: Text; count: number; what: 'unread' | 'waiting' }

const MoreRow = ({ to, name, count, what }: MoreRowProps) => (
  <li>
    <Link to={to} className={adminHomeRowClass}>
      <span>{name}</span>
      <UnreadCount count={count} what={what} />
    </Link>
  </li>
)
