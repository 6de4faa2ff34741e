import { receiptFileName } from '#contract/payments/receipt-files.ts'
import type { TransactionCase } from '#contract/payments/transaction-case.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { currencyWord } from '../../../shared/currency-words.ts'
import { DocumentButton } from '../../../shared/files/document-button.tsx'
import { t, translateText } from '../../../shared/i18n/i18n.ts'
import type { Content } from '../../../shared/ui/content.ts'
import { CopyButton } from '../../../shared/ui/copy-button.tsx'
import { LeftToRight } from '../../../shared/ui/page/left-to-right.tsx'
import { formatDateTime } from '../../parts/format-date.ts'
import { METHOD_LABELS } from '../list/method-labels.ts'

const counterpartyLabel = ({ type, status }: AdminTransaction) => {
  if (type === 'Deposit') return t('Received from')
  return status === 'Completed' ? t('Paid to') : t('Pay to')
}

const decidedByLabel = ({ status, reverses, proposedBy }: AdminTransaction) => {
  if (status === 'Declined') return t('Declined by')
  return reverses && !proposedBy ? t('Reversed by') : t('Approved by')
}

export function TransactionDetails({ transactionCase: { transaction } }: { transactionCase: TransactionCase }) {
  const { crypto, counterparty } = transaction
  return (
    <section aria-label={t('Details')}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-semibold">{t('Details')}</h3>
        <DocumentButton
          label={t('Receipt')}
          path={`/admin/transactions/${transaction._id}/receipt`}
          fileName={receiptFileName(transaction.reference)}
        />
      </div>
      <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
        <Detail name={t('Transaction ID')}>
          <span className="figures text-[0.8125rem] break-all">{verbatim(transaction._id)}</span>
          <CopyButton text={transaction._id} />
        </Detail>
        <Detail name={t('Reference')}>
          <LeftToRight>{transaction.reference}</LeftToRight>
        </Detail>
        {transaction.account && (
          <Detail name={t('Savings account')}>
            {joinTexts(', ', transaction.account.name, transaction.account.number)}
          </Detail>
        )}
        <Detail name={t('Method')}>{t(METHOD_LABELS[transaction.method])}</Detail>
        {crypto && <Detail name={t('Amount due')}>{joinTexts(' ', crypto.amountDue, crypto.currency)}</Detail>}
        {crypto && <Detail name={t('Rate per {one}', { one: currencyWord('one') })}>{crypto.rate}</Detail>}
        <Detail name={counterpartyLabel(transaction)}>{counterparty?.accountName}</Detail>
        <Detail name={t('Account number')}>{counterparty?.accountNumber}</Detail>
        <Detail name={t('Bank')}>{counterparty?.bankName}</Detail>
        <Detail name={t('IBAN')}>{counterparty?.iban}</Detail>
        <Detail name={t('SWIFT code')}>{counterparty?.swiftCode}</Detail>
        <Detail name={t('Message||payment')}>{transaction.message && <bdi>{transaction.message}</bdi>}</Detail>
        <Detail name={t('Value date')}>{formatDateTime(transaction.createdAt)}</Detail>
        <Detail name={t('Submitted')}>{formatDateTime(transaction.submittedAt)}</Detail>
        <Detail name={t('Booked||date')}>{transaction.bookedAt && formatDateTime(transaction.bookedAt)}</Detail>
        <Detail name={transaction.reverses ? t('Reason of the reversal') : t('Note')}>{transaction.note}</Detail>
        <Detail name={t('Proposed by')}>{transaction.proposedBy?.fullName}</Detail>
        <Detail name={decidedByLabel(transaction)}>
          {transaction.decidedBy && transaction.decidedAt && (
            <>
              {transaction.decidedBy.fullName}, {formatDateTime(transaction.decidedAt)}
            </>
          )}
        </Detail>
        <Detail name={t('Reason')}>{translateText(transaction.reason)}</Detail>
      </dl>
    </section>
  )
}

/** Renders nothing without a value. */
function Detail({ name, children }: { name: Text; children: Content }) {
  if (!children) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 bg-surface px-4 py-2">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figures flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-1 text-end font-medium break-words">
        {children}
      </dd>
    </div>
  )
}
