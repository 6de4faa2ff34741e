import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Text } from '#contract/text.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { panelClass } from '../layout/office-page.tsx'
import { isOverdue } from '../parts/age.ts'
import { TableError, TableSkeleton } from '../parts/table-parts.tsx'

type Props = { title: Text; to: string; linkText: Text; children: Content }

export function AdminHomeCard({ title, to, linkText, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classNames(panelClass, 'overflow-hidden')}>
      <div className="flex items-center justify-between gap-4 border-b border-line py-1.5 pe-3 ps-5">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <Link
          to={to}
          className="inline-flex min-h-9 items-center rounded-full px-2 text-[0.9375rem] font-semibold text-accent hover:underline pointer-coarse:min-h-11"
        >
          {linkText}
        </Link>
      </div>
      {children}
    </section>
  )
}

export const adminHomeRowClass =
  'grid min-h-14 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-4 px-5 py-2 hover:bg-ink/3 focus-visible:-outline-offset-2'

export const ROW_COUNT = 5

type ListProps<Item> = {
  /** Undefined while they load, or if they failed to. */
  items: readonly Item[] | undefined
  /** What loads them; those that failed are tried again. */
  queries: readonly Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>[]
  /** Without it the failure is only logged, and can be tried again. */
  failedText?: Text
  emptyText: Text
  keyOf: (item: Item) => string
  row: (item: Item) => Content
  /** How many rows the skeleton has. */
  usual: number
  /** Above the rows. */
  summary?: Content
  /** List items below the rows. */
  more?: Content
}

/** The first rows of a card, while they load, if they fail, and if there are none. */
export function AdminHomeList<Item>({ items, queries, usual, keyOf, row, summary, more, ...texts }: ListProps<Item>) {
  const failed = queries.filter(({ isError }) => isError)
  if (!items && failed.length > 0)
    return (
      <TableError
        text={texts.failedText}
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        busy={failed.some(({ isFetching }) => isFetching)}
      />
    )
  if (!items) return <TableSkeleton rows={usual} />
  if (items.length === 0 && !more) return <p className="px-5 py-6 text-muted">{texts.emptyText}</p>
  return (
    <>
      {summary}
      <ul className="divide-y divide-line">
        {items.slice(0, ROW_COUNT).map((item) => (
          <li key={keyOf(item)}>{row(item)}</li>
        ))}
        {more}
      </ul>
    </>
  )
}

/** How long something has waited; more than a day stands out. */
export const Age = ({ since, children }: { since: string; children: Content }) => (
  <time
    dateTime={since}
    className={classNames('figures text-end text-sm', isOverdue(since) ? 'font-medium text-warning' : 'text-muted')}
  >
    {children}
  </time>
)
