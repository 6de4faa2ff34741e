import { Check, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { TransactionCase } from '#contract/payments/transaction-case.ts'
import { verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import type { Content } from '../../../shared/ui/content.ts'
import { TextAreaField } from '../../../shared/ui/forms/field.tsx'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'
import { FourEyesNotice, useNeedsSecondAdmin } from '../../parts/four-eyes.tsx'
import { OwnAccountNote } from '../../parts/own-account-note.tsx'
import { SuggestedReasons } from '../../parts/suggested-reasons.tsx'
import { USER_STATUS_NAMES } from '../../parts/user-status-names.ts'
import { isFromInactive } from '../list/bulk-plan.ts'
import { ApproveAndNext } from './approve-and-next.tsx'
import type { Decision } from './decision.ts'
import { DepositDoubt } from './deposit-doubt.tsx'
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
    ? t('A second member of staff must approve this.')
    : isFromInactive(transactionCase)
      ? t('The account is {status}: the transfer can only be declined.', {
          status: t(USER_STATUS_NAMES[transactionCase.user.status]),
        })
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
            {t('Approve')}
          </Button>
          <Button variant="danger" aria-keyshortcuts="d" onClick={() => onDecisionChange('decline')}>
            <X aria-hidden className="size-4.5" />
            {t('Decline')}
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

type StepProps = { transactionCase: TransactionCase; onBack: () => void; onSettled: OnSettled }

const QUESTIONS = {
  approve: {
    Deposit: msg('Approve the <0>deposit of {amount} for {name}</0>?'),
    Transfer: msg('Approve the <0>transfer of {amount} from {name}</0>?'),
  },
  decline: {
    Deposit: msg('Decline the <0>deposit of {amount} for {name}</0>?'),
    Transfer: msg('Decline the <0>transfer of {amount} from {name}</0>?'),
  },
}

const Question = ({ decision, transactionCase }: Pick<StepProps, 'transactionCase'> & { decision: Decision }) => {
  const { type, amount, user } = transactionCase.transaction
  return (
    <Trans
      text={QUESTIONS[decision][type]}
      parts={[(children) => <strong className="font-semibold">{children}</strong>]}
      values={{ amount: formatMoney(Math.abs(amount)), name: user.fullName }}
    />
  )
}

function ApproveStep({ transactionCase, onBack, onSettled }: StepProps) {
  const submission = useDecision(transactionCase, 'approve', () => onSettled({ next: false }))
  const { amount, proposedBy } = transactionCase.transaction
  const { decidedAlone } = transactionCase
  const needsSecondAdmin = useNeedsSecondAdmin(Math.abs(amount), decidedAlone) && !proposedBy
  return (
    <div className="grid gap-3">
      <p>
        <Question decision="approve" transactionCase={transactionCase} />
        {verbatim(' ')}
        <span className="figures text-muted">
          {transactionCase.transaction.type === 'Transfer'
            ? t('The amount is already on hold, so the available balance stays {balance}.', {
                balance: formatMoney(transactionCase.balanceIfApproved),
              })
            : t('Available balance: {balance} now, {after} after.', {
                balance: formatMoney(transactionCase.user.balance),
                after: formatMoney(transactionCase.balanceIfApproved),
              })}
        </span>
      </p>
      {needsSecondAdmin && <FourEyesNotice decidedAlone={decidedAlone} />}
      {submission.doubts && <DepositDoubt deposits={submission.doubts} />}
      <DecisionButtons
        submission={submission}
        onSend={() => submission.submit(submission.doubts ? { confirm: true } : {})}
        onBack={onBack}
      >
        {submission.doubts
          ? t('It is other money')
          : t(needsSecondAdmin ? msg('Propose approving {amount}') : msg('Approve {amount}'), {
              amount: formatMoney(Math.abs(amount)),
            })}
      </DecisionButtons>
    </div>
  )
}

const REASONS = {
  Deposit: [
    msg('The receipt isn’t readable.'),
    msg('The amount doesn’t match the receipt.'),
    msg('We haven’t received the payment.'),
    msg('This receipt was already used.'),
  ],
  Transfer: [
    msg('The recipient’s details are incomplete.'),
    msg('The recipient’s bank rejected the payment.'),
    msg('Please contact support about this transfer.'),
  ],
}

function DeclineStep({ transactionCase, onBack, onSettled }: StepProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const opensNext = useRef(false)
  const submission = useDecision(transactionCase, 'decline', () => onSettled({ next: opensNext.current }))
  const send = (next: boolean) => {
    opensNext.current = next
    submission.submit({ reason })
  }
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="grid gap-3">
      <p>
        <Question decision="decline" transactionCase={transactionCase} />
      </p>
      <SuggestedReasons suggestions={REASONS[transactionCase.transaction.type]} reason={reason} onChoose={setReason} />
      <TextAreaField
        autoComplete="off"
        ref={field}
        label={t('Reason (optional)')}
        hint={t('{fullName} will see this.', { fullName: transactionCase.user.fullName })}
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
        {t('Decline {amount}', { amount: formatMoney(Math.abs(transactionCase.transaction.amount)) })}
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
  children: Content
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
          {t('No response from the server. Try again: the decision is only applied once.')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button ref={button} variant={variant} busy={sending} onClick={() => (unknown ? retry() : onSend())}>
          {unknown ? t('Try again') : children}
        </Button>
        {onSendAndNext && !unknown && (
          <Button variant={variant} disabled={sending} onClick={onSendAndNext}>
            {t('Decline and next')}
          </Button>
        )}
        <Button variant="quiet" disabled={sending} onClick={onBack}>
          {t('Back')}
        </Button>
      </div>
    </>
  )
}
