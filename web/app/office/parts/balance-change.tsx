import { ArrowRight } from 'lucide-react'
import { formatMoney } from '#contract/money.ts'
import { verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'

type Props = { beforeAmount: number; afterAmount: number | null }

/** The available balance before and after an adjustment. */
export function BalanceChange({ beforeAmount, afterAmount }: Props) {
  const isNegative = afterAmount !== null && afterAmount < 0
  return (
    <dl className="flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-2xl bg-sunken px-4 py-3">
      <div className="grid">
        <dt className="text-sm text-muted">{t('Available now')}</dt>
        <dd className="figures text-lg font-medium">{formatMoney(beforeAmount)}</dd>
      </div>
      {/* The arrow wraps onto the next line together with the figure it points to. */}
      <div className="grid grid-cols-[auto_auto] items-center gap-x-4">
        <ArrowRight aria-hidden className="row-span-2 size-5 text-muted" />
        <dt className="text-sm text-muted">{t('Available after')}</dt>
        <dd className={classNames('figures text-lg font-semibold', isNegative && 'text-negative')}>
          {afterAmount === null ? verbatim('–') : formatMoney(afterAmount)}
        </dd>
      </div>
    </dl>
  )
}
