import type { BankStatementEntryDetails } from '#contract/external-money/bank-statements.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import type { Content } from '../../../shared/ui/content.ts'
import { formatDateTime } from '../../parts/format-date.ts'
import { dayText } from '../layout/day-text.ts'
import { EntryHistory } from './entry-history.tsx'

/** The entry as the other bank wrote it, and what became of it. */
export function EntryDetails({ entry }: { entry: BankStatementEntryDetails }) {
  return (
    <>
      <section aria-label={t('Line')}>
        <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
          <Detail name={entry.amount < 0 ? t('To||recipient') : t('From||sender')}>{entry.counterpartyName}</Detail>
          <Detail name={t('Account number')}>{entry.counterpartyNumber}</Detail>
          <Detail name={t('Text')}>{entry.text}</Detail>
          <Detail name={t('End-to-end ID')}>{entry.endToEndId}</Detail>
          <Detail name={t('Bank reference')}>{entry.bankReference}</Detail>
          <Detail name={t('Booking date')}>{dayText(entry.bookedOn)}</Detail>
          <Detail name={t('Value date')}>{entry.valueOn && dayText(entry.valueOn)}</Detail>
          <Detail name={t('Account of the chart')}>
            {entry.booking && joinTexts(' ', verbatim(entry.booking.account), entry.booking.name)}
          </Detail>
          <Detail name={t('Booking text')}>{entry.booking?.text}</Detail>
          <Detail name={t('Booked here')}>{entry.bookedAt && formatDateTime(entry.bookedAt)}</Detail>
          <Detail name={t('Reason for the return')}>{entry.returnedReason}</Detail>
          <Detail name={t('Reason for ignoring it')}>{entry.ignoredReason}</Detail>
          <Detail name={t('Decided by')}>
            {entry.decidedBy &&
              entry.decidedAt &&
              joinTexts(', ', entry.decidedBy.fullName, formatDateTime(entry.decidedAt))}
          </Detail>
        </dl>
      </section>
      <EntryHistory history={entry.history} />
    </>
  )
}

/** Renders nothing without a value. */
function Detail({ name, children }: { name: Text; children: Content }) {
  if (!children) return null
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 bg-surface px-4 py-2">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="figures min-w-0 text-end font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
