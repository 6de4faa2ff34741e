import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Spending } from '#contract/payments/labels.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { monthName } from '../../shared/ui/figures/month-name.ts'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'
import { budgetsQuery } from '../budgets/budgets-query.ts'
import { FiguresCard, FiguresTable } from './figures-card.tsx'
import { monthlySums } from './months-query.ts'
import { categoryName, SpendingChart } from './spending-chart.tsx'
import { spendingQuery } from './spending-query.ts'

/** A month's spending by category. */
export function SpendingCard() {
  const [month, setMonth] = useState<string>()
  const { data: { budgets } = { budgets: [] } } = useQuery(budgetsQuery)
  return (
    <FiguresCard
      title={t('Spending by category')}
      covered="all"
      query={useQuery(spendingQuery(month))}
      failureText={t('We couldn’t load your spending.')}
      isEmpty={({ categories }) => categories.length === 0 && budgets.length === 0}
      emptyText={(spending) => t('Nothing was spent in {month}.', { month: monthName(spending.month, 'long') })}
      choice={(spending) => <MonthSelect month={month ?? spending.month} onChange={setMonth} />}
      chart={(spending) => <SpendingChart spending={spending} budgets={budgets} />}
      chartIsText
      footer={
        <Link to="/dashboard/budgets" className={budgetsLinkClass}>
          {budgets.length > 0 ? t('Edit budgets') : t('Set budgets')}
        </Link>
      }
      table={(spending) => <SpendingTable spending={spending} />}
    />
  )
}

const budgetsLinkClass =
  'inline-flex min-h-11 items-center justify-self-start rounded-full text-[0.9375rem] font-semibold text-accent hover:underline'

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
