import { CircleAlert, CircleCheckBig, CircleX } from 'lucide-react'
import type { ClosingCheck } from '#contract/books/closing-documents.ts'
import type { Checklist } from '#contract/books/closings.ts'
import { formatMoney } from '#contract/money.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { formatDateTime } from '../../parts/format-date.ts'

type Item = Checklist['items'][number]

const amountOf = ({ amount }: Item) => formatMoney(amount ?? 0)
const countOf = ({ count }: Item) => count ?? 0

/** What each check found, in one line. */
const FINDINGS: Record<ClosingCheck, (item: Item) => Text> = {
  statement_entries: (item) =>
    item.passed
      ? t('Every statement line is booked or ignored.')
      : t('{count, plural, one {# open statement line} other {# open statement lines}}, {amount} in all.', {
          count: countOf(item),
          amount: amountOf(item),
        }),
  suspense: (item) =>
    item.passed ? t('Nothing is in suspense.') : t('{amount} are in suspense.', { amount: amountOf(item) }),
  reconciliation: (item) =>
    item.passed
      ? t('The reconciliation explains every difference.')
      : t('The reconciliation does not explain {amount}.', { amount: amountOf(item) }),
  proposals: (item) =>
    item.passed
      ? t('No proposal of the period is waiting.')
      : t('{count, plural, one {# proposal of the period is} other {# proposals of the period are}} waiting.', {
          count: countOf(item),
        }),
  transactions: (item) =>
    item.passed
      ? t('No transaction of the period waits for a second person.')
      : t(
          '{count, plural, one {# transaction of the period waits} other {# transactions of the period wait}} for a second person, {amount}.',
          { count: countOf(item), amount: amountOf(item) },
        ),
  verification: (item) =>
    item.blocks
      ? t('The last verification of the books found a breach. Explain it first.')
      : item.at
        ? t('The books were verified on {at}, and hold.', { at: formatDateTime(item.at) })
        : t('The books have not been verified yet.'),
}

/** It informs. Only a breach of the books keeps them from being closed. */
export const ChecklistItems = ({ checklist: { items } }: { checklist: Checklist }) => (
  <ul className="grid gap-2">
    {items.map((item) => (
      <li key={item.check} className="flex items-start gap-2.5 text-[0.9375rem]">
        <ItemIcon item={item} />
        <span className="figures min-w-0">{FINDINGS[item.check](item)}</span>
      </li>
    ))}
  </ul>
)

function ItemIcon({ item: { passed, blocks } }: { item: Item }) {
  if (passed) return <CircleCheckBig aria-hidden className="mt-0.5 size-4.5 shrink-0 text-positive" />
  if (blocks) return <CircleX aria-hidden className="mt-0.5 size-4.5 shrink-0 text-negative" />
  return <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-warning" />
}
