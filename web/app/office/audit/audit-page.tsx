import { useInfiniteQuery } from '@tanstack/react-query'
import { ExportCsvButton } from '../../shared/export-csv-button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadMore } from '../../shared/ui/load-more.tsx'
import { useAddressParams } from '../../shared/ui/use-address-params.ts'
import { rowShortcuts } from '../keyboard/row-focus.ts'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { OfficePage, panelClass } from '../office-page.tsx'
import { TableEmpty, TableFailed, TableShape } from '../table-parts.tsx'
import { actsCsv } from './audit-csv.ts'
import { ActsTable } from './audit-table.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { actsPage, actsQuery } from './audit-query.ts'
import { type AuditView, readAuditView, writeAuditView } from './audit-view.ts'

const FAILED_TEXT = 'The audit log could not be loaded.'

export default function AuditPage() {
  const [params, changeAddress] = useAddressParams()
  const view = readAuditView(params)
  const query = useInfiniteQuery(actsQuery(view))
  const acts = query.data?.pages.flatMap(({ items }) => items)
  useShortcuts(rowShortcuts())
  const change = (changed: AuditView) => changeAddress((now) => writeAuditView({ ...readAuditView(now), ...changed }))
  return (
    <OfficePage
      title="Audit"
      actions={
        <ExportCsvButton
          name="audit"
          load={(cursor, more) => actsPage(view, cursor, more)}
          toCsv={actsCsv}
          disabled={!acts?.length}
        />
      }
    >
      <AuditFilters view={view} acts={acts ?? []} onChange={change} />
      <div className={classNames(panelClass, 'overflow-hidden')}>
        {acts && acts.length > 0 && <ActsTable acts={acts} onNarrow={change} />}
        {acts?.length === 0 && (
          <TableEmpty title="Nothing found">
            <p className="text-muted">What administrators do is written here, and can never be changed.</p>
          </TableEmpty>
        )}
        {!acts && !query.isError && <TableShape rows={8} />}
        {!acts && query.isError && (
          <TableFailed text={FAILED_TEXT} onRetry={() => void query.refetch()} busy={query.isFetching} />
        )}
      </div>
      <LoadMore
        more={query.hasNextPage}
        loading={query.isFetchingNextPage}
        failed={query.isFetchNextPageError}
        failedText={FAILED_TEXT}
        onMore={() => void query.fetchNextPage()}
      />
    </OfficePage>
  )
}
