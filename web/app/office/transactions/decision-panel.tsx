import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef, useSyncExternalStore } from 'react'
import type { TransactionCase } from '#contract/transaction-case.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { Amount } from '../../shared/ui/amount.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { StatusBadge } from '../../shared/ui/status-badge.tsx'
import { ageOf } from '../age.ts'
import { TableFailed } from '../table-parts.tsx'
import { CaseFacts } from './transaction-details.tsx'
import { DecideForm, type Decision } from './decision-form.tsx'
import { EarlierDecisions, SameReceipt } from './related-transactions.tsx'
import { PersonInCase } from './customer-summary.tsx'
import { ReceiptView } from './receipt-view.tsx'
import { caseQuery } from './transactions-query.ts'

type Props = {
  id: string | undefined
  deciding: Decision | null
  onDeciding: (decision: Decision | null) => void
  onOpen: (id: string) => void
  onClose: () => void
}

/**
 * Everything a decision rests on, beside the list: the keyboard stays free to go on to the next row. On a phone it is a
 * sheet. Where notifications have no room beside it, it leaves them the top.
 */
export function DecisionPanel({ id, onClose, ...rest }: Props) {
  const last = useRef(id)
  if (id) last.current = id
  const shown = id ?? last.current
  const phone = usePhone()
  const panel = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root
      open={id !== undefined}
      modal={phone}
      disablePointerDismissal
      onOpenChange={(open, { reason }) => !open && reason !== 'focus-out' && onClose()}
    >
      <Dialog.Portal>
        {phone && <Dialog.Backdrop className="fixed inset-0 z-35 bg-veil" />}
        <Dialog.Popup
          ref={panel}
          data-beside
          // The panel itself: whoever decides begins with what there is to read.
          initialFocus={panel}
          className="fixed top-(--toasts) right-0 bottom-0 z-35 flex w-full flex-col overflow-hidden rounded-t-3xl border-line bg-paper shadow-lifted outline-none motion-safe:animate-drop sm:w-[min(var(--spacing-beside),90vw)] sm:rounded-tr-none sm:border-l beside:top-0 beside:rounded-none"
        >
          {shown && <Case key={shown} id={shown} {...rest} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Case({ id, deciding, onDeciding, onOpen }: Omit<Props, 'onClose' | 'id'> & { id: string }) {
  const query = useQuery(caseQuery(id))
  const { data } = query
  const gone = query.error instanceof ApiError && query.error.status === 404
  return (
    <>
      <PanelHead found={data} />
      <div className="grid flex-1 content-start gap-5 overflow-y-auto overscroll-contain px-5 pb-6 sm:px-6">
        {data && <Evidence found={data} onOpen={onOpen} />}
        {!data && !query.isError && <PanelShape />}
        {!data && query.isError && (
          <TableFailed
            text={gone ? 'There is no such transaction.' : 'Failed to load the transaction.'}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        )}
      </div>
      {data?.transaction.status === 'Pending' && (
        <DecideForm found={data} deciding={deciding} onDeciding={onDeciding} />
      )}
    </>
  )
}

function PanelHead({ found }: { found: TransactionCase | undefined }) {
  const transaction = found?.transaction
  return (
    <div className="flex items-start gap-3 px-5 pt-4 pb-4 sm:px-6">
      <div className="grid min-w-0 flex-1 gap-1">
        <Dialog.Title className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-lg font-semibold">{transaction?.type ?? 'Transaction'}</span>
          {transaction && <Amount dollars={transaction.amount} signed className="display text-3xl break-all" />}
        </Dialog.Title>
        {transaction && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <StatusBadge status={transaction.status} />
            {transaction.status === 'Pending' && (
              <span className="figures">waiting {ageOf(transaction.submittedAt)}</span>
            )}
          </p>
        )}
      </div>
      <Dialog.Close
        aria-label="Close"
        className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink"
      >
        <X aria-hidden className="size-5.5" />
      </Dialog.Close>
    </div>
  )
}

function Evidence({ found, onOpen }: { found: TransactionCase; onOpen: (id: string) => void }) {
  const { transaction } = found
  return (
    <>
      <PersonInCase found={found} />
      {transaction.duplicateReceipt && <SameReceipt found={found} onOpen={onOpen} />}
      {transaction.receipt && <ReceiptView imageUrl={transaction.receipt} />}
      <CaseFacts found={found} />
      <EarlierDecisions earlier={found.earlier} onOpen={onOpen} />
    </>
  )
}

const PanelShape = () => (
  <div role="status" className="grid gap-5">
    <Skeleton className="h-24 rounded-2xl" />
    <Skeleton className="h-72 rounded-2xl" />
    <Skeleton className="h-40 rounded-2xl" />
    <span className="sr-only">Loading...</span>
  </div>
)

const PHONE = '(max-width: 639px)'

function usePhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(PHONE)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(PHONE).matches,
    () => false,
  )
}
