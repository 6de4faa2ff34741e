import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Fragment, useEffect } from 'react'
import type { TransactionCard } from '#contract/ledger/transaction.ts'
import type { SupportMessage } from '#contract/notifications/messages.ts'
import { t } from '../i18n/i18n.ts'
import { reloadBell } from '../live/bell-query.ts'
import { useLiveEvents } from '../live/live-events.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import type { Content } from '../ui/content.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { SentBubble, UnsentBubble } from './bubble.tsx'
import { type AboutTransaction, Composer, type ComposerTools } from './composer.tsx'
import { dayKey, dayName } from './days.ts'
import {
  addToThread,
  hasMessage,
  markSeen,
  messagesOf,
  reloadThread,
  type ThreadOwner,
  threadQuery,
} from './thread-query.ts'
import { removeUnsent, resend, send, useUnsentMessages } from './unsent-messages.ts'

type Props = {
  owner: ThreadOwner
  empty: Content
  cardHref?: (card: TransactionCard) => string
  about?: AboutTransaction
  /** Text to begin the message with. */
  draft?: string
  onClearAbout?: () => void
  hideAmounts?: boolean
  tools?: ComposerTools
  autoFocus?: boolean
  /** Shown instead of the message field to readers who can't write here. */
  readOnly?: Content
  className?: string
}

/** A thread with its unsent messages and the composer, for the customer or an administrator. */
export function Conversation({
  owner,
  empty,
  cardHref,
  about,
  draft,
  onClearAbout,
  hideAmounts,
  tools,
  readOnly,
  ...rest
}: Props) {
  const thread = useInfiniteQuery(threadQuery(owner))
  const unsent = useUnsentMessages(owner)
  const messages = messagesOf(thread.data)
  const known = new Set(messages.map(({ _id }) => _id))
  useLiveThread(owner)
  useEffect(() => {
    // Reading a reply in the thread marks its notification as read.
    if (owner === null && thread.dataUpdatedAt > 0) void reloadBell()
  }, [owner, thread.dataUpdatedAt])
  return (
    <div className={classNames('flex min-h-0 flex-col', rest.className)}>
      {/* A reversed column keeps the scroll position at the newest message. */}
      <section
        aria-label={t('Conversation')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable for keyboard scrolling
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-3 py-4 focus-visible:-outline-offset-2 sm:px-5"
      >
        <div role="log" aria-label={t('Messages')}>
          <ol className="grid grid-cols-1">
            {thread.hasNextPage && (
              <li className="grid justify-items-center">
                <Button variant="quiet" busy={thread.isFetchingNextPage} onClick={() => void thread.fetchNextPage()}>
                  {t('Show earlier messages')}
                </Button>
              </li>
            )}
            <Messages owner={owner} messages={messages} cardHref={cardHref} hideAmounts={hideAmounts} />
            {unsent
              .filter(({ _id }) => !known.has(_id))
              .map((one) => (
                <UnsentBubble
                  key={one._id}
                  unsent={one}
                  hideAmounts={hideAmounts}
                  onRetry={() => resend(owner, one)}
                  onRemove={() => removeUnsent(owner, one)}
                />
              ))}
          </ol>
        </div>
        {thread.isPending && <ThreadShape />}
        {thread.isError && !thread.data && <Failed busy={thread.isFetching} onRetry={() => void thread.refetch()} />}
        {thread.data && messages.length + unsent.length === 0 && (
          <div className="m-auto grid max-w-xs justify-items-center gap-3 py-8 text-center text-muted">
            <MessageCircle aria-hidden className="size-8 text-accent" strokeWidth={1.6} />
            {empty}
          </div>
        )}
      </section>
      {readOnly ?? (
        <Composer
          key={owner}
          label={t('Message')}
          onSend={(draft) => send(owner, draft)}
          about={about}
          draft={draft}
          onClearAbout={onClearAbout}
          hideAmounts={hideAmounts}
          tools={tools}
          autoFocus={rest.autoFocus}
        />
      )}
    </div>
  )
}

type MessagesProps = Pick<Props, 'owner' | 'cardHref' | 'hideAmounts'> & { messages: SupportMessage[] }

function Messages({ owner, messages, cardHref, hideAmounts }: MessagesProps) {
  return messages.map((message, index) => {
    const [before, after] = [messages[index - 1], messages[index + 1]]
    const newDay = !before || dayKey(before.createdAt) !== dayKey(message.createdAt)
    const own = message.isAdmin === (owner !== null)
    // The author's name is shown once per group; administrators see it on their own side too, because several reply.
    const startsAuthor = newDay || !sameAuthor(before, message)
    const author = !startsAuthor || (own && owner === null) ? null : (message.author ?? t('Support'))
    return (
      <Fragment key={message._id}>
        {newDay && (
          <li className="mt-4 flex items-center gap-3 first:mt-0 text-[0.8125rem] font-medium text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {dayName(message.createdAt)}
          </li>
        )}
        <SentBubble
          message={message}
          own={own}
          author={author}
          startsGroup={startsAuthor || !isSameGroup(before, message)}
          reader={owner === null ? 'person' : 'staff'}
          endsGroup={!after || !isSameGroup(message, after)}
          cardHref={cardHref}
          hideAmounts={hideAmounts}
        />
      </Fragment>
    )
  })
}

const sameAuthor = (one: SupportMessage, other: SupportMessage) =>
  one.isAdmin === other.isAdmin && one.author === other.author

/** Messages of one author within the same minute, and with the same delivery status. */
const isSameGroup = (one: SupportMessage, next: SupportMessage) =>
  sameAuthor(one, next) &&
  Math.floor(Date.parse(one.createdAt) / 60_000) === Math.floor(Date.parse(next.createdAt) / 60_000) &&
  (one.seenAt === null) === (next.seenAt === null)

async function receive(owner: ThreadOwner, message: SupportMessage) {
  await addToThread(owner, message)
  // The server has the message, even if the response to sending it was lost.
  removeUnsent(owner, message)
  const fromOtherSide = message.isAdmin === (owner === null)
  // Reloading the thread marks it as seen, so it only happens while the page is visible.
  if (fromOtherSide && document.visibilityState === 'visible') void reloadThread(owner)
}

/** Events of the office have ids only, so the thread is read again; by a hidden page when it is shown again. */
async function receiveId(owner: ThreadOwner, _id: string) {
  if (!hasMessage(owner, _id) && document.visibilityState === 'visible') await reloadThread(owner)
  if (hasMessage(owner, _id)) removeUnsent(owner, { _id })
}

function useLiveThread(owner: ThreadOwner) {
  useLiveEvents(({ reset, event }) => {
    if (reset) void reloadThread(owner)
    if (!event) return
    const office = event.kind.startsWith('office.')
    if (owner === null ? office : event.userId !== owner) return
    if (event.message) void receive(owner, event.message)
    else if (event.topic === 'message' && event.subjectId) void receiveId(owner, event.subjectId)
    if (event.topic === 'seen') markSeen(owner, owner === null, event.createdAt)
  })
}

const ThreadShape = () => (
  <div role="status" className="mb-auto grid w-full gap-4">
    <Skeleton className="h-12 w-3/5 rounded-2xl" />
    <Skeleton className="h-16 w-1/2 justify-self-end rounded-2xl" />
    <Skeleton className="h-12 w-2/5 rounded-2xl" />
    <span className="sr-only">{t('Loading...')}</span>
  </div>
)

function Failed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <div className="m-auto grid justify-items-center gap-3 py-8 text-center">
      <p role="alert" className="text-negative">
        {t('We couldn’t load this conversation.')}
      </p>
      <Button variant="secondary" busy={busy} onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}
