import { X } from 'lucide-react'
import { formatMoney } from '#contract/money.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { STATUS_NAMES } from '../../../shared/transaction-names.ts'
import { FilterChip } from '../../parts/filter-chip.tsx'
import { formatDay } from '../../parts/format-date.ts'
import { RISK_TEXTS } from '../decision/risk-flags.tsx'
import { PERIOD_LABELS } from './date-presets.ts'
import { METHOD_LABELS } from './method-labels.ts'
import { type ChangeView, NO_FILTERS, type TransactionsView } from './transactions-view.ts'

/** Noon in the browser's zone, so that the day stays the one in the address. */
const dayText = (day: string) => formatDay(`${day}T12:00:00`)

function describeAmounts({ minAmount, maxAmount }: TransactionsView): Text | null {
  const [min, max] = [minAmount, maxAmount].map((amount) => amount && formatMoney(Number(amount)))
  if (min && max) return min === max ? min : t('{min} to {max}', { min, max })
  if (min) return t('{min} or more', { min })
  return max ? t('Up to {max}', { max }) : null
}

function describeDays({ from, to, period }: TransactionsView): Text | null {
  if (period) return t(PERIOD_LABELS[period])
  if (from && to) return from === to ? dayText(from) : t('{from} to {to}', { from: dayText(from), to: dayText(to) })
  if (from) return t('Since {from}', { from: dayText(from) })
  return to ? t('Up to {to}', { to: dayText(to) }) : null
}

type Chip = { text: Text; removed: Partial<TransactionsView> }

export const chipsOf = (view: TransactionsView, customerName: Text | undefined): Chip[] => {
  const { search, status, type, method, flag, tag, person } = view
  const all: { text: Text | false | null | undefined; removed: Chip['removed'] }[] = [
    { text: search !== '' && t('Text: {search}', { search: verbatim(search) }), removed: { search: '' } },
    { text: status && t(STATUS_NAMES[status]), removed: { status: undefined } },
    { text: type && (type === 'Deposit' ? t('Deposits') : t('Transfers')), removed: { type: undefined } },
    { text: method && t(METHOD_LABELS[method]), removed: { method: undefined } },
    { text: flag && t('Flag: {label}', { label: t(RISK_TEXTS[flag].label) }), removed: { flag: undefined } },
    { text: describeAmounts(view), removed: { minAmount: undefined, maxAmount: undefined } },
    { text: describeDays(view), removed: { from: undefined, to: undefined, period: undefined } },
    { text: tag !== undefined && t('Tag: {tag}', { tag: verbatim(tag) }), removed: { tag: undefined } },
    {
      text:
        person !== undefined && (customerName ? t('Customer: {customerName}', { customerName }) : t('One customer')),
      removed: { person: undefined },
    },
  ]
  return all.flatMap(({ text, removed }) => (text ? [{ text, removed }] : []))
}

type Props = { view: TransactionsView; customerName: Text | undefined; onChange: ChangeView }

/** What the list is narrowed by; each chip removes its filter. */
export function ActiveFilters({ view, customerName, onChange }: Props) {
  const chips = chipsOf(view, customerName)
  if (chips.length === 0) return null
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('Active filters')}</legend>
      {chips.map(({ text, removed }) => (
        <FilterChip key={text} onRemove={() => onChange(removed)}>
          {text}
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
