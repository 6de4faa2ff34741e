import { Check, X } from 'lucide-react'
import { formatMoney, toAmount, toCents } from '#contract/money.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import type { Decision } from '../decision/decision.ts'

type Props = {
  selected: readonly AdminTransaction[]
  onDecide: (decision: Decision) => void
  onClear: () => void
}

export const sumOf = (transactions: readonly AdminTransaction[]) =>
  toAmount(transactions.reduce((cents, { amount }) => cents + (toCents(Math.abs(amount)) ?? 0n), 0n))

/** Shown while rows are selected, and always in view. */
export function BulkBar({ selected, onDecide, onClear }: Props) {
  if (selected.length === 0) return null
  return (
    <section
      aria-label={t('Selected transactions')}
      className="sticky bottom-4 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-line bg-surface px-4 py-3 shadow-lifted max-md:bottom-24"
    >
      <p role="status" className="figures flex-1 font-semibold whitespace-nowrap">
        <Trans
          text="{count} selected <0>· {amount}</0>"
          parts={[(children) => <span className="font-normal text-muted">{children}</span>]}
          values={{ count: selected.length, amount: formatMoney(sumOf(selected)) }}
        />
      </p>
      <div className="flex gap-2 max-sm:order-last max-sm:basis-full">
        <Button className="max-sm:flex-1" onClick={() => onDecide('approve')}>
          <Check aria-hidden className="size-4.5" />
          {t('Approve {count}', { count: selected.length })}
        </Button>
        <Button variant="danger" className="max-sm:flex-1" onClick={() => onDecide('decline')}>
          <X aria-hidden className="size-4.5" />
          {t('Decline {count}', { count: selected.length })}
        </Button>
      </div>
      <Button variant="quiet" onClick={onClear}>
        {t('Clear')}
      </Button>
    </section>
  )
}
