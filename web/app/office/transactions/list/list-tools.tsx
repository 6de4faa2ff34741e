import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { formatMoney } from '#contract/money.ts'
import { joinTexts, type Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { formatNumber, t } from '../../../shared/i18n/i18n.ts'
import type { Content } from '../../../shared/ui/content.ts'
import { totalsQuery } from './transactions-query.ts'
import {
  type ChangeView,
  hasPendingSection,
  PAGE_SIZES,
  rowsText,
  type Sort,
  sortOf,
  type TransactionsView,
} from './transactions-view.ts'
import type { Selection } from './use-selection.ts'

type Props = {
  view: TransactionsView
  onChange: ChangeView
  selection: Selection | null
  /** The pending transactions of the list. */
  waitingIds: readonly string[]
}

const SORT_LABELS: Record<Sort, TextId> = {
  newest: msg('Newest first'),
  oldest: msg('Oldest first'),
  largest: msg('Largest first'),
  smallest: msg('Smallest first'),
}

const WAITING_SORT_LABELS: Partial<Record<Sort, TextId>> = {
  newest: msg('Shortest waiting first'),
  oldest: msg('Longest waiting first'),
}

/** How many there are, and how they are sorted and loaded. */
export function ListTools({ view, onChange, selection, waitingIds }: Props) {
  const isWaitingList = hasPendingSection(view) || view.status === 'Pending'
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm sm:gap-x-4">
      <Totals view={view} />
      {selection && waitingIds.length > 0 && <SelectAll selection={selection} waitingIds={waitingIds} />}
      <SmallSelect label={t('Sort')} value={sortOf(view)} onChange={(sort) => onChange({ sort: sort as Sort })}>
        {Object.entries(SORT_LABELS).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {t((isWaitingList && WAITING_SORT_LABELS[sort as Sort]) || label)}
          </option>
        ))}
      </SmallSelect>
      <SmallSelect
        label={t('Rows at a time')}
        value={view.size ?? '20'}
        onChange={(size) => onChange({ size: size as TransactionsView['size'] })}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {rowsText(size)}
          </option>
        ))}
      </SmallSelect>
    </div>
  )
}

function Totals({ view }: Pick<Props, 'view'>) {
  const { data } = useQuery(totalsQuery(view))
  if (!data) return null
  const { count, hasMore, deposits, transfers } = data
  const sums = joinTexts(
    ', ',
    deposits !== null && deposits > 0 && t('deposits {amount}', { amount: formatMoney(deposits) }),
    transfers !== null && transfers < 0 && t('transfers {amount}', { amount: formatMoney(-transfers) }),
  )
  return (
    <p role="status" className="figures text-muted">
      {joinTexts(': ', countText(hasPendingSection(view), hasMore, formatNumber(count)), sums)}
    </p>
  )
}

function countText(isWaiting: boolean, hasMore: boolean, count: Text): Text {
  if (isWaiting) return t(hasMore ? msg('More than {count} waiting') : msg('{count} waiting'), { count })
  return t(hasMore ? msg('More than {count} found') : msg('{count} found'), { count })
}

function SelectAll({ selection, waitingIds }: { selection: Selection; waitingIds: readonly string[] }) {
  const isAll = waitingIds.every((id) => selection.ids.has(id))
  return (
    <label className="inline-flex min-h-9 items-center gap-2 font-medium">
      <input
        type="checkbox"
        className="size-4.5 accent-accent"
        checked={isAll}
        ref={(input) => {
          if (input) input.indeterminate = !isAll && selection.ids.size > 0
        }}
        onChange={() => selection.set(isAll ? [] : waitingIds)}
      />
      {t('Select all {count}', { count: waitingIds.length })}
    </label>
  )
}

type SmallSelectProps = { label: Text; value: string; onChange: (value: string) => void; children: Content }

const SmallSelect = ({ label, value, onChange, children }: SmallSelectProps) => (
  <span className="relative inline-flex">
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="min-h-9 appearance-none rounded-full border border-edge/60 bg-surface pe-8 ps-3 font-medium hover:border-ink/60"
    >
      {children}
    </select>
    <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-4 text-muted" />
  </span>
)
