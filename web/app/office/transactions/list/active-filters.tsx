import { X } from 'lucide-react'
import { formatMoney } from '#contract/money.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { FilterChip } from '../../parts/filter-chip.tsx'
import { formatDay } from '../../parts/format-date.ts'
import { RISK_TEXTS } from '../decision/risk-flags.tsx'
import { PERIOD_LABELS } from './date-presets.ts'
import { METHOD_LABELS } from './method-labels.ts'
import { type ChangeView, NO_FILTERS, type TransactionsView } from './transactions-view.ts'

/** Noon in the browser's zone, so that the day stays the one in the address. */
const dayText = (day: string) => formatDay(`${day}T12:00:00`)

function describeAmounts({ minAmount, maxAmount }: TransactionsView): string | null {
  const [min, max] = [minAmount, maxAmount].map((amount) => amount && formatMoney(Number(amount)))
  if (min && max) return min === max ? min : t('{min} to {max}', { min, max })
  if (min) return t('{min} or more', { min })
  return max ? t('Up to {max}', { max }) : null
}

function describeDays({ from, to, period }: TransactionsView): string | null {
  if (period) return t(PERIOD_LABELS[period])
  if (from && to) return from === to ? dayText(from) : t('{from} to {to}', { from: dayText(from), to: dayText(to) })
  if (from) return t('Since {from}', { from: dayText(from) })
  return to ? t('Up to {to}', { to: dayText(to) }) : null
}

type Chip = { text: string | null | undefined; removed: Partial<TransactionsView> }

export const chipsOf = (view: TransactionsView, customerName: string | undefined): Chip[] =>
  [
    { text: view.search && t('Text: {search}', { search: view.search }), removed: { search: '' } },
    { text: view.status && t(view.status), removed: { status: undefined } },
    { text: view.type && (view.type === 'Deposit' ? t('Deposits') : t('Transfers')), removed: { type: undefined } },
    { text: view.method && t(METHOD_LABELS[view.method]), removed: { method: undefined } },
    { text: view.flag && t('Flag: {label}', { label: t(RISK_TEXTS[view.flag].label) }), removed: { flag: undefined } },
    { text: describeAmounts(view), removed: { minAmount: undefined, maxAmount: undefined } },
    { text: describeDays(view), removed: { from: undefined, to: undefined, period: undefined } },
    { text: view.tag && t('Tag: {tag}', { tag: view.tag }), removed: { tag: undefined } },
    {
      text: view.person && (customerName ? t('Customer: {customerName}', { customerName }) : t('One customer')),
      removed: { person: undefined },
    },
  ].filter(({ text }) => text)

type Props = { view: TransactionsView; customerName: string | undefined; onChange: ChangeView }

/** What the list is narrowed by; each chip removes its filter. */
export function ActiveFilters({ view, customerName, onChange }: Props) {
  const chips = chipsOf(view, customerName)
  if (chips.length === 0) return null
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('Active filters')}</legend>
      {chips.map(({ text, removed }) => (
        <FilterChip key={text} onRemove={() => onChange(removed)}>
          {text ?? ''}
        </FilterChip>
      ))}
      <button
        type="button"
        onClick={() => onChange(NO_FILTERS)}
        className="inline-flex min-h-10 items-center gap-1.5 rounded-full px-3 font-medium text-muted hover:bg-ink/6 hover:text-ink"
      >
        <X aria-hidden className="size-4.5" />
        {t('Clear all')}
      </button>
    </fieldset>
  )
}
