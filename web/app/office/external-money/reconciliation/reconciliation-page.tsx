import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheckBig } from 'lucide-react'
import type { Reconciliation } from '#contract/external-money/reconciliation.ts'
import { verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button, ButtonLink } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { panelClass } from '../../layout/office-page.tsx'
import { formatDateTime } from '../../parts/format-date.ts'
import { TableEmpty, TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { EXTERNAL_MONEY } from '../layout/external-money-pages.ts'
import { AccountProof, PositionProof } from './proof.tsx'
import { reconciliationQuery } from './reconciliation-query.ts'

const ERROR_TEXT = msg('Failed to load the reconciliation.')

/** What other banks say, what our books say, and every item that explains the difference. */
export default function ReconciliationPage() {
  const query = useQuery(reconciliationQuery)
  const { data } = query
  if (data)
    return <Loaded reconciliation={data} onRefresh={() => void query.refetch()} isRefreshing={query.isFetching} />
  return (
    <div className={panelClass}>
      {query.isError ? (
        <TableError text={t(ERROR_TEXT)} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : (
        <TableSkeleton rows={6} />
      )}
    </div>
  )
}

type LoadedProps = { reconciliation: Reconciliation; onRefresh: () => void; isRefreshing: boolean }

function Loaded({ reconciliation, onRefresh, isRefreshing }: LoadedProps) {
  const { accounts, clearing, transfers, suspense } = reconciliation
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <Verdict reconciliation={reconciliation} onRefresh={onRefresh} isRefreshing={isRefreshing} />
      {accounts.length === 0 && (
        <div className={panelClass}>
          <TableEmpty title={t('No outside accounts yet')}>
            <p className="max-w-prose text-muted">
              {t(
                'Import a statement of the bank’s account at another bank. This page then compares its balance with the books, item by item.',
              )}
            </p>
            <ButtonLink to={EXTERNAL_MONEY.statements.to} variant="secondary">
              {t('Import a bank statement')}
            </ButtonLink>
          </TableEmpty>
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-4 2xl:grid-cols-2">
        {accounts.map((reconciled) => (
          <AccountProof key={reconciled.account._id} reconciled={reconciled} />
        ))}
        <PositionProof
          title={t('Wire clearing')}
          description={t('Customers’ wires that no bank statement has confirmed yet.')}
          balanceName={t('Balance of wire clearing')}
          position={clearing}
        />
        {(transfers.balance !== 0 || transfers.items.length > 0) && (
          <PositionProof
            title={t('Transfers between own accounts')}
            description={t('Money on its way from one outside account to another.')}
            balanceName={t('Balance of own transfers')}
            position={transfers}
          />
        )}
        <PositionProof
          title={t('Suspense')}
          description={t('Money on bank statements that belongs to no customer yet.')}
          balanceName={t('Balance of suspense')}
          position={suspense}
        />
      </div>
    </div>
  )
}

/** Green when every cent is explained. */
function Verdict({ reconciliation: { green, at }, onRefresh, isRefreshing }: LoadedProps) {
  const Icon = green ? CircleCheckBig : CircleAlert
  return (
    <section
      aria-label={t('Result')}
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl px-5 py-4',
        green ? 'bg-positive-soft' : 'bg-warning-soft',
      )}
    >
      <Icon aria-hidden className={classNames('size-9 shrink-0', green ? 'text-positive' : 'text-warning')} />
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <p role="status" className="font-display text-xl leading-tight">
          {green ? t('Everything is explained') : t('Some money is not explained')}
        </p>
        <p className="figures text-[0.9375rem] text-muted">
          {green
            ? t('Every difference between statements and books has its item below.')
            : t('Look for the amounts marked as unexplained below. A missing statement is the usual cause.')}
          {verbatim(' ')}
          {t('Compared {date}.', { date: formatDateTime(at) })}
        </p>
      </div>
      <Button variant="secondary" busy={isRefreshing} onClick={onRefresh}>
        {t('Compare again')}
      </Button>
    </section>
  )
}
