import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { type Text, verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { cardClass } from '../page.tsx'
import { type Coverage, useCoverage } from './coverage.ts'

type Props<Data> = {
  title: Text
  covered: Coverage
  query: UseQueryResult<Data>
  failureText: Text
  isEmpty: (data: Data) => boolean
  emptyText: (data: Data) => Text
  /** Above the figures, such as the choice of a month. */
  choice?: (data: Data) => Content
  chart: (data: Data) => Content
  /** The chart has names and amounts that can be read and followed, so the table is there only on request. */
  chartIsText?: boolean
  table: (data: Data) => Content
  footer?: Content
}

/** Figures as a chart and, on request, as a table. */
export function FiguresCard<Data>(props: Props<Data>) {
  const { title, query, isEmpty } = props
  const { data } = query
  const [tableShown, setTableShown] = useState(false)
  const [titleId, tableId] = [useId(), useId()]
  const coverage = useCoverage(props.covered)
  return (
    <section
      aria-labelledby={titleId}
      className={classNames(cardClass, 'lay-out-when-near grid content-start gap-4 px-5 pt-4 pb-5 sm:px-6 sm:pb-6')}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id={titleId} className="text-lg font-semibold">
            {title}
          </h2>
          {coverage && <p className="text-sm text-muted">{coverage}</p>}
        </div>
        {data && !isEmpty(data) && (
          <button
            type="button"
            aria-expanded={tableShown}
            aria-controls={tableId}
            onClick={() => setTableShown(!tableShown)}
            className="min-h-11 rounded-full text-[0.9375rem] font-semibold text-accent hover:underline"
          >
            {tableShown ? t('Show chart') : t('Show table')}
            <span className="sr-only">
              {verbatim(' ')}
              {t('for {title}', { title })}
            </span>
          </button>
        )}
      </div>
      {data && props.choice?.(data)}
      {query.isError && !data && (
        <LoadFailure text={props.failureText} onRetry={query.refetch} busy={query.isFetching} />
      )}
      {query.isPending && <ChartSkeleton />}
      {data && isEmpty(data) && <p className="text-muted">{props.emptyText(data)}</p>}
      {data && !isEmpty(data) && (
        <>
          {!tableShown && <Suspense fallback={<ChartSkeleton />}>{props.chart(data)}</Suspense>}
          {/* Screen readers use it instead of a chart that is a picture. */}
          <div id={tableId} className={classNames(!tableShown && 'sr-only')}>
            {(tableShown || !props.chartIsText) && props.table(data)}
          </div>
        </>
      )}
      {data && props.footer}
    </section>
  )
}

const ChartSkeleton = () => <Skeleton className="h-65 w-full rounded-2xl" />

type TableProps = { caption: Text; columns: readonly [Text, ...Text[]]; children: Content }

/** The first column names the row, the others are amounts. */
export function FiguresTable({ caption, columns: [first, ...amounts], children }: TableProps) {
  return (
    <table className="figures w-full">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-sm text-muted">
          <th scope="col" className="py-2 text-start font-medium">
            {first}
          </th>
          {amounts.map((name) => (
            <th key={name} scope="col" className="py-2 ps-3 text-end font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  )
}
