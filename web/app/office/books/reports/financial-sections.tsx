import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { balanceSheetFileName, profitAndLossFileName } from '#contract/books/report-formats.ts'
import { verbatim } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { useUrlParams } from '../../../shared/ui/page/use-url-params.ts'
import { DownloadButton } from '../../external-money/layout/download-button.tsx'
import { PanelSection } from '../../external-money/layout/panel-section.tsx'
import { TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { DayField } from './day-field.tsx'
import { type JournalRange, journalPresets } from './journal-presets.ts'
import { RangeChoice } from './range-choice.tsx'
import { ReportTable } from './report-table.tsx'
import { balanceSheetQuery, profitAndLossQuery, readDay } from './reports-query.ts'

const FORMATS = ['pdf', 'csv'] as const

/** Of the day of the trial balance above it. */
export function BalanceSheetSection() {
  const [params, changeAddress] = useUrlParams()
  const on = readDay(params.get('on'))
  const query = useQuery(balanceSheetQuery(on))
  const { data } = query
  const shown = on ?? data?.on
  return (
    <PanelSection
      title={t('Balance sheet')}
      actions={
        shown &&
        FORMATS.map((format) => (
          <DownloadButton
            key={format}
            path={`/admin/reports/balance-sheet?on=${shown}&format=${format}`}
            fileName={balanceSheetFileName(shown, format)}
          >
            {verbatim(format.toUpperCase())}
          </DownloadButton>
        ))
      }
    >
      <div className="px-5 pb-4">
        <DayField
          label={t('At the end of')}
          value={shown ?? ''}
          onChange={(day) => readDay(day) && changeAddress(() => new URLSearchParams({ on: day }))}
        />
      </div>
      {data && (
        <ReportTable
          label={t('Balance sheet')}
          busy={query.isPlaceholderData}
          lines={[
            { title: t('Total assets'), section: data.assets, total: data.assets.total },
            { title: t('Total liabilities'), section: data.liabilities, total: data.liabilities.total },
            { title: t('Total equity'), section: data.equity, total: data.equity.total },
            { title: t('Result so far'), total: data.result },
            { title: t('Liabilities, equity and result'), total: data.total },
          ]}
        />
      )}
      {!data && query.isError && (
        <TableError
          text={t('Failed to load the balance sheet.')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {!data && !query.isError && <TableSkeleton rows={6} />}
    </PanelSection>
  )
}

export function ProfitAndLossSection() {
  const presets = journalPresets(new Date())
  const [range, setRange] = useState<JournalRange>(presets[0].range)
  const isValid = Boolean(readDay(range.from) && readDay(range.to) && range.from <= range.to)
  const query = useQuery(profitAndLossQuery(range, isValid))
  const { data } = query
  return (
    <PanelSection
      title={t('Profit and loss')}
      actions={FORMATS.map((format) => (
        <DownloadButton
          key={format}
          path={`/admin/reports/profit-and-loss?from=${range.from}&to=${range.to}&format=${format}`}
          fileName={profitAndLossFileName(range.from, range.to, format)}
          disabled={!isValid}
        >
          {verbatim(format.toUpperCase())}
        </DownloadButton>
      ))}
    >
      <div className="grid gap-4 px-5 pb-4">
        <RangeChoice range={range} onChange={setRange} />
      </div>
      {data && (
        <ReportTable
          label={t('Profit and loss')}
          busy={query.isPlaceholderData}
          lines={[
            { title: t('Total income'), section: data.income, total: data.income.total },
            { title: t('Total expenses'), section: data.expenses, total: data.expenses.total },
            { title: t('Result'), total: data.result },
          ]}
        />
      )}
      {!data && query.isError && (
        <TableError
          text={t('Failed to load profit and loss.')}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
      {!data && !query.isError && <TableSkeleton rows={4} />}
    </PanelSection>
  )
}
