import { useQuery } from '@tanstack/react-query'
import { managementFileName } from '#contract/books/report-formats.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { twoDigits } from '../../../shared/ui/figures/dates.ts'
import { DownloadButton } from '../../external-money/layout/download-button.tsx'
import { PanelSection } from '../../external-money/layout/panel-section.tsx'
import { TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { newCustomersQuery } from './reports-query.ts'

const FILES: { report: string; path: string; name: TextId }[] = [
  { report: 'customers', path: '/admin/reports/customers?months=24&format=csv', name: msg('New customers') },
  {
    report: 'dormant',
    path: '/admin/reports/dormant?months=12&limit=9999&format=csv',
    name: msg('Accounts without a booking for a year'),
  },
  { report: 'largest', path: '/admin/reports/largest?format=csv', name: msg('Largest balances') },
  { report: 'users', path: '/admin/users/export', name: msg('All people') },
]

const today = () => {
  const now = new Date()
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`
}

/** What those who run the bank ask for. */
export function ManagementSection() {
  const query = useQuery(newCustomersQuery)
  const { data } = query
  return (
    <PanelSection title={t('Customers and balances')}>
      <div className="flex flex-wrap gap-2 px-5 pb-4 print:hidden">
        {FILES.map(({ report, path, name }) => (
          <DownloadButton key={report} path={path} fileName={managementFileName(report, today())}>
            {joinTexts(', ', t(name), 'CSV' as Text)}
          </DownloadButton>
        ))}
      </div>
      {data && (
        <table aria-label={t('New customers')} className="w-full">
          <thead>
            <tr className="border-b border-line text-sm text-muted">
              <th scope="col" className="py-2 ps-5 text-start font-medium">
                {t('Month')}
              </th>
              <th scope="col" className="py-2 text-end font-medium">
                {t('New||customers')}
              </th>
              <th scope="col" className="py-2 text-end font-medium">
                {t('Closed||customers')}
              </th>
              <th scope="col" className="py-2 pe-5 text-end font-medium">
                {t('Total')}
              </th>
            </tr>
          </thead>
          <tbody className="figures">
            {data.map(({ month, opened, closed, total }) => (
              <tr key={month} className="border-b border-line last:border-b-0">
                <th scope="row" className="py-2 ps-5 text-start font-normal">
                  {month as Text}
                </th>
                <td className="py-2 text-end">{opened}</td>
                <td className="py-2 text-end">{closed}</td>
                <td className="py-2 pe-5 text-end">{total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!data && query.isError && (
        <TableError
          text={t('Failed to load the new customers.')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {!data && !query.isError && <TableSkeleton rows={4} />}
    </PanelSection>
  )
}
