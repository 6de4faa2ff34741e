import { useInfiniteQuery } from '@tanstack/react-query'
import { msg } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Permitted } from '../../../shared/session/permitted.tsx'
import { LoadMore } from '../../../shared/ui/feedback/load-more.tsx'
import { rowShortcuts } from '../../keyboard/row-focus.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { TableEmpty, TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { ImportPanel } from '../import/import-panel.tsx'
import { PanelSection } from '../layout/panel-section.tsx'
import { AccountsPanel } from './accounts-panel.tsx'
import { StatementTable } from './statement-table.tsx'
import { statementsQuery } from './statements-query.ts'

const ERROR_TEXT = msg('Failed to load the bank statements.')

/** Statements of other banks: importing one, and those that were imported. */
export default function StatementsPage() {
  const query = useInfiniteQuery(statementsQuery)
  const statements = query.data?.pages.flatMap(({ items }) => items)
  useShortcuts(rowShortcuts())
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <Permitted permission="outside:manage">
        <ImportPanel />
      </Permitted>
      <PanelSection title={t('Imported statements')}>
        {!statements && query.isError && (
          <TableError text={t(ERROR_TEXT)} onRetry={() => void query.refetch()} busy={query.isFetching} />
        )}
        {!statements && !query.isError && <TableSkeleton rows={3} />}
        {statements?.length === 0 && (
          <TableEmpty title={t('No statements yet')}>
            <p className="max-w-prose text-muted">
              {t(
                'Export a statement at the other bank and import it here. Its lines are matched with deposits and transfers.',
              )}
            </p>
          </TableEmpty>
        )}
        {statements && statements.length > 0 && <StatementTable statements={statements} />}
      </PanelSection>
      <LoadMore pages={query} failedText={t(ERROR_TEXT)} />
      <AccountsPanel />
    </div>
  )
}
