import { Check, X } from 'lucide-react'
import { formatMoney, toAmount, toCents } from '#contract/money.ts'
import type { AdminTransaction } from '#contract/payments/transactions.ts'
import { joinTexts, type Text } from '#contract/text.ts'
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

/** Money that comes and money that goes have no sum. */
function sumsText(transactions: readonly AdminTransaction[]): Text {
  const amountOf = (type: AdminTransaction['type']) => sumOf(transactions.filter((one) => one.type === type))
  const [deposits, transfers] = [amountOf('Deposit'), amountOf('Transfer')]
  return joinTexts(
    ', ',
    deposits > 0 && t('deposits {amount}', { amount: formatMoney(deposits) }),
    transfers > 0 && t('transfers {amount}', { amount: formatMoney(transfers) }),
  )
}

/** Shown while rows are selected, and always in view. */
export function BulkBar({ selected, onDecide, onClear }: Props) {
  if (selected.length === 0) return null
  return (
    <section
      aria-label={t('Selected transactions')}
      className="sticky bottom-4 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-line bg-surface px-4 py-3 shadow-lifted max-md:bottom-24"
    >
      <p role="status" className="figures flex-1 font-semibold sm:whitespace-nowrap">
        <Trans
          text="{count} selected <0>· {sums}</0>"
          parts={[(children) => <span className="font-normal text-muted">{children}</span>]}
          values={{ count: selected.length, sums: sumsText(selected) }}
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
