import { Button } from '../../shared/ui/button.tsx'
import { ReceiptUpload } from './receipt-upload.tsx'
import type { DepositState } from './use-deposit.ts'

type Props = { deposit: DepositState; onSubmit: () => void; expired?: boolean }

/** 'I have made Payment' makes room for the receipt, and Continue sends both. */
export function PaymentStep({ deposit, onSubmit, expired = false }: Props) {
  const { receipt, submission, cents, paid } = deposit
  if (!paid)
    return (
      <Button size="large" disabled={cents === null || expired} onClick={deposit.pay}>
        I have made Payment
      </Button>
    )
  return (
    <div className="grid gap-5 border-t border-line pt-5">
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
