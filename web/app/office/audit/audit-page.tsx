import { useInfiniteQuery } from '@tanstack/react-query'
import { msg } from '#contract/text-id.ts'
import { ExportCsvButton } from '../../shared/export-csv-button.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadMore } from '../../shared/ui/feedback/load-more.tsx'
import { useUrlParams } from '../../shared/ui/page/use-url-params.ts'
import { rowShortcuts } from '../keyboard/row-focus.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { OfficePage, panelClass } from '../layout/office-page.tsx'
import { TableEmpty, TableError, TableSkeleton } from '../parts/table-parts.tsx'
import { SavedFiltersMenu } from '../saved-filters/saved-filters-menu.tsx'
import { auditCsv } from './audit-csv.ts'
import { AuditFilters } from './audit-filters.tsx'
import { auditQuery, fetchAuditPage } from './audit-query.ts'
import { AuditTable } from './audit-table.tsx'
import { type AuditView, readAuditView, savedAudit, writeAuditView } from './audit-view.ts'

const ERROR_TEXT = msg('Failed to load the audit log.')

export default function AuditPage() {
  const [params, changeAddress] = useUrlParams()
  const view = readAuditView(params)
  const query = useInfiniteQuery(auditQuery(view))
  const entries = query.data?.pages.flatMap(({ items }) => items)
  useShortcuts(rowShortcuts())
  const change = (changed: AuditView) => changeAddress((now) => writeAuditView({ ...readAuditView(now), ...changed }))
  return (
    <OfficePage
      title={t('Audit')}
      actions={
        <div className="flex flex-wrap gap-2">
          <SavedFiltersMenu view={savedAudit(view)} />
          <ExportCsvButton
            name="audit"
            load={(cursor, more) => fetchAuditPage(view, cursor, more)}
            toCsv={auditCsv}
            disabled={!entries?.length}
          />
        </div>
      }
    >
      <AuditFilters view={view} entries={entries ?? []} onChange={change} />
      <div className={classNames(panelClass, 'overflow-hidden')}>
        {entries && entries.length > 0 && <AuditTable entries={entries} onFilter={change} />}
        {entries?.length === 0 && (
          <TableEmpty title={t('No entries found')}>
            <p className="text-muted">
              {Object.keys(view).length > 0
                ? t('Try removing a filter.')
                : t('What staff do is recorded here and can’t be changed.')}
            </p>
          </TableEmpty>
        )}
        {!entries && !query.isError && <TableSkeleton rows={8} />}
        {!entries && query.isError && (
          <TableError text={t(ERROR_TEXT)} onRetry={() => void query.refetch()} busy={query.isFetching} />
        )}
      </div>
      <LoadMore pages={query} failedText={t(ERROR_TEXT)} />
    </OfficePage>
  )
}
