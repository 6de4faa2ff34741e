import { type RefCallback, useCallback } from 'react'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { ReceiptUpload } from './receipt-upload.tsx'
import type { DepositState } from './use-deposit.ts'

type Props = { deposit: DepositState; expired?: boolean }

/** 'I have made Payment' reveals the receipt upload; Continue submits the deposit. */
export function PaymentStep({ deposit, expired = false }: Props) {
  const { receipt, submission, amountCents, paymentMade } = deposit
  /** The button that had the focus is gone, and the upload may be below the fold. */
  const focusUpload: RefCallback<HTMLElement> = useCallback((step) => {
    step?.scrollIntoView({ block: 'end' })
    step?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  if (!paymentMade)
    return (
      <Button type="submit" size="large" disabled={amountCents === null || expired}>
        {t('I have made Payment')}
      </Button>
    )
  return (
    <div ref={focusUpload} className="grid scroll-mb-7 grid-cols-1 gap-5 border-t border-line pt-5">
      <ReceiptUpload upload={receipt.upload} onFile={receipt.send} onClear={receipt.clear} />
      <Button
        type="submit"
        size="large"
        disabled={amountCents === null || receipt.upload.state === 'sending'}
        busy={submission.sending}
      >
        {submission.sending ? t('Sending') : t('Continue')}
      </Button>
    </div>
  )
}
