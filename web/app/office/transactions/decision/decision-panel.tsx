import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CircleCheckBig } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { TransactionCase } from '#contract/payments/transaction-case.ts'
import { msg } from '#contract/text-id.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { TYPE_NAMES } from '../../../shared/transaction-names.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { StatusBadge } from '../../../shared/ui/feedback/status-badge.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { ReversedChip } from '../../../shared/ui/figures/reversed-chip.tsx'
import { formatAge } from '../../parts/age.ts'
import { PanelClose, SidePanel } from '../../parts/side-panel.tsx'
import { TableError } from '../../parts/table-parts.tsx'
import { TagEditor } from '../../tags/tag-editor.tsx'
import { caseQuery } from '../list/transactions-query.ts'
import { CustomerSummary } from './customer-summary.tsx'
import type { Decision } from './decision.ts'
import { DecisionForm, type OnSettled } from './decision-form.tsx'
import { describeDecision } from './describe-decision.ts'
import { ReceiptView } from './receipt-view.tsx'
import { DuplicateReceipts, EarlierDecisions } from './related-transactions.tsx'
import { ReversalNotice, ReverseForm } from './reverse-form.tsx'
import { RiskNotices } from './risk-flags.tsx'
import { StatementEvidence } from './statement-evidence.tsx'
import { TransactionDetails } from './transaction-details.tsx'
import { wasSentHere } from './use-decision.ts'

type Props = {
  id: string | undefined
  decision: Decision | null
  onDecisionChange: (decision: Decision | null) => void
  onOpen: (id: string) => void
  onClose: () => void
  onSettled: OnSettled
  /** Nothing else is waiting: the last decision was made. */
  isFinished: boolean
  /** The next waiting transaction, for one that is decided already. */
  onNext: (() => void) | null
  canDecide: boolean
  headingRef: RefObject<HTMLHeadingElement | null>
}

/** All the evidence for a decision, beside the list. */
export function DecisionPanel({ id, onClose, isFinished, headingRef, ...rest }: Props) {
  // The last transaction stays visible during the closing animation.
  const lastId = useRef(id)
  if (id) lastId.current = id
  const shownId = id ?? lastId.current
  return (
    <SidePanel open={id !== undefined} onClose={onClose}>
      {isFinished && <AllDone headingRef={headingRef} />}
      {shownId && !isFinished && <CasePanel key={shownId} id={shownId} headingRef={headingRef} {...rest} />}
    </SidePanel>
  )
}

type CasePanelProps = Omit<Props, 'onClose' | 'id' | 'isFinished'> & { id: string }

function CasePanel({ id, onOpen, onNext, canDecide, headingRef, ...form }: CasePanelProps) {
  const query = useQuery({
    ...caseQuery(id),
    // A colleague may decide it meanwhile.
    refetchInterval: ({ state }) => (state.data?.transaction.status === 'Pending' ? FOLLOW_MS : false),
  })
  const { data } = query
  useTellOfColleague(data)
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  return (
    <>
      <PanelHeader transactionCase={data} headingRef={headingRef} />
      <div className="grid flex-1 content-start gap-5 overflow-y-auto overscroll-contain px-5 pb-6 sm:px-6">
        {data && <Evidence transactionCase={data} onOpen={onOpen} />}
        {!data && !query.isError && <PanelSkeleton />}
        {!data && query.isError && (
          <TableError
            text={isMissing ? t('Transaction not found.') : t('Failed to load the transaction.')}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        )}
      </div>
      {data?.transaction.status === 'Pending' && canDecide && <DecisionForm transactionCase={data} {...form} />}
      {data && data.transaction.status !== 'Pending' && (
        <ReverseForm
          transactionCase={data}
          beside={
            onNext && (
              <Button variant="secondary" onClick={onNext}>
                {t('Next waiting')}
                <ArrowRight aria-hidden className="size-4.5" />
              </Button>
            )
          }
        />
      )}
    </>
  )
}

const FOLLOW_MS = 5_000

/** The buttons go when a colleague decides: says who it was. */
function useTellOfColleague(current: TransactionCase | undefined) {
  const status = current?.transaction.status
  const known = useRef(status)
  useEffect(() => {
    const wasPending = known.current === 'Pending'
    known.current = status
    if (!current || !wasPending || status === 'Pending' || wasSentHere(current.transaction._id)) return
    const text = describeDecision(current.transaction)
    if (text) showToast({ message: text })
  }, [status, current])
}

/** After the last decision. */
function AllDone({ headingRef }: Pick<Props, 'headingRef'>) {
  return (
    <div className="grid flex-1 content-center justify-items-center gap-3 px-6 text-center">
      <CircleCheckBig aria-hidden className="size-10 text-positive" />
      <Dialog.Title ref={headingRef} tabIndex={-1} className="display text-3xl outline-none">
        {t('All done')}
      </Dialog.Title>
      <p className="text-muted">{t('Nothing else in this list is waiting for a decision.')}</p>
      <Dialog.Close render={<Button variant="secondary" />}>{t('Close')}</Dialog.Close>
    </div>
  )
}

type PanelHeaderProps = Pick<Props, 'headingRef'> & { transactionCase: TransactionCase | undefined }

function PanelHeader({ transactionCase, headingRef }: PanelHeaderProps) {
  const transaction = transactionCase?.transaction
  return (
    <div className="flex items-start gap-3 px-5 pt-4 pb-4 sm:px-6">
      <div className="grid min-w-0 flex-1 gap-1">
        <Dialog.Title ref={headingRef} tabIndex={-1} className="flex flex-wrap items-baseline gap-x-3 outline-none">
          <span className="text-lg font-semibold">
            {t(transaction ? TYPE_NAMES[transaction.type] : msg('Transaction'))}
          </span>
          {transaction && <Amount amount={transaction.amount} signed className="display text-3xl break-all" />}
        </Dialog.Title>
        {transaction && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <StatusBadge status={transaction.status} />
            <ReversedChip transaction={transaction} />
            {transaction.status === 'Pending' && (
              <span className="figures">{t('waiting {age}', { age: formatAge(transaction.submittedAt) })}</span>
            )}
          </p>
        )}
      </div>
      <PanelClose />
    </div>
  )
}

function Evidence({ transactionCase, onOpen }: { transactionCase: TransactionCase; onOpen: (id: string) => void }) {
  const { transaction } = transactionCase
  return (
    <>
      <CustomerSummary transactionCase={transactionCase} />
      <TagEditor
        subject="transaction"
        subjectId={transaction._id}
        personId={transaction.user._id}
        tags={transaction.tags}
      />
      <ReversalNotice transactionCase={transactionCase} onOpen={onOpen} />
      <RiskNotices flags={transaction.flags} isDecided={transaction.status !== 'Pending'} />
      {transaction.duplicateReceipt && <DuplicateReceipts sameReceipt={transactionCase.sameReceipt} onOpen={onOpen} />}
      <StatementEvidence transaction={transaction} />
      {transaction.receipt && <ReceiptView imageUrl={transaction.receipt} />}
      <TransactionDetails transactionCase={transactionCase} />
      <EarlierDecisions earlier={transactionCase.earlier} onOpen={onOpen} />
    </>
  )
}

const PanelSkeleton = () => (
  <div role="status" className="grid gap-5">
    <Skeleton className="h-24 rounded-2xl" />
    <Skeleton className="h-72 rounded-2xl" />
    <Skeleton className="h-40 rounded-2xl" />
    <span className="sr-only">{t('Loading...')}</span>
  </div>
)
