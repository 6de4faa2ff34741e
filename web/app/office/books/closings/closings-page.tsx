import { useQuery } from '@tanstack/react-query'
import { CLOSING_DOCUMENT_NAMES } from '#contract/books/closing-documents.ts'
import type { Closing } from '#contract/books/closings.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { useHasPermission } from '../../../shared/session/permitted.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { panelClass } from '../../layout/office-page.tsx'
import { TableEmpty, TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { ClosingCard } from './closing-card.tsx'
import { closingsQuery } from './closings-query.ts'
import { ProposeClosing } from './propose-closing.tsx'

export default function ClosingsPage() {
  const mayManage = useHasPermission('books:manage')
  const query = useQuery({ ...closingsQuery, refetchInterval: ({ state }) => (isWaiting(state.data) ? 5_000 : false) })
  const { data } = query
  const waits = data?.some(({ state }) => state === 'proposed') ?? true
  const last = data?.find(({ state }) => state === 'closed')
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      {mayManage && !waits && <ProposeClosing />}
      {data?.map((closing) => (
        <ClosingCard key={closing._id} closing={closing} isLast={closing === last} />
      ))}
      {!data?.length && (
        <div className={classNames(panelClass)}>
          {data && <TableEmpty title={t('No period has been closed yet')} />}
          {!data && query.isError && (
            <TableError
              text={t('Failed to load the closings.')}
              onRetry={() => void query.refetch()}
              busy={query.isFetching}
            />
          )}
          {!data && !query.isError && <TableSkeleton rows={4} />}
        </div>
      )}
    </div>
  )
}

/** Documents are made within a minute of the confirmation. */
const isWaiting = (closings: readonly Closing[] | undefined) =>
  closings?.some(({ state, documents }) => state === 'closed' && documents.length < CLOSING_DOCUMENT_NAMES.length) ??
  false
