import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Spending } from '#contract/payments/labels.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { monthName } from '../../shared/ui/figures/month-name.ts'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'
import { FiguresCard, FiguresTable } from './figures-card.tsx'
import { monthlySums } from './months-query.ts'
import { categoryName, SpendingChart } from './spending-chart.tsx'
import { spendingQuery } from './spending-query.ts'

/** A month's spending by category. */
export function SpendingCard() {
  const [month, setMonth] = useState<string>()
  return (
    <FiguresCard
      title={t('Spending by category')}
      covered="all"
      query={useQuery(spendingQuery(month))}
      failureText={t('We couldn’t load your spending.')}
      isEmpty={({ categories }) => categories.length === 0}
      emptyText={(spending) => t('Nothing was spent in {month}.', { month: monthName(spending.month, 'long') })}
      choice={(spending) => <MonthSelect month={month ?? spending.month} onChange={setMonth} />}
      chart={({ categories }) => <SpendingChart categories={categories} />}
      table={(spending) => <SpendingTable spending={spending} />}
    />
  )
}

function MonthSelect({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const { data = [] } = useQuery(monthlySums)
  return (
    <SelectField label={t('Month')} value={month} onChange={(event) => onChange(event.target.value)}>
      {data.toReversed().map((known) => (
        <option key={known.month} value={known.month}>
          {monthName(known.month, 'long')}
        </option>
      ))}
      {!data.some((known) => known.month === month) && <option value={month}>{monthName(month, 'long')}</option>}
    </SelectField>
  )
}

const SpendingTable = ({ spending }: { spending: Spending }) => (
  <FiguresTable
    caption={t('Spending by category in {month}', { month: monthName(spending.month, 'long') })}
    columns={[t('Category'), t('Spent')]}
  >
    <tbody>
      {spending.categories.map((share) => (
        <tr key={share.category ?? ''} className="border-b border-line">
          <th scope="row" className="py-2.5 text-start font-normal">
            {categoryName(share)}
          </th>
          <td className="py-2.5 ps-3 text-end">
            <HideableAmount amount={share.amount} />
          </td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row" className="pt-2.5 text-start font-semibold">
          {t('Total')}
        </th>
        <td className="pt-2.5 ps-3 text-end font-semibold">
          <HideableAmount amount={spending.total} />
        </td>
      </tr>
    </tfoot>
  </FiguresTable>
)
