import type { StatementPreview } from '#contract/external-money/statement-import.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { dayText } from '../layout/day-text.ts'

type Props = {
  entries: StatementPreview['lines']
  error: Text | null
  /** What has to be chosen first. */
  missing: Text | undefined
  isReading: boolean
}

const SHOWN = 5

/** The first entries as they would be imported. */
export function PreviewEntries({ entries, error, missing, isReading }: Props) {
  const shown = entries.slice(0, SHOWN)
  return (
    <section aria-label={t('Result')} className="grid gap-2">
      <h3 className="font-semibold">{t('How the first lines are read')}</h3>
      <p role="status" className="text-sm text-muted empty:hidden">
        {missing ?? (isReading && t('Reading...'))}
      </p>
      {!missing && error && (
        <p role="alert" className="rounded-2xl bg-warning-soft px-4 py-3 wrap-anywhere">
          {error}
        </p>
      )}
      {!missing && shown.length > 0 && (
        <ul className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
          {shown.map((entry, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: entries of a file have no identity
              key={index}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 bg-surface px-4 py-2"
            >
              <span className="truncate font-medium">
                {entry.counterpartyName ?? (entry.text || t('Without name'))}
              </span>
              <Amount amount={entry.amount} signed className="text-end font-semibold" />
              <span className="figures col-span-2 truncate text-sm text-muted">
                {joinTexts(' · ', dayText(entry.bookedOn), entry.counterpartyName && entry.text, entry.endToEndId)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
