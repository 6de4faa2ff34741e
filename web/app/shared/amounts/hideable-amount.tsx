import { Amount } from '../ui/amount.tsx'
import { useAmountsHidden } from './use-amounts-hidden.ts'

type Props = { dollars: number; signed?: boolean; className?: string }

export function HideableAmount(amount: Props) {
  return useAmountsHidden() ? <HiddenAmount className={amount.className} /> : <Amount {...amount} />
}

/** As wide for a dollar as for a million. */
export const HiddenAmount = ({ className }: Pick<Props, 'className'>) => (
  <span className={className}>
    <span aria-hidden="true">••••••</span>
    <span className="sr-only">Amount hidden</span>
  </span>
)
