import { Amount } from '../../shared/ui/amount.tsx'
import { useAmountsHidden } from './use-amounts-hidden.ts'

type Props = { dollars: number; signed?: boolean; className?: string }

export function HideableAmount(amount: Props) {
  if (!useAmountsHidden()) return <Amount {...amount} />
  return (
    <span className={amount.className}>
      <span aria-hidden="true">••••••</span>
      <span className="sr-only">Amount hidden</span>
    </span>
  )
}
