import { Check, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatDollars } from '#contract/money.ts'
import type { TransactionCase } from '#contract/transaction-case.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextAreaField } from '../../shared/ui/field.tsx'
import { FourEyesNotice } from '../four-eyes-notice.tsx'
import { useMe } from '../use-current-admin.ts'
import { useDecision } from './use-decision.ts'

export type Decision = 'approve' | 'decline'

type Props = { found: TransactionCase; deciding: Decision | null; onDeciding: (decision: Decision | null) => void }

/** Always in sight below the evidence: two buttons, then one question. */
export function DecideForm({ found, deciding, onDeciding }: Props) {
  const me = useMe()
  const own = found.transaction.proposedBy?._id === me._id
  return (
    <div className="border-t border-line bg-surface px-5 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] sm:px-6">
      {deciding === 'approve' && !own && <Approving found={found} onBack={() => onDeciding(null)} />}
      {deciding === 'decline' && <Declining found={found} onBack={() => onDeciding(null)} />}
      {(deciding === null || (deciding === 'approve' && own)) && (
        <div className="flex flex-wrap gap-3">
          <Button disabled={own} aria-keyshortcuts="a" onClick={() => onDeciding('approve')}>
            <Check aria-hidden className="size-4.5" />
            {found.transaction.proposedBy && !own ? 'Confirm' : 'Approve'}
          </Button>
          <Button look="danger" aria-keyshortcuts="d" onClick={() => onDeciding('decline')}>
            <X aria-hidden className="size-4.5" />
            Decline
          </Button>
          {own && <p className="self-center text-sm text-muted">A second administrator must confirm this.</p>}
        </div>
      )}
    </div>
  )
}

type Asking = { found: TransactionCase; onBack: () => void }

const nameOf = ({ transaction: { type, amount, user } }: TransactionCase) =>
  `${type.toLowerCase()} of ${formatDollars(Math.abs(amount))} ${type === 'Deposit' ? 'for' : 'from'} ${user.fullName}`

function Approving({ found, onBack }: Asking) {
  const submission = useDecision(found, 'approve', onBack)
  const { amount, proposedBy } = found.transaction
  return (
    <div className="grid gap-3">
      <p>
        Approve the <strong className="font-semibold">{nameOf(found)}</strong>?{' '}
        <span className="figures text-muted">
          {found.transaction.type === 'Transfer'
            ? `The amount is held already: the balance stays ${formatDollars(found.balanceIfApproved)}.`
            : `Balance ${formatDollars(found.user.balance)} before, ${formatDollars(found.balanceIfApproved)} after.`}
        </span>
      </p>
      {!proposedBy && <FourEyesNotice dollars={Math.abs(amount)} />}
      <Answer submission={submission} onSend={() => submission.submit('')} onBack={onBack}>
        Approve {formatDollars(Math.abs(found.transaction.amount))}
      </Answer>
    </div>
  )
}

const REASONS = {
  Deposit: [
    'The receipt can’t be read.',
    'The amount does not match the receipt.',
    'The payment has not arrived.',
    'This receipt was used before.',
  ],
  Transfer: [
    'The receiver’s details are incomplete.',
    'The receiver’s bank refused the payment.',
    'Please contact support about this transfer.',
  ],
}

function Declining({ found, onBack }: Asking) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const submission = useDecision(found, 'decline', onBack)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="grid gap-3">
      <p>
        Decline the <strong className="font-semibold">{nameOf(found)}</strong>?
      </p>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Ready-made reasons</legend>
        {REASONS[found.transaction.type].map((text) => (
          <button
            key={text}
            type="button"
            aria-pressed={reason === text}
            onClick={() => setReason(text)}
            className="min-h-9 rounded-full border border-edge/60 px-3 text-sm hover:border-ink/60 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            {text}
          </button>
        ))}
      </fieldset>
      <TextAreaField
        ref={field}
        label="Reason (optional)"
        hint={`${found.user.fullName} reads it.`}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Answer look="danger" submission={submission} onSend={() => submission.submit(reason)} onBack={onBack}>
        Decline {formatDollars(Math.abs(found.transaction.amount))}
      </Answer>
    </div>
  )
}

type AnswerProps = {
  submission: ReturnType<typeof useDecision>
  look?: 'danger'
  onSend: () => void
  onBack: () => void
  children: React.ReactNode
}

function Answer({ submission, look, onSend, onBack, children }: AnswerProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The question is read first where there is something to write; otherwise Enter is the answer.
    if (!look) button.current?.focus()
  }, [look])
  const { sending, unknown, again } = submission
  return (
    <>
      {unknown && (
        <p role="alert" className="text-warning">
          The bank did not answer. Try again: it will be decided once only.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button ref={button} look={look} busy={sending} onClick={() => (unknown ? again() : onSend())}>
          {unknown ? 'Try again' : children}
        </Button>
        <Button look="quiet" disabled={sending} onClick={onBack}>
          Back
        </Button>
      </div>
    </>
  )
}
