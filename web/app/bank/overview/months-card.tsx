import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { MonthlySums } from '#contract/payments/months.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { monthName } from '../../shared/ui/figures/month-name.ts'
import { FiguresCard, FiguresTable } from './figures-card.tsx'
import { monthlySums } from './months-query.ts'

const MonthsChart = lazy(() => import('./months-chart.tsx').then((module) => ({ default: module.MonthsChart })))

/** Income and spending by month. */
export const MonthsCard = () => (
  <FiguresCard
    title={t('Income and spending')}
    covered="main"
    query={useQuery(monthlySums)}
    failureText={t('We couldn’t load your income and spending.')}
    isEmpty={(months) => months.every(({ deposits, transfers }) => deposits + transfers === 0)}
    emptyText={() => t('Your income and spending will appear here, month by month.')}
    chart={(months) => <MonthsChart months={months} />}
    table={(months) => <MonthsTable months={months} />}
  />
)

const MonthsTable = ({ months }: { months: MonthlySums[] }) => (
  <FiguresTable caption={t('Income and spending by month')} columns={[t('Month'), t('Income'), t('Spending')]}>
    <tbody>
      {months.toReversed().map(({ month, deposits, transfers }) => (
        <tr key={month} className="border-b border-line last:border-0">
          <th scope="row" className="py-2.5 text-start font-normal">
            {monthName(month, 'long')}
          </th>
          <td className="py-2.5 ps-3 text-end">
            <HideableAmount amount={deposits} />
          </td>
          <td className="py-2.5 ps-3 text-end">
            <HideableAmount amount={transfers} />
          </td>
        </tr>
      ))}
    </tbody>
  </FiguresTable>
)
