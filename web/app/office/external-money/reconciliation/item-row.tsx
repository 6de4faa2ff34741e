import { ArrowRight, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { ReconciliationItem } from '#contract/external-money/reconciliation.ts'
import { RECONCILIATION_KINDS } from '#contract/external-money/reconciliation-kinds.ts'
import { joinTexts } from '#contract/text.ts'
import { isolate, t } from '../../../shared/i18n/i18n.ts'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { dayText } from '../layout/day-text.ts'
import { nextStep } from './next-step.ts'

type Props = { item: ReconciliationItem; accountId: string | undefined }

/** One kind of item with its sum. It opens to the entries, each with a link to what it is. */
export function ItemRow({ item, accountId }: Props) {
  const { kind, count, amount, entries } = item
  const step = nextStep(kind, accountId)
  return (
    <div className="border-t border-line/70 first-of-type:border-t-0">
      <dt className="sr-only">{t(RECONCILIATION_KINDS[kind].name)}</dt>
      <dd>
        <details className="group">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-lg py-1.5 hover:bg-ink/3 [&::-webkit-details-marker]:hidden">
            <ChevronRight
              aria-hidden
              className="size-4.5 shrink-0 text-muted transition-transform group-open:rotate-90"
            />
            <span className="min-w-0 flex-1">
              {t(RECONCILIATION_KINDS[kind].name)}
              <span className="figures ms-2 text-sm text-muted">{count}</span>
            </span>
            <Amount amount={amount} className="whitespace-nowrap" />
          </summary>
          {entries.length > 0 && <Entries entries={entries} />}
          {count > entries.length && (
            <p className="figures mb-2 ms-6.5 text-sm text-muted">
              {entries.length > 0
                ? t(
                    '{count, plural, one {# more is counted but not listed here.} other {# more are counted but not listed here.}}',
                    { count: count - entries.length },
                  )
                : t('These are counted but not listed.')}
            </p>
          )}
        </details>
        {step && (
          <Link
            to={step.to}
            className="mb-2 ms-6.5 inline-flex min-h-8 items-center gap-1.5 text-[0.9375rem] font-semibold text-accent underline-offset-4 hover:underline"
          >
            {step.name}
            <ArrowRight aria-hidden className="size-4" />
          </Link>
        )}
      </dd>
    </div>
  )
}

const Entries = ({ entries }: Pick<ReconciliationItem, 'entries'>) => (
  <ul className="mb-2 ms-6.5 grid gap-px overflow-hidden rounded-xl border border-line bg-line text-[0.9375rem]">
    {entries.map((entry) => (
      <li
        key={entry.lineId ?? entry.transactionId ?? `${entry.statementId} ${entry.on} ${entry.reference}`}
        className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 bg-surface px-3.5 py-2 hover:bg-sunken"
      >
        <EntryText entry={entry} />
        <Amount amount={entry.amount} className="whitespace-nowrap" />
        <span className="figures text-sm wrap-anywhere text-muted">
          {joinTexts(
            ' · ',
            dayText(entry.on),
            entry.text && entry.reference && isolate(entry.reference),
            entry.reason && isolate(entry.reason),
          )}
        </span>
      </li>
    ))}
  </ul>
)

const COVERS = 'font-medium wrap-anywhere underline-offset-4 after:absolute after:inset-0 hover:underline'

function EntryText({ entry }: { entry: ReconciliationItem['entries'][number] }) {
  const { text, reference, lineId: statementEntryId, transactionId, statementId } = entry
  const shown = text || reference || t('Balance')
  const to = statementEntryId
    ? `/dashboard/outside/lines?state=all&line=${statementEntryId}`
    : transactionId
      ? `/dashboard/all-transactions?transaction=${transactionId}`
      : statementId && `/dashboard/outside/statements`
  return to ? (
    <Link to={to} className={COVERS}>
      {shown}
    </Link>
  ) : (
    <span className="font-medium wrap-anywhere">{shown}</span>
  )
}
