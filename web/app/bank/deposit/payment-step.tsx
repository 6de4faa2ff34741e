import { type RefCallback, useCallback } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { ReceiptUpload } from './receipt-upload.tsx'
import type { DepositState } from './use-deposit.ts'

type Props = { deposit: DepositState; onSubmit: () => void; expired?: boolean }

/** 'I have made Payment' makes room for the receipt, and Continue sends both. */
export function PaymentStep({ deposit, onSubmit, expired = false }: Props) {
  const { receipt, submission, cents, paid } = deposit
  /** The button that led here is gone, and what took its place may lie below the window's edge. */
  const goOnHere: RefCallback<HTMLElement> = useCallback((step) => {
    step?.scrollIntoView({ block: 'end' })
    step?.querySelector('input')?.focus({ preventScroll: true })
  }, [])
  if (!paid)
    return (
      <Button size="large" disabled={cents === null || expired} onClick={deposit.pay}>
        I have made Payment
      </Button>
    )
  return (
    <div ref={goOnHere} className="grid scroll-mb-7 gap-5 border-t border-line pt-5">
      <ReceiptUpload upload={receipt.upload} onFile={receipt.send} onClear={receipt.clear} />
      <Button
        size="large"
        disabled={cents === null || receipt.upload.state === 'sending'}
        busy={submission.sending}
        onClick={onSubmit}
      >
        {submission.sending ? 'Sending' : 'Continue'}
      </Button>
    </div>
  )
}
