import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheckBig } from 'lucide-react'
import { trialBalanceFileName } from '#contract/books/report-formats.ts'
import type { TrialBalance } from '#contract/books/reports.ts'
import { verbatim } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import { useUrlParams } from '../../../shared/ui/page/use-url-params.ts'
import { DownloadButton } from '../../external-money/layout/download-button.tsx'
import { PanelSection } from '../../external-money/layout/panel-section.tsx'
import { formatDateTime } from '../../parts/format-date.ts'
import { TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { DayField } from './day-field.tsx'
import { readDay, trialBalanceQuery } from './reports-query.ts'
import { TrialBalanceTable } from './trial-balance-table.tsx'

/** The balances of all accounts at the end of a day. The day is in the address. */
export function TrialBalanceSection() {
  const [params, changeAddress] = useUrlParams()
  const on = readDay(params.get('on'))
  const query = useQuery(trialBalanceQuery(on))
  const { data } = query
  const shown = on ?? data?.on
  const choose = (day: string) => {
    if (readDay(day)) changeAddress(() => new URLSearchParams({ on: day }))
  }
  return (
    <PanelSection
      title={t('Trial balance')}
      actions={
        shown && (
          <>
            <DownloadButton
              path={`/admin/reports/trial-balance?on=${shown}&format=pdf`}
              fileName={trialBalanceFileName(shown, 'pdf')}
            >
              {verbatim('PDF')}
            </DownloadButton>
            <DownloadButton
              path={`/admin/reports/trial-balance?on=${shown}&format=csv`}
              fileName={trialBalanceFileName(shown, 'csv')}
            >
              {verbatim('CSV')}
            </DownloadButton>
          </>
        )
      }
    >
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3 px-5 pb-4">
        <DayField label={t('At the end of')} value={shown ?? ''} onChange={choose} />
        {data && <Agreement balance={data} />}
      </div>
      {data && <TrialBalanceTable balance={data} busy={query.isPlaceholderData} />}
      {!data && query.isError && (
        <TableError
          text={t('Failed to load the trial balance.')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {!data && !query.isError && <TableSkeleton rows={6} />}
    </PanelSection>
  )
}

function Agreement({ balance: { totals, asOf, final } }: { balance: TrialBalance }) {
  const agrees = totals.debits === totals.credits && totals.debitBalance === totals.creditBalance
  const Icon = agrees ? CircleCheckBig : CircleAlert
  return (
    <p className="flex min-h-12 items-center gap-2 text-[0.9375rem]">
      <Icon aria-hidden className={classNames('size-5 shrink-0', agrees ? 'text-positive' : 'text-negative')} />
      <span>
        <span className={classNames('font-medium', agrees ? 'text-positive' : 'text-negative')}>
          {agrees ? t('Debits and credits agree.') : t('Debits and credits differ. Verify the books.')}
        </span>
        {verbatim(' ')}
        <span className="figures text-muted">
          {final ? t('This day is final.') : t('Preliminary, as of {asOf}.', { asOf: formatDateTime(asOf) })}
        </span>
      </span>
    </p>
  )
}
