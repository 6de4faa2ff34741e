import { useEffect, useRef, useState } from 'react'
import { formatMoney, toAmount, toCents } from '#contract/money.ts'
import type { debit, fund } from '#contract/payments/adjustments.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { useIdempotentSubmission } from '../../../shared/api/use-idempotent-submission.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { AmountField } from '../../../shared/ui/forms/amount-field.tsx'
import { TextAreaField, TextField } from '../../../shared/ui/forms/field.tsx'
import { checkAmount, parseAmountCents } from '../../../shared/ui/forms/parse-amount.ts'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { BalanceChange } from '../../parts/balance-change.tsx'
import { formatDay } from '../../parts/format-date.ts'
import { FourEyesNotice, useFourEyes, useNeedsSecondAdmin } from '../../parts/four-eyes.tsx'
import { PROPOSED_TEXT } from '../../proposals/proposed.ts'
import { AccountField, type AdjustedAccount, findAccount } from './account-field.tsx'
import type { ActionProps } from './actions.ts'

const AMOUNT_TEXT = msg('Please enter a valid amount')
const DONE_TEXT = msg('Updated successfully')
/** As the contract's `MAX_MESSAGE_LENGTH`: pages don't load the schemas. */
const MAX_REASON_LENGTH = 140

type Kind = 'fund' | 'debit'
type Adjustment = { account: AdjustedAccount; amountCents: bigint; valueDate: string; reason: string; note: string }

const PROPOSALS = { fund: 'proposeFund', debit: 'proposeDebit' } as const
const BUTTONS = {
  fund: msg('Fund {amount}'),
  debit: msg('Debit {amount}'),
  proposeFund: msg('Propose funding {amount}'),
  proposeDebit: msg('Propose debiting {amount}'),
}
const QUESTIONS = {
  fund: {
    main: msg('Fund <0>{name}</0> ({email}) with <1>{amount}</1>?'),
    savings: msg('Fund <0>{name}</0> ({email}) with <1>{amount}</1>, savings account <0>{account}</0>?'),
  },
  debit: {
    main: msg('Debit <0>{name}</0> ({email}) by <1>{amount}</1>?'),
    savings: msg('Debit <0>{name}</0> ({email}) by <1>{amount}</1>, savings account <0>{account}</0>?'),
  },
  proposeFund: {
    main: msg('Propose funding <0>{name}</0> ({email}) with <1>{amount}</1>?'),
    savings: msg('Propose funding <0>{name}</0> ({email}) with <1>{amount}</1>, savings account <0>{account}</0>?'),
  },
  proposeDebit: {
    main: msg('Propose debiting <0>{name}</0> ({email}) by <1>{amount}</1>?'),
    savings: msg('Propose debiting <0>{name}</0> ({email}) by <1>{amount}</1>, savings account <0>{account}</0>?'),
  },
}

const DOUBTS = {
  before_account: msg('The value date is before the account was opened. Continue only if that is meant.'),
  same_proposal: msg('The same amount was proposed for this customer already. Continue only if it is another one.'),
  statement_entry_waits: msg(
    'A line of a bank statement that may be this money is waiting. Assign it instead, and continue only if this is other money.',
  ),
}

