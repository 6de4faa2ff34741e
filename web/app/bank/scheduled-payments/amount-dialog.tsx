import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#contract/money.ts'
import type { ScheduledPayment } from '#contract/payments/scheduled-payments.ts'
import { factorsQuery } from '../../shared/api/factors-query.ts'
import { passkeysSupported } from '../../shared/api/passkeys.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { dayName } from '../../shared/scheduled-payments/schedule-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { AmountField } from '../../shared/ui/forms/amount-field.tsx'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { checkAmount } from '../../shared/ui/forms/parse-amount.ts'
import { CodeStep } from '../transfer/code-step.tsx'
import { SecretStep } from '../transfer/secret-step.tsx'
import { useProfile } from '../use-profile.ts'
import { useAmountChange } from './use-amount-change.ts'

const PIN_LENGTH = 4

type Props = { payment: ScheduledPayment; onClose: () => void }

export function AmountDialog({ payment, onClose }: Props) {
  const { user } = useProfile()
  const change = useAmountChange(payment, onClose)
  const { step, busy, problem, locked, onProblemSeen } = change
  const action = change.changesMessageOnly()
    ? t('Change message||payment')
    : t('Change to {value}', { value: formatMoney(change.amount()) })
  const isSecret = step === 'pin' || step === 'code'
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title={
        step === 'pin' ? t('Enter your PIN') : step === 'code' ? t('Enter your transaction code') : t('Change payment')
      }
      onBack={isSecret && !busy ? () => change.go('form') : undefined}
      focusFirstField
    >
      {step === 'pin' ? (
        <SecretStep
          label={t('PIN')}
          topic="pin"
          length={PIN_LENGTH}
          sending={busy}
          action={action}
          onDone={change.confirm}
          {...{ problem, locked, onProblemSeen }}
        />
      ) : step === 'code' ? (
        <CodeStep
          description={user.codeDescription}
          sending={busy}
          action={change.signed ? action : t('Continue')}
          onDone={change.setCode}
          {...{ problem, locked, onProblemSeen }}
        />
      ) : (
        <AmountForm payment={payment} change={change} />
      )}
    </Dialog>
  )
}

type FormProps = { payment: ScheduledPayment; change: ReturnType<typeof useAmountChange> }

function AmountForm({ payment, change }: FormProps) {
  const { register, handleSubmit, clearErrors, formState } = change.form
  const factors = useQuery({ ...factorsQuery, enabled: passkeysSupported() })
  const hasPasskey = Boolean(factors.data?.passkeys.length)
  const byPin = handleSubmit(() => change.go('pin'))
  return (
    <form noValidate onSubmit={hasPasskey ? handleSubmit(change.approveWithPasskey) : byPin} className="grid gap-5">
      <AmountField
        label={t('Amount')}
        hint={
          payment.nextOn && t('From {nextOn} on. Payee and days stay the same.', { nextOn: dayName(payment.nextOn) })
        }
        error={formState.errors.amountText?.message}
        {...register('amountText', {
          validate: (text) => checkAmount(text, t('Enter a valid withdrawal amount.')),
          onChange: () => clearErrors(),
        })}
      />
      <TextField
        label={t('Message (optional)||payment')}
        hint={t('The payee sees it.')}
        maxLength={140}
        autoComplete="off"
        error={formState.errors.message?.message}
        {...register('message', { onChange: () => clearErrors() })}
      />
      <div className="grid gap-3">
        <Button type="submit" size="large" busy={change.busy}>
          {hasPasskey ? t('Approve with passkey') : t('Confirm with PIN')}
        </Button>
        {hasPasskey && (
          <Button variant="secondary" size="large" disabled={change.busy} onClick={byPin}>
            {t('Use PIN instead')}
          </Button>
        )}
      </div>
    </form>
  )
}
