import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { CircleCheckBig } from 'lucide-react'
import { useRef } from 'react'
import type { BankStatementEntry } from '#contract/external-money/bank-statements.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { PanelClose, SidePanel } from '../../parts/side-panel.tsx'
import { TableError } from '../../parts/table-parts.tsx'
import { entryQuery } from './entries-query.ts'
import { EntryDecision, type PanelProps } from './entry-decision.tsx'
import { EntryDetails } from './entry-details.tsx'
import { EntryStateChip } from './entry-state.tsx'

type Props = PanelProps & { id: string | undefined; isFinished: boolean; onClose: () => void }

/** One entry with everything that is known about it, beside the list. */
export function EntryPanel({ id, isFinished, onClose, ...rest }: Props) {
  // The last entry stays visible during the closing animation.
  const lastId = useRef(id)
  if (id) lastId.current = id
  const shownId = id ?? lastId.current
  return (
    <SidePanel open={id !== undefined} onClose={onClose}>
      {isFinished && <AllDone headingRef={rest.headingRef} />}
      {shownId && !isFinished && <OpenEntry key={shownId} id={shownId} {...rest} />}
    </SidePanel>
  )
}

function OpenEntry({ id, headingRef, ...rest }: PanelProps & { id: string }) {
  const query = useQuery(entryQuery(id))
  const { data: entry } = query
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  return (
    <>
      <PanelHeader entry={entry} headingRef={headingRef} />
      {entry ? (
        <EntryDecision entry={entry} headingRef={headingRef} {...rest}>
          <EntryDetails entry={entry} />
        </EntryDecision>
      ) : (
        <div className="px-5 sm:px-6">
          {query.isError ? (
            <TableError
              text={isMissing ? t('Line not found.') : t('Failed to load the line.')}
              onRetry={() => void query.refetch()}
              busy={query.isFetching}
            />
          ) : (
            <PanelSkeleton />
          )}
        </div>
      )}
    </>
  )
}

type PanelHeaderProps = Pick<PanelProps, 'headingRef'> & { entry: BankStatementEntry | undefined }

function PanelHeader({ entry, headingRef }: PanelHeaderProps) {
  return (
    <div className="flex items-start gap-3 px-5 pt-4 pb-4 sm:px-6">
      <div className="grid min-w-0 flex-1 gap-1">
        <Dialog.Title ref={headingRef} tabIndex={-1} className="flex flex-wrap items-baseline gap-x-3 outline-none">
          <span className="text-lg font-semibold">
            {entry ? (entry.amount < 0 ? t('Debit line') : t('Credit line')) : t('Line')}
          </span>
          {entry && <Amount amount={entry.amount} signed className="display text-3xl break-all" />}
        </Dialog.Title>
        {entry && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <EntryStateChip entry={entry} />
            <span className="wrap-anywhere">{entry.account.name}</span>
          </p>
        )}
      </div>
      <PanelClose />
    </div>
  )
}

function AllDone({ headingRef }: Pick<PanelProps, 'headingRef'>) {
  return (
    <div className="grid flex-1 content-center justify-items-center gap-3 px-6 text-center">
      <CircleCheckBig aria-hidden className="size-10 text-positive" />
      <Dialog.Title ref={headingRef} tabIndex={-1} className="display text-3xl outline-none">
        {t('All done')}
      </Dialog.Title>
      <p className="text-muted">{t('No other line on this page is waiting for a decision.')}</p>
      <Dialog.Close render={<Button variant="secondary" />}>{t('Close')}</Dialog.Close>
    </div>
  )
}

const PanelSkeleton = () => (
  <div role="status" className="grid gap-5">
    <Skeleton className="h-40 rounded-2xl" />
    <Skeleton className="h-24 rounded-2xl" />
    <span className="sr-only">{t('Loading...')}</span>
  </div>
)
