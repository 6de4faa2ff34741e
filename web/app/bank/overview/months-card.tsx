import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import type { MonthlySums } from '#contract/months.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadFailure } from '../../shared/ui/load-failure.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { cardClass } from '../page.tsx'
import { monthName } from './month-name.ts'
import { monthlySums } from './months-query.ts'

const MonthsChart = lazy(() => import('./months-chart.tsx').then((module) => ({ default: module.MonthsChart })))

/** Income and spending by month, as a chart and as a table. */
export function MonthsCard() {
  const months = useQuery(monthlySums)
  const [tableShown, setTableShown] = useState(false)
  const hasMovements = months.data?.some(({ deposits, transfers }) => deposits + transfers > 0)
  const titleId = useId()
  const tableId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className={classNames(cardClass, 'grid content-start gap-3 px-5 pt-4 pb-5 sm:px-6 sm:pb-6')}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={titleId} className="text-lg font-semibold">
          Income and spending
        </h2>
        {hasMovements && (
          <button
            type="button"
            aria-expanded={tableShown}
            aria-controls={tableId}
            onClick={() => setTableShown(!tableShown)}
            className="min-h-11 rounded-full text-[0.9375rem] font-semibold text-accent hover:underline"
          >
            {tableShown ? 'Show chart' : 'Show table'}
          </button>
        )}
      </div>
      {months.isError && !months.data && (
        <LoadFailure
          text="We couldn’t load your income and spending."
          onRetry={months.refetch}
          busy={months.isFetching}
        />
      )}
      {months.isPending && <ChartSkeleton />}
      {months.data && !hasMovements && (
        <p className="text-muted">Your income and spending will appear here, month by month.</p>
      )}
      {months.data && (
        <>
          {!tableShown && hasMovements && (
            <Suspense fallback={<ChartSkeleton />}>
              <MonthsChart months={months.data} />
            </Suspense>
          )}
          <FiguresTable id={tableId} months={months.data} shown={tableShown} />
        </>
      )}
    </section>
  )
}

const ChartSkeleton = () => <Skeleton className="h-65 w-full rounded-2xl" />

/** Always in the markup, because screen readers use it instead of the chart. */
function FiguresTable({ id, months, shown }: { id: string; months: MonthlySums[]; shown: boolean }) {
  return (
    <div id={id} className={classNames(!shown && 'sr-only')}>
      <table className="figures w-full">
        <caption className="sr-only">Income and spending by month</caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <th scope="col" className="py-2 text-left font-medium">
              Month
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              Income
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              Spending
            </th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, deposits, transfers }) => (
            <tr key={month} className="border-b border-line last:border-0">
              <th scope="row" className="py-2.5 text-left font-normal">
                {monthName(month, 'long')}
              </th>
              <td className="py-2.5 pl-3 text-right">
                <HideableAmount dollars={deposits} />
              </td>
              <td className="py-2.5 pl-3 text-right">
                <HideableAmount dollars={transfers} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
