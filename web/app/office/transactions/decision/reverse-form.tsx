import { CornerUpLeft, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatMoney, toAmount, toCents } from '#contract/money.ts'
import { referenceOf } from '#contract/payments/reference.ts'
import type { reverse } from '#contract/payments/reversals.ts'
import type { TransactionCase } from '#contract/payments/transaction-case.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { call } from '../../../shared/api/call.ts'
import { useIdempotentSubmission } from '../../../shared/api/use-idempotent-submission.ts'
import { t, translateText } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import { useHasPermission } from '../../../shared/session/permitted.tsx'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import type { Content } from '../../../shared/ui/content.ts'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { TextAreaField } from '../../../shared/ui/forms/field.tsx'
import { ReturnForm } from '../../external-money/payment-runs/return-form.tsx'
import { reloadOffice } from '../../layout/office-query.ts'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'
import { BalanceChange } from '../../parts/balance-change.tsx'
import { FourEyesNotice, useNeedsSecondAdmin } from '../../parts/four-eyes.tsx'
import { PROPOSED_TEXT } from '../../proposals/proposed.ts'
import { footerClass } from './decision-form.tsx'

type CaseProps = { transactionCase: TransactionCase }

/** How a transaction and its reversal or return are linked, in both directions. */
export function ReversalNotice({ transactionCase, onOpen }: CaseProps & { onOpen: (id: string) => void }) {
  const link = linkOf(transactionCase.transaction)
  if (!link) return null
  const { text, id, reason } = link
  return (
    <div className="flex gap-3 rounded-2xl bg-accent-soft px-4 py-3">
      <Undo2 aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
      <p className="min-w-0">
        <Trans
          text={text}
          parts={[
            (children) => (
              <button
                type="button"
                onClick={() => onOpen(id)}
                className="figures font-semibold text-accent underline underline-offset-2 hover:no-underline"
              >
                {children}
              </button>
            ),
          ]}
          values={{ reference: referenceOf(id) }}
        />
        {reason && <span className="block text-muted">{t('Reason: {reason}', { reason })}</span>}
      </p>
    </div>
  )
}

type Link = { text: TextId; id: string; reason?: Text }

function linkOf(transaction: TransactionCase['transaction']): Link | null {
  const { reverses, reversedBy, pendingReversal, returns, returnedBy, note, reason } = transaction
  if (reverses) return { text: msg('Reversal of <0>{reference}</0>'), id: reverses, reason: note }
  if (returns)
    return { text: msg('Returned by the outside bank: <0>{reference}</0>'), id: returns, reason: translateText(reason) }
  if (reversedBy) return { text: msg('Reversed by <0>{reference}</0>'), id: reversedBy }
  if (returnedBy)
    return { text: msg('Sent back by the outside bank, and credited by <0>{reference}</0>'), id: returnedBy }
  const waiting = msg('A reversal is waiting for a second person: <0>{reference}</0>')
  return pendingReversal ? { text: waiting, id: pendingReversal } : null
}

/** As the ledger decides: wires that went to another bank. */
const isWire = ({ type, method, amount }: TransactionCase['transaction']) =>
  type === 'Transfer' && amount < 0 && method === 'wire'

/** Below the evidence of a decided transaction: reversing or returning it, for those who may, beside what else can be done. */
export function ReverseForm({ transactionCase, beside }: CaseProps & { beside: Content }) {
  const [step, setStep] = useState<'reverse' | 'return' | null>(null)
  const admin = useCurrentAdmin()
  const mayReverse = useHasPermission('money:decide')
  const mayReturn = useHasPermission('outside:manage')
  const { transaction, user, otherParty, decidedAlone } = transactionCase
  const { status, reverses, reversedBy, pendingReversal, returns, returnedBy } = transaction
  const isUntouched = !reverses && !reversedBy && !pendingReversal && !returns && !returnedBy
  const isReversible = mayReverse && status === 'Completed' && isUntouched
  const isReturnable = mayReturn && status === 'Completed' && isUntouched && isWire(transaction)
  if (!isReversible && !isReturnable && !beside) return null
  const obstacle = [user._id, otherParty?._id].includes(admin._id)
    ? t('Another member of staff must do this.')
    : user.status === 'Closed' && t('The account is closed: no money moves on it any more.')
  return (
    <div className={footerClass}>
      {step === 'reverse' && isReversible && (
        <ConfirmReversal transactionCase={transactionCase} onClose={() => setStep(null)} />
      )}
      {step === 'return' && isReturnable && (
        <ReturnForm
          transactionId={transaction._id}
          amount={Math.abs(transaction.amount)}
          payee={transaction.counterparty?.accountName ?? verbatim('')}
          decidedAlone={decidedAlone}
          onClose={() => setStep(null)}
        />
      )}
      {(step === null || (step === 'reverse' ? !isReversible : !isReturnable)) && (
        <div className="flex flex-wrap gap-3">
          {beside}
          {isReversible && (
            <Button
              variant={beside ? 'quiet' : 'secondary'}
              disabled={Boolean(obstacle)}
              onClick={() => setStep('reverse')}
            >
              <Undo2 aria-hidden className="size-4.5" />
              {t('Reverse')}
            </Button>
          )}
          {isReturnable && (
            <Button variant="quiet" disabled={Boolean(obstacle)} onClick={() => setStep('return')}>
              <CornerUpLeft aria-hidden className="size-4.5" />
              {t('Return')}
            </Button>
          )}
          {(isReversible || isReturnable) && obstacle && <p className="self-center text-sm text-muted">{obstacle}</p>}
        </div>
      )}
    </div>
  )
}

