import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { debit, fund } from '#contract/adjustments.ts'
import { centsToDollars, dollarsToCents, formatDollars } from '#contract/money.ts'
import { call } from '../../shared/api/call.ts'
import { useOneSubmission } from '../../shared/api/one-submission.ts'
import { tellError } from '../../shared/tell-error.ts'
import { AmountField } from '../../shared/ui/amount-field.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextAreaField, TextField } from '../../shared/ui/field.tsx'
import { parseAmount } from '../../shared/ui/parse-amount.ts'
import { BeforeAndAfter } from '../balance-change.tsx'
import { FourEyesNotice } from '../four-eyes-notice.tsx'
import { officeDay } from '../format-date.ts'
import type { Step } from './user-dialog.tsx'

const AMOUNT_TEXT = 'Please enter a valid amount'
const DONE_TEXT = 'Updated successfully'
const WAITS_TEXT = 'Waiting for a second administrator'

type Kind = 'fund' | 'debit'
type Wanted = { cents: bigint; valueDate: string; note: string }

const verbs = { fund: 'Fund', debit: 'Debit' }

/** First what, then a question that names the person and the amount, and only then money moves. */
export function AdjustForm({ kind, user, done, back }: Step & { kind: Kind }) {
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const { register, handleSubmit, watch, formState } = useForm({
    defaultValues: { amount: '', valueDate: today(), note: '' },
  })
  const balance = dollarsToCents(user.balance) ?? 0n
  const after = (cents: bigint) => (kind === 'fund' ? balance + cents : balance - cents)
  const typed = parseAmount(watch('amount'))

  const review = handleSubmit(({ amount, valueDate, note }) => {
    setWanted({ cents: parseAmount(amount) ?? 0n, valueDate, note })
  })
  if (wanted)
    return (
      <Confirm
        kind={kind}
        user={user}
        wanted={wanted}
        after={after(wanted.cents)}
        done={done}
        edit={() => setWanted(null)}
      />
    )
  const { errors } = formState
  return (
    <form noValidate onSubmit={review} className="grid gap-5">
      <AmountField
        label="Amount"
        autoFocus
        error={errors.amount?.message}
        {...register('amount', { validate: (text) => parseAmount(text) !== null || AMOUNT_TEXT })}
      />
      <BeforeAndAfter before={user.balance} after={typed === null ? null : centsToDollars(after(typed))} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Value date"
          type="date"
          min="2000-01-01"
          max={today()}
          hint="The day it counts for. When it was booked is shown beside it."
          error={errors.valueDate?.message}
          {...register('valueDate', { required: 'Enter a date.' })}
        />
        <TextAreaField label="Note" rows={2} maxLength={500} hint="For administrators only." {...register('note')} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Continue</Button>
        <Button look="quiet" onClick={back}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

type ConfirmProps = Pick<Step, 'user' | 'done'> & { kind: Kind; wanted: Wanted; after: bigint; edit: () => void }

function Confirm({ kind, user, wanted, after, done, edit }: ConfirmProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const dollars = centsToDollars(wanted.cents)
  const submission = useOneSubmission((body: Body, idempotencyKey) => send[kind](body, idempotencyKey), {
    onDone: ({ status }) => {
      const changed = { ...user, balance: centsToDollars(after) }
      if (status === 'Completed') done(DONE_TEXT, changed)
      else done(WAITS_TEXT, kind === 'debit' ? { ...changed, held: user.held + dollars } : undefined)
    },
    onRefused: (error) => tellError(error),
  })
  const { valueDate, note } = wanted
  const body = {
    userId: user._id,
    amount: dollars,
    // Today is now; another day is that day as the bank has it.
    ...(valueDate === today() ? {} : { createdAt: valueDate }),
    ...(note.trim() ? { note } : {}),
  }
  return (
    <div className="grid gap-5">
      <p className="text-lg">
        {verbs[kind]} <strong className="font-semibold">{user.fullName}</strong> ({user.email}){' '}
        {kind === 'fund' ? 'with' : 'by'} <strong className="figures font-semibold">{formatDollars(dollars)}</strong>?
      </p>
      <BeforeAndAfter before={user.balance} after={centsToDollars(after)} />
      <p className="text-muted">
        {/* Noon: a bare date would be midnight in Greenwich, which is the day before in the west. */}
        Value date {officeDay(`${valueDate}T12:00`)}
        {note.trim() && `. Note: ${note}`}
      </p>
      <FourEyesNotice dollars={dollars} held={kind === 'debit'} />
      {submission.unknown && (
        <p role="alert" className="rounded-2xl bg-warning-soft px-4 py-3">
          The bank did not answer, so it is not known whether this was done. Try again: it will be done once only.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          ref={button}
          busy={submission.sending}
          onClick={() => (submission.unknown ? submission.again() : submission.submit(body))}
        >
          {submission.unknown ? 'Try again' : `${verbs[kind]} ${formatDollars(dollars)}`}
        </Button>
        {!submission.unknown && (
          <Button look="quiet" disabled={submission.sending} onClick={edit}>
            Change
          </Button>
        )}
      </div>
    </div>
  )
}

type Body = { userId: string; amount: number; createdAt?: string; note?: string }

const send = {
  fund: (body: Body, idempotencyKey: string) => call<typeof fund>('POST', '/admin/fund', { body, idempotencyKey }),
  debit: (body: Body, idempotencyKey: string) => call<typeof debit>('POST', '/admin/debit', { body, idempotencyKey }),
}

/** '2026-01-05', on the wall of whoever sits here. */
const today = () => {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
