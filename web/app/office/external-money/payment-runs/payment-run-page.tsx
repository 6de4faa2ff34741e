import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { paymentFileName } from '#contract/external-money/payment-file-formats.ts'
import type { PaymentRunDetails, RunPayment } from '#contract/external-money/payment-runs.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Permitted } from '../../../shared/session/permitted.tsx'
import { ButtonLink } from '../../../shared/ui/button.tsx'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { LeftToRight } from '../../../shared/ui/page/left-to-right.tsx'
import { panelClass } from '../../layout/office-page.tsx'
import { reloadOffice } from '../../layout/office-query.ts'
import { formatDateTime } from '../../parts/format-date.ts'
import { TableEmpty, TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { DownloadButton } from '../layout/download-button.tsx'
import { EXTERNAL_MONEY } from '../layout/external-money-pages.ts'
import { PanelSection } from '../layout/panel-section.tsx'
import { CancelRun } from './cancel-run.tsx'
import { Fact, Facts } from './facts.tsx'
import { MarkSent } from './mark-sent.tsx'
import { paymentRunQuery } from './payment-runs-query.ts'
import { PaymentTable } from './payment-table.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import { RunState } from './run-state.tsx'

export default function PaymentRunPage() {
  const { id = '' } = useParams()
  const query = useQuery(paymentRunQuery(id))
  const isMissing = query.error instanceof ApiError && [400, 404].includes(query.error.status)
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <Link
        to={EXTERNAL_MONEY.runs.to}
        className="inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-full text-sm font-medium text-muted hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4.5" />
        {t('All payment runs')}
      </Link>
      {query.data ? (
        <Run run={query.data} />
      ) : (
        <div className={panelClass}>
          {isMissing ? (
            <TableEmpty title={t('Payment run not found')}>
              <ButtonLink to={EXTERNAL_MONEY.runs.to} variant="secondary">
                {t('All payment runs')}
              </ButtonLink>
            </TableEmpty>
          ) : query.isError ? (
            <TableError
              text={t('Failed to load the payment run.')}
              onRetry={() => void query.refetch()}
              busy={query.isFetching}
            />
          ) : (
            <TableSkeleton rows={6} />
          )}
        </div>
      )}
    </div>
  )
}

function Run({ run }: { run: PaymentRunDetails }) {
  const [returning, setReturning] = useState<RunPayment | null>(null)
  return (
    <>
      <PanelSection title={t('Payment run {number}', { number: run.number })} beside={<RunState state={run.state} />}>
        <Facts>
          <Fact name={t('Total')}>
            <Amount amount={run.total} className="font-display text-2xl whitespace-nowrap" />
          </Fact>
          <Fact name={t('Payments')}>
            <span className="figures font-display text-2xl">{run.count}</span>
          </Fact>
          <Fact name={t('Paid from')}>
            {run.account.name}
            <span className="figures block text-sm text-muted">
              <LeftToRight>{run.account.number}</LeftToRight>
            </span>
          </Fact>
          <Fact name={t('Made')}>
            <span className="figures">{formatDateTime(run.createdAt)}</span>
            <span className="block text-sm text-muted">{run.createdBy.fullName}</span>
          </Fact>
        </Facts>
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-5 py-4">
          {run.state !== 'cancelled' && <Downloads run={run} />}
          {run.state === 'open' && (
            <Permitted permission="outside:manage">
              <MarkSent run={run} />
              <CancelRun run={run} />
            </Permitted>
          )}
          {run.sentAt && (
            <p className="figures text-sm text-muted">
              {t('Sent {date} by {name}', { date: formatDateTime(run.sentAt), name: run.sentBy?.fullName ?? '' })}
            </p>
          )}
          {run.cancelledAt && (
            <p className="figures text-sm text-muted">
              {t('Cancelled {date} by {name}. Its payments are free for another run.', {
                date: formatDateTime(run.cancelledAt),
                name: run.cancelledBy?.fullName ?? '',
              })}
            </p>
          )}
        </div>
        {run.state === 'open' && (
          <p className="border-t border-line bg-sunken px-5 py-3 text-[0.9375rem] text-muted">
            {t(
              'Give the file to the outside bank, then mark the run as sent. The file never changes: downloading it twice gives the same bytes.',
            )}
          </p>
        )}
      </PanelSection>
      <PanelSection title={t('Payments')}>
        <PaymentTable payments={run.payments} {...(run.state !== 'cancelled' && { onReturn: setReturning })} />
      </PanelSection>
      <ReturnDialog payment={returning} onClose={() => setReturning(null)} />
    </>
  )
}

const Downloads = ({ run }: { run: PaymentRunDetails }) => (
  <>
    <DownloadButton
      variant={run.state === 'open' ? 'primary' : 'secondary'}
      path={`/admin/payment-runs/${run._id}/file?format=pain001`}
      fileName={paymentFileName(run.number, 'pain001')}
      onSaved={reloadOffice}
    >
      {t('Download pain.001')}
    </DownloadButton>
    <DownloadButton
      path={`/admin/payment-runs/${run._id}/file?format=csv`}
      fileName={paymentFileName(run.number, 'csv')}
      onSaved={reloadOffice}
    >
      {t('Download CSV')}
    </DownloadButton>
  </>
)
