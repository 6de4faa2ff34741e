import type { ReactNode } from 'react'
import type { BankStatementLine } from '#contract/external-money/bank-statements.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { formatDateTime } from '../../parts/format-date.ts'
import { dayText } from '../layout/day-text.ts'

/** The line as the other bank wrote it, and what became of it. */
export function LineDetails({ line }: { line: BankStatementLine }) {
  return (
    <section aria-label={t('Line')}>
      <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
        <Detail name={line.amount < 0 ? t('To||recipient') : t('From||sender')}>{line.counterpartyName}</Detail>
        <Detail name={t('Account number')}>{line.counterpartyNumber}</Detail>
        <Detail name={t('Text')}>{line.text}</Detail>
        <Detail name={t('End-to-end ID')}>{line.endToEndId}</Detail>
        <Detail name={t('Bank reference')}>{line.bankReference}</Detail>
        <Detail name={t('Booking date')}>{dayText(line.bookedOn)}</Detail>
        <Detail name={t('Value date')}>{line.valueOn && dayText(line.valueOn)}</Detail>
        <Detail name={t('Booked here')}>{line.bookedAt && formatDateTime(line.bookedAt)}</Detail>
        <Detail name={t('Reason for the return')}>{line.returnedReason}</Detail>
        <Detail name={t('Reason for ignoring it')}>{line.ignoredReason}</Detail>
        <Detail name={t('Decided by')}>
          {line.decidedBy && line.decidedAt && `${line.decidedBy.fullName}, ${formatDateTime(line.decidedAt)}`}
        </Detail>
      </dl>
    </section>
  )
}

/** Renders nothing without a value. */
function Detail({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 bg-surface px-4 py-2">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figures min-w-0 text-end font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
