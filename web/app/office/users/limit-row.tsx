import { useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import type { Limits } from '#contract/limits.ts'
import { formatMoney } from '#contract/money.ts'
import { Button } from '../../shared/ui/button.tsx'
import { limitsOfQuery } from './limits-of-query.ts'
import { SecurityRow } from './security-row.tsx'

type Props = { userId: string; onChange: (() => void) | undefined }

export function LimitRow({ userId, onChange }: Props) {
  const { data, isError } = useQuery(limitsOfQuery(userId))
  const text = data ? describeLimits(data) : isError ? 'Could not be loaded' : 'Loading…'
  return (
    <SecurityRow name="Daily limit" state={{ text, isProblem: false }} {...(data ? { note: describeOwn(data) } : {})}>
      {onChange && (
        <Button variant="quiet" onClick={onChange}>
          <Gauge aria-hidden className="size-4.5" />
          Set limit
        </Button>
      )}
    </SecurityRow>
  )
}

function describeLimits({ daily, left, sent, byStaff }: Limits): string {
  if (daily === null) return `None. ${formatMoney(sent)} sent today`
  const origin = byStaff ? ', set by staff' : ''
  return `${formatMoney(daily)}${origin}. ${formatMoney(left ?? 0)} left today`
}

const describeOwn = ({ own }: Limits) => (own === null ? '' : `Own limit of the customer: ${formatMoney(own)}`)