/** By the number of accounts that the reversal changes. */
const QUESTIONS = {
  Deposit: {
    one: msg('Reverse this <0>deposit of {amount}</0>? It stays in the list, and its opposite is booked once.'),
    both: msg(
      'Reverse this <0>deposit of {amount}</0>? It stays in the list, and its opposite is booked once, on both accounts together.',
    ),
  },
  Transfer: {
    one: msg('Reverse this <0>transfer of {amount}</0>? It stays in the list, and its opposite is booked once.'),
    both: msg(
      'Reverse this <0>transfer of {amount}</0>? It stays in the list, and its opposite is booked once, on both accounts together.',
    ),
  },
}

type QuestionProps = Pick<TransactionCase['transaction'], 'type'> & { accounts: number; amount: Text }

const Question = ({ type, accounts, amount }: QuestionProps) => (
  <p>
    <Trans
      text={QUESTIONS[type][accounts > 1 ? 'both' : 'one']}
      parts={[(children) => <strong className="font-semibold">{children}</strong>]}
      values={{ amount }}
    />
  </p>
)

function ConfirmReversal({ transactionCase, onClose }: CaseProps & { onClose: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const { transaction } = transactionCase
  const { _id: transactionId, amount } = transaction
  const size = formatMoney(Math.abs(amount))
  const sides = sidesOf(transactionCase)
  const decidedAlone = mostDecidedAlone(transactionCase)
  const needsSecondAdmin = useNeedsSecondAdmin(Math.abs(amount), decidedAlone)
  const submission = useIdempotentSubmission(
    (text: string, idempotencyKey) =>
      call<typeof reverse>('POST', '/admin/reverse', { body: { transactionId, reason: text }, idempotencyKey }),
    {
      onDone: ({ status }) => {
        showToast({ message: status === 'Completed' ? t('Transaction reversed') : t(PROPOSED_TEXT) })
        onClose()
        void reloadOffice()
      },
      onRefused: (error) => showError(error),
    },
  )
  const send = () => {
    setMissing(!reason.trim())
    if (!reason.trim()) field.current?.focus()
    else if (submission.unknown) submission.retry()
    else submission.submit(reason.trim())
  }
  return (
    <div className="grid max-h-[70vh] gap-3 overflow-y-auto">
      <Question type={transaction.type} accounts={sides.length} amount={size} />
      {sides.map(({ name, before, after }) => (
        <div key={name} className="grid gap-1">
          <p className="text-sm font-medium">{name}</p>
          <BalanceChange beforeAmount={before} afterAmount={after} />
        </div>
      ))}
      {sides.some(({ after }) => after < 0) && (
        <p role="alert" className="text-negative">
          {t('The balance is not enough: money that was spent or is on hold can’t be taken back.')}
        </p>
      )}
      <TextAreaField
        autoComplete="off"
        ref={field}
        label={t('Reason')}
        hint={t('For staff and the audit log. Customers don’t see it.')}
        rows={2}
        maxLength={500}
        error={missing ? t('Please enter a reason.') : undefined}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {needsSecondAdmin && (
        <FourEyesNotice isHeld={sides.some(({ before, after }) => after < before)} decidedAlone={decidedAlone} />
      )}
      {submission.unknown && (
        <p role="alert" className="text-warning">
          {t('No response from the server. Try again: the reversal is only booked once.')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" busy={submission.sending} onClick={send}>
          {submission.unknown
            ? t('Try again')
            : t(needsSecondAdmin ? msg('Propose reversing {amount}') : msg('Reverse {amount}'), { amount: size })}
        </Button>
        <Button variant="quiet" disabled={submission.sending} onClick={onClose}>
          {t('Back')}
        </Button>
      </div>
    </div>
  )
}

/** Both accounts count: the one on which the member of staff has moved more. */
const mostDecidedAlone = ({ decidedAlone, otherParty }: TransactionCase) =>
  Math.max(decidedAlone, otherParty?.decidedAlone ?? 0)

type Side = { name: Text; before: number; after: number }

/** Each account with its available balance before and after. */
function sidesOf({ transaction: { amount }, user, otherParty }: TransactionCase): Side[] {
  const changed = (name: Text, before: number, by: number): Side => {
    const cents = (amount: number) => toCents(amount) ?? 0n
    return { name, before, after: toAmount(cents(before) + cents(by)) }
  }
  return [
    changed(user.fullName, user.balance, -amount),
    ...(otherParty ? [changed(otherParty.fullName, otherParty.balance, amount)] : []),
  ]
}
