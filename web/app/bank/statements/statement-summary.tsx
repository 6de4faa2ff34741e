import type { Statement } from '#contract/documents/statements.ts'
import type { Text } from '#contract/text.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { cardClass } from '../page.tsx'

/** Opening + money in − money out = closing. */
export function StatementSummary({ statement }: { statement: Statement }) {
  const { opening, credits, debits, closing, final } = statement
  return (
    <dl
      className={classNames(cardClass, 'grid grid-cols-2 gap-x-4 gap-y-5 p-5 sm:p-6 lg:grid-cols-4 print:grid-cols-4')}
    >
      <Figure name={t('Opening balance')} amount={opening} />
      <Figure name={t('Money in')} amount={credits} tone="text-positive" />
      <Figure name={t('Money out')} amount={debits} />
      <Figure name={final ? t('Closing balance') : t('Balance so far')} amount={closing} strong />
    </dl>
  )
}

type FigureProps = { name: Text; amount: number; tone?: string; strong?: boolean }

const Figure = ({ name, amount, tone, strong = false }: FigureProps) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className={classNames('text-lg wrap-anywhere sm:text-xl', strong ? 'font-semibold' : 'font-medium', tone)}>
      <HideableAmount amount={amount} />
    </dd>
  </div>
)
