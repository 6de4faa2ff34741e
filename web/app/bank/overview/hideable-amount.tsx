import { Amount } from '../../shared/ui/amount.tsx'

export function HideableAmount({
  dollars,
  hidden,
  className,
}: {
  dollars: number
  hidden: boolean
  className?: string
}) {
  if (!hidden) return <Amount dollars={dollars} className={className} />
  return (
    <span className={className}>
      <span aria-hidden="true">••••••</span>
      <span className="sr-only">Amount hidden</span>
    </span>
  )
}
