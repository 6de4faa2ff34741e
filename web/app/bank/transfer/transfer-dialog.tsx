import { useRef } from 'react'
import type { User } from '#contract/customers/people.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { usePayer } from '../accounts/use-payer.ts'
import { isBusy, PaymentSteps, paymentTitle, stepBack } from './payment-steps.tsx'
import { TransferFields } from './transfer-form.tsx'
import { type TransferStart, useTransfer } from './use-transfer.ts'

type Props = Pick<TransferStart, 'prefill' | 'when'> & {
  user: User
  open: boolean
  onClose: (state: { unconfirmed: boolean }) => void
  onFinished: () => void
}

/** The form of a wire transfer with all its fields, and the steps after it. */
export function TransferDialog({ user, open, onClose, onFinished, prefill, when }: Props) {
  const transfer = useTransfer({ prefill, when })
  const amountInput = useRef<HTMLInputElement>(null)
  const payer = usePayer(user, transfer.form.watch('accountId'))
  const { step, submission } = transfer
  const close = () => {
    // Closing while it is being sent would hide the outcome.
    if (isBusy(transfer)) return
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
      title={paymentTitle(transfer, t('Wire Transfer'))}
      onBack={stepBack(transfer)}
    >
      {step === 'form' && !submission.unknown ? (
        <TransferFields
          form={transfer.form}
          amountRef={amountInput}
          payer={payer}
          onReady={() => transfer.go('review')}
          payeeChosen={Boolean(prefill)}
        />
      ) : (
        <PaymentSteps {...{ user, transfer, payer, open, onFinished }} />
      )}
    </Dialog>
  )
}
