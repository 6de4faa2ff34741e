import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { PaymentRun } from '#contract/external-money/payment-runs.ts'
import { verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import { Permitted } from '../../../shared/session/permitted.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { LoadMore } from '../../../shared/ui/feedback/load-more.tsx'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { rowShortcuts } from '../../keyboard/row-focus.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { formatDateTime } from '../../parts/format-date.ts'
import { Cell, coversRow, Head, Row, Table, TableEmpty, TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { PanelSection } from '../layout/panel-section.tsx'
import { MakeRun } from './make-run.tsx'
import { paymentRunsQuery } from './payment-runs-query.ts'
import { RunState } from './run-state.tsx'
import { StatusUpload } from './status-upload.tsx'

const ERROR_TEXT = msg('Failed to load the payment runs.')

/** What leaves the bank, in files that the bank's own bank executes. */
export default function PaymentRunsPage() {
  const query = useInfiniteQuery(paymentRunsQuery)
  const runs = query.data?.pages.flatMap(({ items }) => items)
  useShortcuts(rowShortcuts())
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <Permitted permission="outside:manage">
        <MakeRun />
        <StatusUpload />
      </Permitted>
      <PanelSection title={t('Payment runs')}>
        {!runs && query.isError && (
          <TableError text={t(ERROR_TEXT)} onRetry={() => void query.refetch()} busy={query.isFetching} />
        )}
        {!runs && !query.isError && <TableSkeleton rows={4} />}
        {runs?.length === 0 && (
          <TableEmpty title={t('No payment runs yet')}>
            <p className="max-w-prose text-muted">
              {t(
                'A payment run collects every approved wire that has not left yet, and writes them into one file for the outside bank.',
              )}
            </p>
          </TableEmpty>
        )}
        {runs && runs.length > 0 && <Runs runs={runs} />}
      </PanelSection>
      <LoadMore pages={query} failedText={t(ERROR_TEXT)} />
    </div>
  )
}

const Runs = ({ runs }: { runs: PaymentRun[] }) => (
  <Table
    label={t('Payment runs')}
    head={
      <>
        <Head className="w-24">{t('Run')}</Head>
        <Head>{t('Made')}</Head>
        <Head>{t('Paid from')}</Head>
        <Head className="text-end">{t('Payments')}</Head>
        <Head className="text-end">{t('Total')}</Head>
        <Head className="ps-4">{t('State')}</Head>
      </>
    }
  >
    {runs.map((run) => (
      <Row key={run._id} className="max-lg:grid-cols-[minmax(0,1fr)_auto]">
        <Cell className="max-lg:order-1">
          <Link
            to={`/dashboard/outside/payment-runs/${run._id}`}
            data-row={run._id}
            className={classNames(coversRow, 'figures font-semibold')}
          >
            <Trans
              text="<0>Run </0>{number}"
              parts={[(children) => <span className="lg:sr-only">{children}</span>]}
              values={{ number: verbatim(String(run.number)) }}
            />
          </Link>
        </Cell>
        <Cell className="figures text-sm max-lg:order-3 max-lg:col-span-2">
          {formatDateTime(run.createdAt)}
          <span className="text-muted">
            {verbatim(' · ')}
            {run.createdBy.fullName}
          </span>
        </Cell>
        <Cell className="min-w-0 text-sm wrap-anywhere max-lg:order-4">
          {run.account.name}
          <span className="figures block text-muted">{run.account.number}</span>
        </Cell>
        <Cell className="figures text-end max-lg:hidden">{run.count}</Cell>
        <Cell className="text-end whitespace-nowrap max-lg:order-2">
          <Amount amount={run.total} className="font-semibold" />
          <span className="figures text-sm text-muted lg:hidden">
            {verbatim(' · ')}
            {run.count}
          </span>
        </Cell>
        <Cell className="max-lg:order-5 max-lg:justify-self-end lg:ps-4">
          <RunState state={run.state} />
        </Cell>
      </Row>
    ))}
  </Table>
)
