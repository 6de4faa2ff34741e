import { CircleQuestionMark } from 'lucide-react'
import type { BankStatementEntry, UnclearedDeposit } from '#contract/external-money/bank-statements.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { DepositSummary } from '../../parts/deposit-summary.tsx'
import { depositEffect } from './deposit-effect.ts'
import type { EntryTarget } from './entry-targets.ts'
import type { DepositQuestion } from './use-entry-decision.ts'

type Props = {
  question: DepositQuestion
  entry: BankStatementEntry
  disabled: boolean
  onChoose: (target: EntryTarget) => void
}

/** The line may be a deposit that the person has: staff say which, or that it is other money. */
export function DepositChoice({ question, entry, disabled, onChoose }: Props) {
  const { message, deposits, target } = question
  const isWaiting = entry.waitsFor !== null
  return (
    <section role="alert" className="grid gap-3 rounded-2xl bg-warning-soft px-4 py-3">
      <p className="flex gap-3 font-medium">
        <CircleQuestionMark aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
        {message}
      </p>
      <ul className="grid gap-2">
        {deposits.map((deposit) => (
          <Deposit
            key={deposit.transactionId}
            deposit={deposit}
            amountDiffers={deposit.amount !== entry.amount}
            // What waits for a second person is undone first.
            onChoose={isWaiting || disabled ? null : onChoose}
          />
        ))}
      </ul>
      {!('returnOf' in target) && (
        <Button
          variant="secondary"
          className="justify-self-start"
          disabled={disabled}
          onClick={() => onChoose({ ...target, confirm: true })}
        >
          {t('It is other money')}
        </Button>
      )}
    </section>
  )
}

type DepositProps = {
  deposit: UnclearedDeposit
  amountDiffers: boolean
  onChoose: ((target: EntryTarget) => void) | null
}

function Deposit({ deposit, amountDiffers, onChoose }: DepositProps) {
  const { transactionId, status } = deposit
  return (
    <li className="grid gap-2 rounded-2xl border border-line bg-surface px-4 py-3">
      <DepositSummary deposit={deposit} />
      <p className="text-[0.9375rem] text-muted">{depositEffect(status, amountDiffers)}</p>
      {status !== 'Declined' && onChoose && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => onChoose({ transactionId, confirm: true })}
        >
          {t('It is this deposit')}
        </Button>
      )}
    </li>
  )
}
