import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { debit, fund } from '#contract/adjustments.ts'
import { formatMoney, toAmount, toCents } from '#contract/money.ts'
import { call } from '../../shared/api/call.ts'
import { useIdempotentSubmission } from '../../shared/api/use-idempotent-submission.ts'
import { showError } from '../../shared/show-error.ts'
import { AmountField } from '../../shared/ui/amount-field.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextAreaField, TextField } from '../../shared/ui/field.tsx'
import { parseAmountCents } from '../../shared/ui/parse-amount.ts'
import { BalanceChange } from '../balance-change.tsx'
import { formatDay } from '../format-date.ts'
import { FourEyesNotice, useNeedsSecondAdmin } from '../four-eyes.tsx'
import { PROPOSED_TEXT } from '../proposals/proposed.ts'
import { AccountField, type AdjustedAccount, findAccount } from './account-field.tsx'
import type { ActionProps } from './actions.ts'

const AMOUNT_TEXT = 'Please enter a valid amount'
const DONE_TEXT = 'Updated successfully'

type Kind = 'fund' | 'debit'
type Adjustment = { account: AdjustedAccount; amountCents: bigint; valueDate: string; note: string }

const VERBS = { fund: 'Fund', debit: 'Debit' }
const PROPOSE_VERBS = { fund: 'Propose funding', debit: 'Propose debiting' }

/** The amount first, then a confirmation that names the user and the amount. */
export function AdjustmentForm({ kind, user, accounts, decidedAlone, onDone, onBack }: ActionProps & { kind: Kind }) {
  const [adjustment, setAdjustment] = useState<Adjustment | null>(null)
  const { register, handleSubmit, watch, formState } = useForm({
    defaultValues: { accountId: '', amount: '', valueDate: today(), note: '' },
  })
  const account = findAccount(user, accounts, watch('accountId'))
  const balanceCents = toCents(account.balance) ?? 0n
  const balanceAfter = (amountCents: bigint) =>
    kind === 'fund' ? balanceCents + amountCents : balanceCents - amountCents
  const typedCents = parseAmountCents(watch('amount'))
  const needsSecondAdmin = useNeedsSecondAdmin(toAmount(typedCents ?? 0n), decidedAlone)

  const review = handleSubmit(({ amount, valueDate, note }) => {
    setAdjustment({ account, amountCents: parseAmountCents(amount) ?? 0n, valueDate, note })
  })
  if (adjustment)
    return (
      <ConfirmStep
        kind={kind}
        user={user}
        decidedAlone={decidedAlone}
        adjustment={adjustment}
        balanceAfterCents={balanceAfter(adjustment.amountCents)}
        onDone={onDone}
        onEdit={() => setAdjustment(null)}
      />
    )
  const { errors } = formState
  return (
    <form noValidate onSubmit={review} className="grid gap-5">
      <AccountField accounts={accounts} {...register('accountId')} />
      <AmountField
        label="Amount"
        autoFocus
        error={errors.amount?.message}
        {...register('amount', { validate: (text) => parseAmountCents(text) !== null || AMOUNT_TEXT })}
      />
      <BalanceChange
        beforeAmount={account.balance}
        afterAmount={typedCents === null ? null : toAmount(balanceAfter(typedCents))}
      />
      {needsSecondAdmin && <FourEyesNotice isHeld={kind === 'debit'} decidedAlone={decidedAlone} />}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Value date"
          type="date"
          min="2000-01-01"
          max={today()}
          hint="Effective date. The booking date is shown too."
          error={errors.valueDate?.message}
          {...register('valueDate', { required: 'Enter a date.' })}
        />
        <TextAreaField label="Note" rows={2} maxLength={500} hint="Only visible to staff." {...register('note')} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Continue</Button>
        <Button variant="quiet" onClick={onBack}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type ConfirmStepProps = Pick<ActionProps, 'user' | 'decidedAlone' | 'onDone'> & {
  kind: Kind
  adjustment: Adjustment
  balanceAfterCents: bigint
  onEdit: () => void
}

function ConfirmStep({ kind, user, decidedAlone, adjustment, balanceAfterCents, onDone, onEdit }: ConfirmStepProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const { account, valueDate, note } = adjustment
  const amount = toAmount(adjustment.amountCents)
  const needsSecondAdmin = useNeedsSecondAdmin(amount, decidedAlone)
  const verb = needsSecondAdmin ? PROPOSE_VERBS[kind] : VERBS[kind]
  const submission = useIdempotentSubmission((body: RequestBody, idempotencyKey) => send[kind](body, idempotencyKey), {
    onDone: ({ status }) => {
      const isCompleted = status === 'Completed'
      const balance = toAmount(balanceAfterCents)
      const text = isCompleted ? DONE_TEXT : PROPOSED_TEXT
      // The user's balance is that of the main account.
      if (account.accountId || (!isCompleted && kind === 'fund')) onDone(text)
      else onDone(text, { ...user, balance, held: user.held + (isCompleted ? 0 : amount) })
    },
    onRefused: (error) => showError(error),
  })
  const body = {
    userId: user._id,
    ...(account.accountId ? { accountId: account.accountId } : {}),
    amount,
    // Without createdAt the server uses the current time; a day means that day in the bank's time zone.
    ...(valueDate === today() ? {} : { createdAt: valueDate }),
    ...(note.trim() ? { note } : {}),
  }
  return (
    <div className="grid gap-5">
      <p className="text-lg">
        {verb} <strong className="font-semibold">{user.fullName}</strong> ({user.email}){' '}
        {kind === 'fund' ? 'with' : 'by'} <strong className="figures font-semibold">{formatMoney(amount)}</strong>
        {account.accountId && (
          <>
            , savings account <strong className="font-semibold">{account.name}</strong>
          </>
        )}
        ?
      </p>
      <BalanceChange beforeAmount={account.balance} afterAmount={toAmount(balanceAfterCents)} />
      <p className="text-muted">
        {/* Noon: a bare date is parsed as midnight UTC, which is the day before in the Americas. */}
        Value date {formatDay(`${valueDate}T12:00`)}
        {note.trim() && `. Note: ${note}`}
      </p>
      {needsSecondAdmin && <FourEyesNotice isHeld={kind === 'debit'} decidedAlone={decidedAlone} />}
      {submission.unknown && (
        <p role="alert" className="rounded-2xl bg-warning-soft px-4 py-3">
          No response from the server, so we don’t know whether this went through. Try again: it is only booked once.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          ref={button}
          busy={submission.sending}
          onClick={() => (submission.unknown ? submission.retry() : submission.submit(body))}
        >
          {submission.unknown ? 'Try again' : `${verb} ${formatMoney(amount)}`}
        </Button>
        {!submission.unknown && (
          <Button variant="quiet" disabled={submission.sending} onClick={onEdit}>
            Change
          </Button>
        )}
      </div>
    </div>
  )
}

type RequestBody = { userId: string; accountId?: string; amount: number; createdAt?: string; note?: string }

const send = {
  fund: (body: RequestBody, idempotencyKey: string) =>
    call<typeof fund>('POST', '/admin/fund', { body, idempotencyKey }),
  debit: (body: RequestBody, idempotencyKey: string) =>
    call<typeof debit>('POST', '/admin/debit', { body, idempotencyKey }),
}

/** '2026-01-05' in the browser's time zone. */
const today = () => {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
