import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Spending } from '#contract/labels.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadFailure } from '../../shared/ui/load-failure.tsx'
import { SelectField } from '../../shared/ui/select-field.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { cardClass } from '../page.tsx'
import { monthName } from './month-name.ts'
import { monthlySums } from './months-query.ts'
import { categoryName, SpendingChart } from './spending-chart.tsx'
import { spendingQuery } from './spending-query.ts'

/** A month's spending by category, as a chart and as a table. */
export function SpendingCard() {
  const [month, setMonth] = useState<string>()
  const spending = useQuery(spendingQuery(month))
  const [tableShown, setTableShown] = useState(false)
  const [titleId, tableId] = [useId(), useId()]
  const { data } = spending
  return (
    <section
      aria-labelledby={titleId}
      className={classNames(cardClass, 'grid content-start gap-4 px-5 pt-4 pb-5 sm:px-6 sm:pb-6')}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={titleId} className="text-lg font-semibold">
          Spending by category
        </h2>
        {data && data.categories.length > 0 && (
          <button
            type="button"
            aria-expanded={tableShown}
            aria-controls={tableId}
            onClick={() => setTableShown(!tableShown)}
            className="min-h-11 rounded-full text-[0.9375rem] font-semibold text-accent hover:underline"
          >
            {tableShown ? 'View as chart' : 'View as table'}
            <span className="sr-only">, spending by category</span>
          </button>
        )}
      </div>
      {data && <MonthSelect month={month ?? data.month} onChange={setMonth} />}
      {spending.isError && !data && (
        <LoadFailure text="We couldn’t load your spending." onRetry={spending.refetch} busy={spending.isFetching} />
      )}
      {spending.isPending && <Skeleton className="h-65 w-full rounded-2xl" />}
      {data?.categories.length === 0 && (
        <p className="text-muted">Nothing was spent in {monthName(data.month, 'long')}.</p>
      )}
      {data && data.categories.length > 0 && (
        <>
          {!tableShown && <SpendingChart categories={data.categories} />}
          <FiguresTable id={tableId} spending={data} shown={tableShown} />
        </>
      )}
    </section>
  )
}

function MonthSelect({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const { data = [] } = useQuery(monthlySums)
  return (
    <SelectField label="Month" value={month} onChange={(event) => onChange(event.target.value)}>
      {data.toReversed().map((known) => (
        <option key={known.month} value={known.month}>
          {monthName(known.month, 'long')}
        </option>
      ))}
      {!data.some((known) => known.month === month) && <option value={month}>{monthName(month, 'long')}</option>}
    </SelectField>
  )
}

/** Always in the markup, because screen readers use it instead of the chart. */
function FiguresTable({ id, spending, shown }: { id: string; spending: Spending; shown: boolean }) {
  return (
    <div id={id} className={classNames(!shown && 'sr-only')}>
      <table className="figures w-full">
        <caption className="sr-only">Spending by category in {monthName(spending.month, 'long')}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <th scope="col" className="py-2 text-left font-medium">
              Category
            </th>
            <th scope="col" className="py-2 pl-3 text-right font-medium">
              Spent
            </th>
          </tr>
        </thead>
        <tbody>
          {spending.categories.map((share) => (
            <tr key={share.category ?? ''} className="border-b border-line">
              <th scope="row" className="py-2.5 text-left font-normal">
                {categoryName(share)}
              </th>
              <td className="py-2.5 pl-3 text-right">
                <HideableAmount dollars={share.amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className="pt-2.5 text-left font-semibold">
              Total
            </th>
            <td className="pt-2.5 pl-3 text-right font-semibold">
              <HideableAmount dollars={spending.total} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
