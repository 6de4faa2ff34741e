import type { EntryBooking } from '#contract/external-money/bank-statements.ts'
import { joinTexts, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { LeftToRight } from '../../../shared/ui/page/left-to-right.tsx'
import { formatDateTime } from '../../parts/format-date.ts'

const PURPOSE_NAMES: Record<EntryBooking['purpose'], TextId> = {
  statement: msg('On the bank statement'),
  withdrawal: msg('Taken out, because it is ignored'),
  assignment: msg('Booked for a wire or deposit'),
  return: msg('Goes back to its sender'),
  chart: msg('Booked to the chart'),
  chart_undo: msg('Undone||booking'),
  undo: msg('Undone||booking'),
}

/** Every booking with its opposite, oldest first. */
export function EntryHistory({ history }: { history: readonly EntryBooking[] }) {
  if (history.length === 0) return null
  return (
    <section aria-label={t('Bookings')} className="grid gap-2">
      <h3 className="font-semibold">{t('Bookings')}</h3>
      <ol className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
        {history.map(({ _id, purpose, debit, credit, amount, by, at }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-6 bg-surface px-4 py-2">
            <span className="min-w-0">
              <span className="block font-medium">{t(PURPOSE_NAMES[purpose])}</span>
              <span className="block text-sm text-muted">{joinTexts(', ', by.fullName, formatDateTime(at))}</span>
            </span>
            <span className="figures text-end">
              <Amount amount={amount} className="block font-medium" />
              <span className="block text-sm text-muted">
                <LeftToRight>{joinTexts(' – ', verbatim(debit), verbatim(credit))}</LeftToRight>
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
