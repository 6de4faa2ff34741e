import { verbatim } from '#contract/text.ts'
import { t } from '../i18n/i18n.ts'
import { Amount } from '../ui/figures/amount.tsx'
import { useAmountsHidden } from './use-amounts-hidden.ts'

type Props = { amount: number; signed?: boolean; className?: string }

export function HideableAmount(amount: Props) {
  return useAmountsHidden() ? <HiddenAmount className={amount.className} /> : <Amount {...amount} />
}

/** A hidden amount has one width, so that it does not reveal the size. */
export const HiddenAmount = ({ className }: Pick<Props, 'className'>) => (
  <span className={className}>
    <span aria-hidden="true">{verbatim('••••••')}</span>
    <span className="sr-only">{t('Amount hidden')}</span>
  </span>
)
