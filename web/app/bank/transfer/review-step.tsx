import type { ReactNode } from 'react'
import { formatDollars } from '#contract/money.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { TransferForm } from './transfer-form.tsx'
import { amountDollarsOf } from './use-transfer.ts'

type Props = { form: TransferForm; balance: number; onConfirm: () => void; onEdit: () => void }

/** One screen with everything that is about to happen, before anything does. */
export function ReviewStep({ form, balance, onConfirm, onEdit }: Props) {
  const dollars = amountDollarsOf(form)
  const left = (Math.round(balance * 100) - Math.round(dollars * 100)) / 100
  return (
    <div className="grid gap-6">
      <p className="grid gap-1 rounded-2xl bg-sunken px-5 py-6 text-center">
        <span className="text-muted">You send</span>
        <span className="figures display text-[clamp(2.2rem,9vw,3.25rem)] break-all">{formatDollars(dollars)}</span>
        <span className="break-words">
          to <strong className="font-semibold">{form.accountName}</strong>
        </span>
      </p>
      <dl className="grid gap-px overflow-hidden rounded-2xl border border-line bg-line">
        <Line name="Account number">{form.accountNumber}</Line>
        <Line name="Bank name">{form.bankName}</Line>
        {form.iban && <Line name="IBAN">{form.iban}</Line>}
        {form.swiftCode && <Line name="SWIFT code">{form.swiftCode}</Line>}
        <Line name="Balance afterwards">
          <HideableAmount dollars={left} className={classNames('figures font-semibold', left < 0 && 'text-negative')} />
        </Line>
      </dl>
      <div className="grid gap-3 sm:grid-cols-[auto_1fr]">
        <Button variant="secondary" size="large" onClick={onEdit}>
          Change
        </Button>
        <Button size="large" onClick={onConfirm} className="max-sm:order-first">
          Confirm with PIN
        </Button>
      </div>
    </div>
  )
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-6 bg-surface px-4 py-3">
    <dt className="text-muted">{name}</dt>
    <dd className="ml-auto min-w-0 text-right font-medium wrap-anywhere">{children}</dd>
  </div>
)
