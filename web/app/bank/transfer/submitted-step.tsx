import { formatDollars } from '#contract/money.ts'
import type { Transaction } from '#contract/transactions.ts'
import { Button } from '../../shared/ui/button.tsx'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { SuccessCheck } from '../success-check.tsx'
import { SavePayee } from './save-payee.tsx'

export function SubmittedStep({ transfer, onDone }: { transfer: Transaction; onDone: () => void }) {
  return (
    <div className="grid grid-cols-1 justify-items-center gap-6 text-center">
      <SuccessCheck />
      <p className="text-lg">
        <span className="figures font-semibold">{formatDollars(Math.abs(transfer.amount))}</span> to{' '}
        <span className="font-semibold wrap-anywhere">{transfer.counterparty?.accountName}</span>
      </p>
      <p className="flex flex-wrap items-center justify-center gap-3">
        <span className="text-muted">Reference</span>
        <span className="figures font-medium">{transfer.reference}</span>
        <CopyButton text={transfer.reference} />
      </p>
      {transfer.status === 'Completed' ? (
        <p className="max-w-sm text-muted">The money has arrived. You can find the transfer under Transactions.</p>
      ) : (
        <p className="max-w-sm text-muted">
          We’ve put the amount on hold and will send it once we’ve reviewed your transfer, usually within one business
          day. You can track it under Transactions.
        </p>
      )}
      {transfer.counterparty && <SavePayee payee={transfer.counterparty} />}
      <Button size="large" className="w-full" onClick={onDone}>
        Done
      </Button>
    </div>
  )
}
