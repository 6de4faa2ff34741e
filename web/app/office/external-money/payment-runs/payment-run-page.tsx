import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft, CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { paymentFileName } from '#contract/external-money/payment-file-formats.ts'
import type { markPaymentRunSent, PaymentRunDetails, RunPayment } from '#contract/external-money/payment-runs.ts'
import type { Text } from '#contract/text.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Permitted } from '../../../shared/session/permitted.tsx'
import { showError } from '../../../shared/show-error.ts'
import { Button, ButtonLink } from '../../../shared/ui/button.tsx'
import type { Content } from '../../../shared/ui/content.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { panelClass } from '../../layout/office-page.tsx'
import { reloadOffice } from '../../layout/office-query.ts'
import { formatDateTime } from '../../parts/format-date.ts'
import { TableEmpty, TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { DownloadButton } from '../layout/download-button.tsx'
import { EXTERNAL_MONEY } from '../layout/external-money-pages.ts'
import { PanelSection } from '../layout/panel-section.tsx'
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
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-5 pb-4 sm:gap-x-8 lg:grid-cols-4">
          <Fact name={t('Total')}>
            <Amount amount={run.total} className="font-display text-2xl" />
          </Fact>
          <Fact name={t('Payments')}>
            <span className="figures font-display text-2xl">{run.count}</span>
          </Fact>
          <Fact name={t('Paid from')}>
            {run.paidFrom.name}
            <span className="figures block text-sm text-muted">{run.paidFrom.number}</span>
          </Fact>
          <Fact name={t('Made')}>
            <span className="figures">{formatDateTime(run.createdAt)}</span>
            <span className="block text-sm text-muted">{run.createdBy.fullName}</span>
          </Fact>
        </dl>
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-5 py-4">
          <DownloadButton
            variant={run.state === 'open' ? 'primary' : 'secondary'}
            path={`/admin/payment-runs/${run._id}/file?format=pain001`}
            fileName={paymentFileName(run.number, 'pain001')}
          >
            {t('Download pain.001')}
          </DownloadButton>
          <DownloadButton
            path={`/admin/payment-runs/${run._id}/file?format=csv`}
            fileName={paymentFileName(run.number, 'csv')}
          >
            {t('Download CSV')}
          </DownloadButton>
          <Permitted permission="outside:manage">
            <MarkSent run={run} />
          </Permitted>
          {run.sentAt && (
            <p className="figures text-sm text-muted">
              {t('Sent {date} by {name}', { date: formatDateTime(run.sentAt), name: run.sentBy?.fullName ?? '' })}
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
        <PaymentTable payments={run.payments} onReturn={setReturning} />
      </PanelSection>
      <ReturnDialog payment={returning} onClose={() => setReturning(null)} />
    </>
  )
}

const Fact = ({ name, children }: { name: Text; children: Content }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="font-medium wrap-anywhere">{children}</dd>
  </div>
)

function MarkSent({ run }: { run: PaymentRunDetails }) {
  const mark = useMutation({
    mutationFn: () =>
      call<typeof markPaymentRunSent>('POST', '/admin/payment-runs/:id/sent', { params: { id: run._id } }),
    onSuccess: ({ number }) => {
      showToast({ message: t('Run {number} is marked as sent', { number }) })
      return reloadOffice()
    },
    onError: (error) => showError(error),
  })
  if (run.state === 'sent') return null
  return (
    <Button variant="secondary" busy={mark.isPending} onClick={() => mark.mutate()}>
      {!mark.isPending && <CheckCheck aria-hidden className="size-4.5" />}
      {t('Mark as sent')}
    </Button>
  )
}
