import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/customers/people.ts'
import { formatMoney } from '#contract/money.ts'
import { type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { factorsQuery } from '../../shared/api/factors-query.ts'
import { passkeysSupported } from '../../shared/api/passkeys.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import type { Payer } from '../accounts/use-payer.ts'
import { UnconfirmedStep } from '../unconfirmed-step.tsx'
import { CodeStep } from './code-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { scheduleOf } from './schedule.ts'
import { SecretStep } from './secret-step.tsx'
import { amountOf } from './submit-payment.ts'
import { SubmittedStep } from './submitted-step.tsx'
import type { Step } from './transfer-flow.ts'
import type { TransferState } from './use-transfer.ts'

const PIN_LENGTH = 4

const TITLES: Record<Exclude<Step, 'form'>, TextId> = {
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

/** The title of a step; `formTitle` is that of the form before them. */
export function paymentTitle(state: TransferState, formTitle: Text): Text {
  const { step, submitted, submission } = state
  if (submission.unknown) return t('Not confirmed yet')
  if (step === 'form') return formTitle
  if (isScheduled(state)) return t(SCHEDULED_TITLES[step] ?? TITLES[step])
  // A transfer inside the bank can be completed at once.
  return step === 'submitted' && submitted?.transfer?.status === 'Completed'
    ? t('Transfer Completed!')
    : t(TITLES[step])
}

/** The previous step of each step. */
const PREVIOUS: Partial<Record<Step, Step>> = { review: 'form', pin: 'review', code: 'review' }

export const isBusy = ({ submission, approving }: TransferState) => submission.sending || approving

/** Goes one step back, where there is one and nothing is under way. */
export function stepBack(state: TransferState): (() => void) | undefined {
  const previous = PREVIOUS[state.step]
  return previous && !state.submission.unknown && !isBusy(state) ? () => state.go(previous) : undefined
}

type Props = {
  user: User
  transfer: TransferState
  payer: Payer
  /** The fields are on the screen, so that passkeys are asked for. */
  open: boolean
  onFinished: () => void
  /** The last digit of the PIN sends the payment. */
  submitsWhenFilled?: boolean
}

/** Review with approval by passkey or PIN, if required the code (and the PIN again), confirmation. */
export function PaymentSteps({ user, transfer, payer, open, onFinished, submitsWhenFilled = false }: Props) {
  const { form, go, problem, locked, onProblemSeen, submission, submitted } = transfer
  const factors = useQuery({ ...factorsQuery, enabled: open && passkeysSupported() })
  const hasPasskey = Boolean(factors.data?.passkeys.length)
  const amount = formatMoney(amountOf(form.getValues()))
  const sendAmount = isScheduled(transfer) ? t('Schedule {amount}', { amount }) : t('Send {amount}', { amount })
  if (submission.unknown)
    return (
      <UnconfirmedStep
        kind={isScheduled(transfer) ? 'scheduledPayment' : 'transfer'}
        onRetry={submission.retry}
        sending={submission.sending}
      />
    )
  switch (transfer.step) {
    case 'form':
      return null
    case 'review':
      return (
        <ReviewStep
          form={form.getValues()}
          payer={payer}
          onUseName={transfer.useName}
          onConfirm={() => go('pin')}
          onEdit={() => go('form')}
          {...(hasPasskey ? { onApprove: transfer.approveWithPasskey } : {})}
          approving={isBusy(transfer)}
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
          {...{ problem, locked, onProblemSeen, submitsWhenFilled }}
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
          {submitsWhenFilled && (
            <p className="text-muted">{t('We send {amount} when you enter the last digit.', { amount })}</p>
          )}
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
