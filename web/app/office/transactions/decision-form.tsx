import { Check, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { TransactionCase } from '#contract/transaction-case.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextAreaField } from '../../shared/ui/field.tsx'
import { FourEyesNotice, useNeedsSecondAdmin } from '../four-eyes.tsx'
import { OwnAccountNote } from '../own-account-note.tsx'
import { useCurrentAdmin } from '../use-current-admin.ts'
import { ApproveAndNext } from './approve-and-next.tsx'
import type { Decision } from './decision.ts'
import { useDecision } from './use-decision.ts'
import { useTouchesOwnAccount } from './use-touches-own-account.ts'

type Props = {
  transactionCase: TransactionCase
  decision: Decision | null
  onDecisionChange: (decision: Decision | null) => void
  onSettled: OnSettled
}
/** `next` opens the next waiting transaction. */
export type OnSettled = (options: { next: boolean }) => void

export const footerClass =
  'border-t border-line bg-surface px-5 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] sm:px-6'

/** Fixed below the evidence: first two buttons, then the confirmation of the chosen decision. */
export function DecisionForm({ transactionCase, decision, onDecisionChange, onSettled }: Props) {
  const admin = useCurrentAdmin()
  const isOwnProposal = transactionCase.transaction.proposedBy?._id === admin._id
  const reasonAgainst = isOwnProposal
    ? 'A second member of staff must approve this.'
    : isFromInactive(transactionCase)
      ? `The account is ${transactionCase.user.status}: the transfer can only be declined.`
      : null
  const touchesOwnAccount = useTouchesOwnAccount(transactionCase.transaction)
  const step = { transactionCase, onBack: () => onDecisionChange(null), onSettled }
  if (touchesOwnAccount)
    return (
      <div className={footerClass}>
        <OwnAccountNote />
      </div>
    )
  return (
    <div className={footerClass}>
      {decision === 'approve' && !reasonAgainst && <ApproveStep {...step} />}
      {decision === 'decline' && <DeclineStep {...step} />}
      {(decision === null || (decision === 'approve' && reasonAgainst)) && (
        <div className="flex flex-wrap gap-3">
          <Button disabled={reasonAgainst !== null} aria-keyshortcuts="a" onClick={() => onDecisionChange('approve')}>
            <Check aria-hidden className="size-4.5" />
            Approve
          </Button>
          <Button variant="danger" aria-keyshortcuts="d" onClick={() => onDecisionChange('decline')}>
            <X aria-hidden className="size-4.5" />
            Decline
          </Button>
          {!reasonAgainst && (
            <ApproveAndNext transactionCase={transactionCase} onSettled={() => onSettled({ next: true })} />
          )}
          {reasonAgainst && <p className="self-center text-sm text-muted">{reasonAgainst}</p>}
        </div>
      )}
    </div>
  )
}

/** As the ledger decides: the status stops what the customer sends, not what the bank debits or reverses. */
const isFromInactive = ({ user, transaction: { type, method, reverses } }: TransactionCase) =>
  user.status !== 'Active' && type === 'Transfer' && method !== 'adjustment' && !reverses

type StepProps = { transactionCase: TransactionCase; onBack: () => void; onSettled: OnSettled }

const describeTransaction = ({ transaction: { type, amount, user } }: TransactionCase) =>
  `${type.toLowerCase()} of ${formatMoney(Math.abs(amount))} ${type === 'Deposit' ? 'for' : 'from'} ${user.fullName}`

function ApproveStep({ transactionCase, onBack, onSettled }: StepProps) {
  const submission = useDecision(transactionCase, 'approve', () => onSettled({ next: false }))
  const { amount, proposedBy } = transactionCase.transaction
  const { decidedAlone } = transactionCase
  const needsSecondAdmin = useNeedsSecondAdmin(Math.abs(amount), decidedAlone) && !proposedBy
  return (
    <div className="grid gap-3">
      <p>
        Approve the <strong className="font-semibold">{describeTransaction(transactionCase)}</strong>?{' '}
        <span className="figures text-muted">
          {transactionCase.transaction.type === 'Transfer'
            ? `The amount is already on hold, so the available balance stays ${formatMoney(transactionCase.balanceIfApproved)}.`
            : `Available balance: ${formatMoney(transactionCase.user.balance)} now, ${formatMoney(transactionCase.balanceIfApproved)} after.`}
        </span>
      </p>
      {needsSecondAdmin && <FourEyesNotice decidedAlone={decidedAlone} />}
      <DecisionButtons submission={submission} onSend={() => submission.submit('')} onBack={onBack}>
        {needsSecondAdmin ? 'Propose approving' : 'Approve'} {formatMoney(Math.abs(amount))}
      </DecisionButtons>
    </div>
  )
}

const REASONS = {
  Deposit: [
    'The receipt isn’t readable.',
    'The amount doesn’t match the receipt.',
    'We haven’t received the payment.',
    'This receipt was already used.',
  ],
  Transfer: [
    'The recipient’s details are incomplete.',
    'The recipient’s bank rejected the payment.',
    'Please contact support about this transfer.',
  ],
}

function DeclineStep({ transactionCase, onBack, onSettled }: StepProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const opensNext = useRef(false)
  const submission = useDecision(transactionCase, 'decline', () => onSettled({ next: opensNext.current }))
  const send = (next: boolean) => {
    opensNext.current = next
    submission.submit(reason)
  }
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="grid gap-3">
      <p>
        Decline the <strong className="font-semibold">{describeTransaction(transactionCase)}</strong>?
      </p>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Suggested reasons</legend>
        {REASONS[transactionCase.transaction.type].map((text) => (
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
        hint={`${transactionCase.user.fullName} will see this.`}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <DecisionButtons
        variant="danger"
        submission={submission}
        onSend={() => send(false)}
        onSendAndNext={() => send(true)}
        onBack={onBack}
      >
        Decline {formatMoney(Math.abs(transactionCase.transaction.amount))}
      </DecisionButtons>
    </div>
  )
}

type DecisionButtonsProps = {
  submission: ReturnType<typeof useDecision>
  variant?: 'danger'
  onSend: () => void
  onSendAndNext?: () => void
  onBack: () => void
  children: React.ReactNode
}

function DecisionButtons({ submission, variant, onSend, onSendAndNext, onBack, children }: DecisionButtonsProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Declining focuses the reason field instead; approving is confirmed with Enter.
    if (!variant) button.current?.focus()
  }, [variant])
  const { sending, unknown, retry } = submission
  return (
    <>
      {unknown && (
        <p role="alert" className="text-warning">
          No response from the server. Try again: the decision is only applied once.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button ref={button} variant={variant} busy={sending} onClick={() => (unknown ? retry() : onSend())}>
          {unknown ? 'Try again' : children}
        </Button>
        {onSendAndNext && !unknown && (
          <Button variant={variant} disabled={sending} onClick={onSendAndNext}>
            Decline and next
          </Button>
        )}
        <Button variant="quiet" disabled={sending} onClick={onBack}>
          Back
        </Button>
      </div>
    </>
  )
}
