import { Copy } from 'lucide-react'
import type { TransactionCase } from '#contract/payments/transaction-case.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { t, translateText } from '../../../shared/i18n/i18n.ts'
import { TYPE_NAMES } from '../../../shared/transaction-names.ts'
import { StatusBadge } from '../../../shared/ui/feedback/status-badge.tsx'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { bookingNote } from '../../../shared/ui/figures/booking-note.ts'
import { formatDay } from '../../parts/format-date.ts'

type OpenProps = { onOpen: (id: string) => void }

/** Other deposits with the same receipt file: the strongest sign of a fraudulent deposit. */
export function DuplicateReceipts({ sameReceipt, onOpen }: Pick<TransactionCase, 'sameReceipt'> & OpenProps) {
  return (
    <section aria-label={t('Duplicate receipt')} className="grid gap-2 rounded-2xl bg-warning-soft p-4">
      <h3 className="flex items-center gap-2 font-semibold">
        <Copy aria-hidden className="size-5 text-warning" />
        {t('This receipt was already submitted')}
      </h3>
      {sameReceipt.length === 0 ? (
        <p>{t('Another user uploaded the same file without making a deposit.')}</p>
      ) : (
        <ul className="grid">
          {sameReceipt.map((transaction) => (
            <RelatedTransaction
              key={transaction._id}
              transaction={transaction}
              onOpen={onOpen}
              note={t('by {fullName}', { fullName: transaction.user.fullName })}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

export function EarlierDecisions({ earlier, onOpen }: Pick<TransactionCase, 'earlier'> & OpenProps) {
  return (
    <section aria-label={t('Recent decisions')}>
      <h3 className="mb-2 font-semibold">{t('Recent decisions for this customer')}</h3>
      {earlier.length === 0 ? (
        <p className="text-muted">{t('No decisions yet.')}</p>
      ) : (
        <ul className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
          {earlier.map((transaction) => (
            <RelatedTransaction
              key={transaction._id}
              transaction={transaction}
              onOpen={onOpen}
              note={describeDecision(transaction)}
              padded
            />
          ))}
        </ul>
      )}
    </section>
  )
}

const describeDecision = ({ decidedBy, reason }: AdminTransaction) =>
  joinTexts(
    ': ',
    decidedBy && t('by {fullName}', { fullName: decidedBy.fullName }),
    reason ? t('“{reason}”', { reason: translateText(reason) }) : '',
  )

function RelatedTransaction({ transaction, note, padded = false, onOpen }: RelatedTransactionProps) {
  return (
    <li className={padded ? 'bg-surface px-4 py-2' : 'py-1'}>
      <button
        type="button"
        onClick={() => onOpen(transaction._id)}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 text-start hover:underline"
      >
        <span className="figures text-sm">
          {joinTexts(
            ', ',
            t(TYPE_NAMES[transaction.type]),
            formatDay(transaction.createdAt),
            bookingNote(transaction, formatDay),
          )}
        </span>
        <Amount amount={transaction.amount} signed className="font-medium" />
        <span className="text-sm break-words text-muted">{note}</span>
        <span className="justify-self-end">
          <StatusBadge status={transaction.status} />
        </span>
      </button>
    </li>
  )
}
type RelatedTransactionProps = { transaction: AdminTransaction; note: Text; padded?: boolean } & OpenProps
