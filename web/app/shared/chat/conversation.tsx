import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Fragment, type ReactNode, useEffect } from 'react'
import type { SupportMessage, TransactionCard } from '#contract/support.ts'
import { reloadBell } from '../live/bell-query.ts'
import { useLiveEvents } from '../live/live-events.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { SentBubble, UnsentBubble } from './bubble.tsx'
import { type About, Composer, type Tools } from './composer.tsx'
import { dayKey, dayName } from './days.ts'
import { addToThread, markSeen, messagesOf, reloadThread, type ThreadOf, threadQuery } from './thread-query.ts'
import { giveUp, send, sendAgain, useUnsent } from './unsent-messages.ts'

type Props = {
  /** Whose thread; null is one's own. */
  of: ThreadOf
  empty: ReactNode
  cardHref?: (card: TransactionCard) => string
  about?: About
  onForgetAbout?: () => void
  hideAmounts?: boolean
  tools?: Tools
  autoFocus?: boolean
  className?: string
}

/** A thread as one side sees it, with what is being sent, and the field to write in. */
export function Conversation({ of, empty, cardHref, about, onForgetAbout, hideAmounts, tools, ...rest }: Props) {
  const thread = useInfiniteQuery(threadQuery(of))
  const unsent = useUnsent(of)
  const messages = messagesOf(thread.data)
  const known = new Set(messages.map(({ _id }) => _id))
  useLiveThread(of)
  useEffect(() => {
    // To read an answer here is to have read its notification as well.
    if (of === null && thread.dataUpdatedAt > 0) void reloadBell()
  }, [of, thread.dataUpdatedAt])
  return (
    <div className={classNames('flex min-h-0 flex-col', rest.className)}>
      {/* Upside down, so that it stays at its end by itself, whatever is added on either side. */}
      <section
        aria-label="Conversation"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable to be scrolled with the keyboard
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-3 py-4 focus-visible:-outline-offset-2 sm:px-5"
      >
        <div role="log" aria-label="Messages">
          <ol className="grid grid-cols-1">
            {thread.hasNextPage && (
              <li className="grid justify-items-center">
                <Button variant="quiet" busy={thread.isFetchingNextPage} onClick={() => void thread.fetchNextPage()}>
                  Earlier messages
                </Button>
              </li>
            )}
            <Messages of={of} messages={messages} cardHref={cardHref} hideAmounts={hideAmounts} />
            {unsent
              .filter(({ _id }) => !known.has(_id))
              .map((one) => (
                <UnsentBubble
                  key={one._id}
                  unsent={one}
                  hideAmounts={hideAmounts}
                  onRetry={() => sendAgain(of, one)}
                  onRemove={() => giveUp(of, one)}
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
      <Composer
        key={of}
        label="Message"
        onSend={(draft) => send(of, draft)}
        about={about}
        onForgetAbout={onForgetAbout}
        hideAmounts={hideAmounts}
        tools={tools}
        autoFocus={rest.autoFocus}
      />
    </div>
  )
}

type MessagesProps = Pick<Props, 'of' | 'cardHref' | 'hideAmounts'> & { messages: SupportMessage[] }

function Messages({ of, messages, cardHref, hideAmounts }: MessagesProps) {
  return messages.map((message, index) => {
    const [before, after] = [messages[index - 1], messages[index + 1]]
    const newDay = !before || dayKey(before.createdAt) !== dayKey(message.createdAt)
    const own = message.isAdmin === (of !== null)
    // A name above the first of several: for the office its own side too, because several people answer there.
    const first = newDay || !sameAuthor(before, message)
    const author = !first || (own && of === null) ? null : (message.author ?? 'Support')
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
          apart={first || !inOneGo(before, message)}
          last={!after || !inOneGo(message, after)}
          cardHref={cardHref}
          hideAmounts={hideAmounts}
        />
      </Fragment>
    )
  })
}

const sameAuthor = (one: SupportMessage, other: SupportMessage) =>
  one.isAdmin === other.isAdmin && one.author === other.author

/** Said within the same minute, and as far on its way as the next one. */
const inOneGo = (one: SupportMessage, next: SupportMessage) =>
  sameAuthor(one, next) &&
  Math.floor(Date.parse(one.createdAt) / 60_000) === Math.floor(Date.parse(next.createdAt) / 60_000) &&
  (one.seenAt === null) === (next.seenAt === null)

function useLiveThread(of: ThreadOf) {
  useLiveEvents(({ reset, event }) => {
    if (reset) void reloadThread(of)
    if (!event) return
    const office = event.kind.startsWith('office.')
    if (of === null ? office : event.userId !== of) return
    if (event.message) {
      addToThread(of, event.message)
      // It has arrived, whatever became of the answer to sending it.
      giveUp(of, event.message)
      const theirs = event.message.isAdmin === (of === null)
      // Asking for the thread is what says 'seen', and nobody sees a page in the background.
      if (theirs && document.visibilityState === 'visible') void reloadThread(of)
    }
    if (event.topic === 'seen') markSeen(of, of === null, event.createdAt)
  })
}

const ThreadShape = () => (
  <div role="status" className="mb-auto grid w-full gap-4">
    <Skeleton className="h-12 w-3/5 rounded-2xl" />
    <Skeleton className="h-16 w-1/2 justify-self-end rounded-2xl" />
    <Skeleton className="h-12 w-2/5 rounded-2xl" />
    <span className="sr-only">Loading...</span>
  </div>
)

function Failed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <div className="m-auto grid justify-items-center gap-3 py-8 text-center">
      <p role="alert" className="text-negative">
        The conversation could not be loaded.
      </p>
      <Button variant="secondary" busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
