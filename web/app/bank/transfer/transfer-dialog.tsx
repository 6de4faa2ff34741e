import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import type { User } from '#contract/customers/people.ts'
import { formatMoney } from '#contract/money.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { factorsQuery } from '../../shared/api/factors-query.ts'
import { passkeysSupported } from '../../shared/api/passkeys.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { usePayer } from '../accounts/use-payer.ts'
import type { Prefill } from '../payees/payee-details.ts'
import { UnconfirmedStep } from '../unconfirmed-step.tsx'
import { CodeStep } from './code-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { type PaymentTime, scheduleOf } from './schedule.ts'
import { SecretStep } from './secret-step.tsx'
import { amountOf } from './submit-payment.ts'
import { SubmittedStep } from './submitted-step.tsx'
import type { Step } from './transfer-flow.ts'
import { TransferFields } from './transfer-form.tsx'
import { type TransferState, useTransfer } from './use-transfer.ts'

const PIN_LENGTH = 4

const TITLES: Record<Step, TextId> = {
  form: msg('Wire Transfer'),
  review: msg('Review your transfer'),
  pin: msg('Enter your PIN'),
  code: msg('Enter your transaction code'),
  submitted: msg('Transfer Submitted!'),
}

const SCHEDULED_TITLES: Partial<Record<Step, TextId>> = {
  review: msg('Review your scheduled payment'),
  submitted: msg('Payment Scheduled!'),
}

const isScheduled = ({ form }: TransferState) => scheduleOf(form.getValues()) !== null

function titleOf(state: TransferState): Text {
  const { step, submitted } = state
  if (isScheduled(state)) return t(SCHEDULED_TITLES[step] ?? TITLES[step])
  // A transfer inside the bank can be completed at once.
  return step === 'submitted' && submitted?.transfer?.status === 'Completed'
    ? t('Transfer Completed!')
    : t(TITLES[step])
}

/** The previous step of each step. */
const PREVIOUS: Partial<Record<Step, Step>> = { review: 'form', pin: 'review', code: 'review' }

type Props = {
  user: User
  open: boolean
  onClose: (state: { unconfirmed: boolean }) => void
  onFinished: () => void
  /** Fills in the payee, and perhaps the amount. */
  prefill?: Prefill
  /** Preselected; 'today' when absent. */
  when?: PaymentTime
}

/** Form, review with approval by passkey or PIN, if required the code (and the PIN again), confirmation. */
export function TransferDialog({ user, open, onClose, onFinished, prefill, when }: Props) {
  const transfer = useTransfer(prefill, when)
  const amountInput = useRef<HTMLInputElement>(null)
  const factors = useQuery({ ...factorsQuery, enabled: open && passkeysSupported() })
  const hasPasskey = Boolean(factors.data?.passkeys.length)
  const { step, submission, go } = transfer
  const busy = submission.sending || transfer.approving
  const back = PREVIOUS[step]
  const close = () => {
    // Closing while it is being sent would hide the outcome.
    if (busy) return
    if (step === 'submitted') onFinished()
    else onClose({ unconfirmed: submission.unknown })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      initialFocus={prefill ? amountInput : undefined}
      focusFirstField
      keepsInput
      inParts
      title={submission.unknown ? t('Not confirmed yet') : titleOf(transfer)}
      onBack={back && !submission.unknown && !busy ? () => go(back) : undefined}
    >
      {submission.unknown ? (
        <UnconfirmedStep
          kind={isScheduled(transfer) ? 'scheduledPayment' : 'transfer'}
          onRetry={submission.retry}
          sending={submission.sending}
        />
      ) : (
        <CurrentStep {...{ user, transfer, amountInput, onFinished, hasPasskey }} payeeChosen={Boolean(prefill)} />
      )}
    </Dialog>
  )
}

type StepProps = Pick<Props, 'user' | 'onFinished'> & {
  transfer: TransferState
  amountInput: RefObject<HTMLInputElement | null>
  payeeChosen: boolean
  hasPasskey: boolean
}

function CurrentStep({ user, transfer, amountInput, payeeChosen, hasPasskey, onFinished }: StepProps) {
  const payer = usePayer(user, transfer.form.watch('accountId'))
  const { form, go, problem, locked, onProblemSeen, submission, submitted } = transfer
  const amount = formatMoney(amountOf(form.getValues()))
  const sendAmount = isScheduled(transfer) ? t('Schedule {amount}', { amount }) : t('Send {amount}', { amount })
  switch (transfer.step) {
    case 'form':
      return (
        <TransferFields
          form={form}
          amountRef={amountInput}
          payer={payer}
          onReady={() => go('review')}
          payeeChosen={payeeChosen}
        />
      )
    case 'review':
      return (
        <ReviewStep
          form={form.getValues()}
          payer={payer}
          onUseName={transfer.useName}
          onConfirm={() => go('pin')}
          onEdit={() => go('form')}
          {...(hasPasskey ? { onApprove: transfer.approveWithPasskey } : {})}
          approving={transfer.approving || submission.sending}
        />
      )
    case 'pin':
      return (
        <SecretStep
          label={t('PIN')}
          topic="pin"
          length={PIN_LENGTH}
          sending={submission.sending}
          action={sendAmount}
          onDone={transfer.confirm}
          {...{ problem, locked, onProblemSeen }}
        >
          {transfer.codeEntered && <p>{t('Enter your PIN again to confirm the transfer with your code.')}</p>}
          <p className="wrap-anywhere text-muted">
            <Trans
              text="to <0>{accountName}</0>, {bankName}"
              parts={[(children) => <span className="font-medium wrap-anywhere text-ink">{children}</span>]}
              values={{
                accountName: verbatim(form.getValues('accountName')),
                bankName: verbatim(form.getValues('bankName')),
              }}
            />
          </p>
        </SecretStep>
      )
    case 'code':
      return (
        <CodeStep
          description={user.codeDescription}
          sending={submission.sending}
          action={transfer.signed ? sendAmount : t('Continue')}
          onDone={transfer.setCode}
          {...{ problem, locked, onProblemSeen }}
        />
      )
    case 'submitted':
      return submitted && <SubmittedStep submitted={submitted} onDone={onFinished} />
  }
}
