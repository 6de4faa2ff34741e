import { useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import { formatMoney } from '#contract/money.ts'
import type { Limits } from '#contract/payments/limits.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { limitsOfQuery } from './limits-of-query.ts'
import { SecurityRow } from './security-row.tsx'

type Props = { userId: string; onChange: (() => void) | undefined }

export function LimitRow({ userId, onChange }: Props) {
  const { data, isError } = useQuery(limitsOfQuery(userId))
  const text = data ? describeLimits(data) : isError ? t('Could not be loaded') : t('Loading…')
  return (
    <SecurityRow
      name={t('Daily limit')}
      state={{ text, isProblem: false }}
      {...(data ? { note: describeOwn(data) } : {})}
    >
      {onChange && (
        <Button variant="quiet" onClick={onChange}>
          <Gauge aria-hidden className="size-4.5" />
          {t('Set limit')}
        </Button>
      )}
    </SecurityRow>
  )
}

function describeLimits({ daily, left, sent, byStaff }: Limits): Text {
  if (daily === null) return t('None. {amount} sent today', { amount: formatMoney(sent) })
  const values = { limit: formatMoney(daily), left: formatMoney(left ?? 0) }
  return t(byStaff ? msg('{limit}, set by staff. {left} left today') : msg('{limit}. {left} left today'), values)
}

const describeOwn = ({ own }: Limits) =>
  own === null ? undefined : t('Own limit of the customer: {amount}', { amount: formatMoney(own) })