/** The amount first, then a confirmation that names the user and the amount. */
export function AdjustmentForm({ kind, user, accounts, decidedAlone, onDone, onBack }: ActionProps & { kind: Kind }) {
  const [adjustment, setAdjustment] = useState<Adjustment | null>(null)
  const { register, handleSubmit, watch, formState } = useForm({
    defaultValues: { accountId: '', amount: '', valueDate: today(), reason: '', note: '' },
  })
  const account = findAccount(user, accounts, watch('accountId'))
  const balanceCents = toCents(account.balance) ?? 0n
  const balanceAfter = (amountCents: bigint) =>
    kind === 'fund' ? balanceCents + amountCents : balanceCents - amountCents
  const typedCents = parseAmountCents(watch('amount'))
  const needsSecondAdmin = useNeedsSecondAdmin(toAmount(typedCents ?? 0n), decidedAlone)
  const fourEyes = useFourEyes()
  const checkFunds = (text: string) =>
    kind === 'fund' || balanceAfter(parseAmountCents(text) ?? 0n) >= 0n || t('Insufficient balance.')

  const review = handleSubmit(({ amount, valueDate, reason, note }) => {
    setAdjustment({ account, amountCents: parseAmountCents(amount) ?? 0n, valueDate, reason: reason.trim(), note })
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
        label={t('Amount')}
        autoFocus
        error={errors.amount?.message}
        {...register('amount', {
          validate: (text) => orElse(checkAmount(text, t(AMOUNT_TEXT)), () => checkFunds(text)),
        })}
      />
      <BalanceChange
        beforeAmount={account.balance}
        afterAmount={typedCents === null ? null : toAmount(balanceAfter(typedCents))}
      />
      {needsSecondAdmin && <FourEyesNotice isHeld={kind === 'debit'} decidedAlone={decidedAlone} />}
      <TextField
        autoComplete="off"
        label={t('Reason')}
        maxLength={MAX_REASON_LENGTH}
        hint={t('{name} sees it as the text of the transaction.', { name: user.fullName })}
        error={errors.reason?.message}
        {...register('reason', { validate: (text) => !fourEyes || text.trim() !== '' || t('Enter a reason.') })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          autoComplete="off"
          label={t('Value date')}
          type="date"
          min="2000-01-01"
          max={today()}
          hint={t('Effective date. The booking date is shown too.')}
          error={errors.valueDate?.message}
          {...register('valueDate', { required: t('Enter a date.') })}
        />
        <TextAreaField
          autoComplete="off"
          label={t('Note')}
          rows={2}
          maxLength={500}
          hint={t('Only visible to staff.')}
          {...register('note')}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">{t('Continue')}</Button>
        <Button variant="quiet" onClick={onBack}>
          {t('Cancel')}
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
  const { account, valueDate, reason, note } = adjustment
  const [doubt, setDoubt] = useState<Text | null>(null)
  const amount = toAmount(adjustment.amountCents)
  const needsSecondAdmin = useNeedsSecondAdmin(amount, decidedAlone)
  const act = needsSecondAdmin ? PROPOSALS[kind] : kind
  const submission = useIdempotentSubmission((body: RequestBody, idempotencyKey) => send[kind](body, idempotencyKey), {
    onDone: ({ status }) => {
      const isCompleted = status === 'Completed'
      const balance = toAmount(balanceAfterCents)
      const text = t(isCompleted ? DONE_TEXT : PROPOSED_TEXT)
      // The user's balance is that of the main account.
      if (account.accountId || (!isCompleted && kind === 'fund')) onDone(text)
      else onDone(text, { ...user, balance, held: user.held + (isCompleted ? 0 : amount) })
    },
    onRefused: (error) => {
      if (error instanceof ApiError && error.code === 'confirmation_needed') setDoubt(doubtText(error))
      else showError(error)
    },
  })
  const body: RequestBody = {
    userId: user._id,
    ...(account.accountId ? { accountId: account.accountId } : {}),
    amount,
    // Without createdAt the server uses the current time; a day means that day in the bank's time zone.
    ...(valueDate === today() ? {} : { createdAt: valueDate }),
    ...(reason ? { reason } : {}),
    ...(doubt ? { confirm: true as const } : {}),
    ...(note.trim() ? { note } : {}),
  }
  return (
    <div className="grid gap-5">
      <p className="text-lg">
        <Trans
          text={QUESTIONS[act][account.accountId ? 'savings' : 'main']}
          parts={[
            (children) => <strong className="font-semibold">{children}</strong>,
            (children) => <strong className="figures font-semibold">{children}</strong>,
          ]}
          values={{ name: user.fullName, email: user.email, amount: formatMoney(amount), account: account.name }}
        />
      </p>
      <BalanceChange beforeAmount={account.balance} afterAmount={toAmount(balanceAfterCents)} />
      <p className="text-muted">{describeBooking(adjustment)}</p>
      {needsSecondAdmin && <FourEyesNotice isHeld={kind === 'debit'} decidedAlone={decidedAlone} />}
      {doubt && (
        <p role="alert" className="rounded-2xl bg-warning-soft px-4 py-3">
          {doubt}
        </p>
      )}
      {submission.unknown && (
        <p role="alert" className="rounded-2xl bg-warning-soft px-4 py-3">
          {t(
            'No response from the server, so we don’t know whether this went through. Try again: it is only booked once.',
          )}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          ref={button}
          busy={submission.sending}
          onClick={() => (submission.unknown ? submission.retry() : submission.submit(body))}
        >
          {submission.unknown ? t('Try again') : t(BUTTONS[act], { amount: formatMoney(amount) })}
        </Button>
        {!submission.unknown && (
          <Button variant="quiet" disabled={submission.sending} onClick={onEdit}>
            {t('Change')}
          </Button>
        )}
      </div>
    </div>
  )
}

function describeBooking({ valueDate, reason, note }: Adjustment): Text {
  // Noon: a bare date is parsed as midnight UTC, which is the day before in the Americas.
  const date = formatDay(`${valueDate}T12:00`)
  return joinTexts(
    '. ',
    t('Value date {date}', { date }),
    reason && t('Reason: {reason}', { reason: verbatim(reason) }),
    note.trim() && t('Note: {note}', { note: verbatim(note.trim()) }),
  )
}

/** What the server asks about, before the same call is sent once more. */
function doubtText({ current }: ApiError): Text {
  const reasons = (current?.reasons as (keyof typeof DOUBTS)[] | undefined) ?? []
  return joinTexts(' ', ...reasons.map((reason) => t(DOUBTS[reason])))
}

/** The first problem, or what the second check says. */
const orElse = (first: boolean | Text, second: () => boolean | Text): boolean | Text =>
  first === true ? second() : first

type RequestBody = {
  userId: string
  accountId?: string
  amount: number
  createdAt?: string
  reason?: string
  confirm?: true
  note?: string
}

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
