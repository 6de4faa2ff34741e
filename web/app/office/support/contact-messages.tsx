import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { MessageText } from '../../shared/chat/message-parts.tsx'
import { reloadBell } from '../../shared/live/bell-query.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { officeDate } from '../format-date.ts'
import { panelClass } from '../office-page.tsx'
import { contactQuery, newsletterQuery } from './inbox-query.ts'

/** What came in through the contact form. The sender has no account here: one answers by mail. */
export function ContactLetters() {
  const list = useInfiniteQuery(contactQuery)
  const letters = list.data?.pages.flatMap(({ items }) => items) ?? []
  const fresh = useFresh(letters, list.dataUpdatedAt)
  return (
    <Letters list={list} empty="Messages from the contact page appear here.">
      <ul aria-label="Contact messages" className="grid grid-cols-1 gap-3">
        {letters.map(({ _id, name, email, mobile, message, createdAt }) => (
          <li key={_id} className={`${panelClass} grid grid-cols-1 gap-2 p-4 sm:p-5`}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <h2 className="flex min-w-0 items-center gap-2 font-semibold">
                <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
                {fresh.has(_id) && <NewMark />}
              </h2>
              <time dateTime={createdAt} className="figures text-sm text-muted">
                {officeDate(createdAt)}
              </time>
            </div>
            <MessageText text={message} />
            <p className="flex flex-wrap gap-x-5 gap-y-1 text-[0.9375rem] text-muted">
              <a
                href={`mailto:${encodeURIComponent(email)}`}
                className="break-all text-accent underline underline-offset-4"
              >
                {email}
              </a>
              <span>{mobile}</span>
            </p>
          </li>
        ))}
      </ul>
    </Letters>
  )
}

export function NewsletterLetters() {
  const list = useInfiniteQuery(newsletterQuery)
  const signUps = list.data?.pages.flatMap(({ items }) => items) ?? []
  const fresh = useFresh(signUps, list.dataUpdatedAt)
  return (
    <Letters list={list} empty="Addresses from the newsletter field appear here.">
      <ul aria-label="Newsletter sign-ups" className={`${panelClass} divide-y divide-line`}>
        {signUps.map(({ _id, email, createdAt }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-6 px-4 py-3">
            <span className="flex min-w-0 items-center gap-2">
              <span className="min-w-0 break-all">{email}</span>
              {fresh.has(_id) && <NewMark />}
            </span>
            <time dateTime={createdAt} className="figures text-sm text-muted">
              {officeDate(createdAt)}
            </time>
          </li>
        ))}
      </ul>
    </Letters>
  )
}

const NewMark = () => (
  <span className="shrink-0 rounded-full bg-accent-soft px-2 py-0.5 text-xs font-semibold text-accent">New</span>
)

/** What was unread when it was first on this screen; for the bank it is read from then on, and the tab stops counting it. */
function useFresh(letters: { _id: string; unread: boolean }[], loadedAt: number): ReadonlySet<string> {
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const more = letters.filter(({ _id, unread }) => unread && !fresh.has(_id))
  if (more.length > 0) setFresh(new Set([...fresh, ...more.map(({ _id }) => _id)]))
  useEffect(() => {
    if (loadedAt > 0) void reloadBell()
  }, [loadedAt])
  return fresh
}

type LettersProps = {
  list: Pick<
    UseInfiniteQueryResult<{ pages: { items: unknown[] }[] }>,
    'data' | 'isError' | 'isFetching' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
  >
  empty: string
  children: ReactNode
}

function Letters({ list, empty, children }: LettersProps) {
  if (list.isError && !list.data)
    return (
      <div className="grid justify-items-start gap-3 py-4">
        <p role="alert" className="text-negative">
          The list could not be loaded.
        </p>
        <Button look="secondary" busy={list.isFetching} onClick={() => void list.refetch()}>
          Try again
        </Button>
      </div>
    )
  if (!list.data) return <Skeleton className="h-40 w-full rounded-2xl" />
  if (list.data.pages[0]?.items.length === 0) return <p className="py-6 text-muted">{empty}</p>
  return (
    <div className="grid grid-cols-1 gap-3">
      {children}
      {list.hasNextPage && (
        <Button
          look="quiet"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          className="justify-self-center"
        >
          Show more
        </Button>
      )}
    </div>
  )
}
