import { CircleQuestionMark } from 'lucide-react'
import type { BankStatementEntry, UnclearedDeposit } from '#contract/external-money/bank-statements.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { DepositSummary } from '../../parts/deposit-summary.tsx'
import { depositEffect } from './deposit-effect.ts'
import type { EntryTarget } from './entry-targets.ts'
import { Reasons, Score } from './match-parts.tsx'
import type { EntryQuestion } from './use-entry-decision.ts'

type Props = {
  question: EntryQuestion
  entry: BankStatementEntry
  disabled: boolean
  onChoose: (target: EntryTarget) => void
}

/** What is in doubt, all at once: staff say which deposit it is, that it is other money, or that the match is right. */
export function EntryDoubt({ question, entry, disabled, onChoose }: Props) {
  const { message, deposits, target, score, reasons } = question
  const isWaiting = entry.waitsFor !== null
  return (
    <section role="alert" className="grid gap-3 rounded-2xl bg-warning-soft px-4 py-3">
      <p className="flex gap-3 font-medium">
        <CircleQuestionMark aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
        {message}
      </p>
      {(score !== null || reasons.length > 0) && (
        <div className="grid gap-1">
          <Score score={score} />
          <Reasons reasons={reasons} />
        </div>
      )}
      <ul className="grid gap-2 empty:hidden">
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
      <Button
        variant="secondary"
        className="justify-self-start"
        disabled={disabled}
        onClick={() => onChoose({ ...target, confirm: true })}
      >
        {deposits.length > 0 ? t('It is other money') : t('It is right: book it')}
      </Button>
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
