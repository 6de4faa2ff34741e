import { useRef, useState } from 'react'
import type { Account } from '#contract/customers/accounts.ts'
import type { User } from '#contract/customers/people.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { usePayer } from '../accounts/use-payer.ts'
import { PAYEE_FIELDS, type Prefill } from '../payees/payee-details.ts'
import { isBusy, PaymentSteps, paymentTitle, stepBack } from '../transfer/payment-steps.tsx'
import { useTransfer } from '../transfer/use-transfer.ts'
import { AmountStep } from './amount-step.tsx'
import { NewPayeeStep } from './new-payee-step.tsx'
import { useNewPayee } from './use-new-payee.ts'

type Props = {
  user: User
  open: boolean
  /** The payee, when it is known. */
  prefill: Prefill | undefined
  /** What was searched for before a new payee was chosen. */
  typed: string
  onClose: (state: { unconfirmed: boolean }) => void
  onFinished: () => void
  /** The account turned out to be an own one. */
  onMove: (account: Account) => void
}

/** Who, if it is a new payee; how much; then the steps of every payment. */
export function SendDialog({ user, open, prefill, typed, onClose, onFinished, onMove }: Props) {
  const transfer = useTransfer({ prefill })
  const amountInput = useRef<HTMLInputElement>(null)
  const [hasPayee, setHasPayee] = useState(prefill !== undefined)
  const payer = usePayer(user, transfer.form.watch('accountId'))
  const newPayee = useNewPayee(typed, {
    onMove,
    onFound: (payee) => {
      for (const name of PAYEE_FIELDS) transfer.form.setValue(name, payee[name])
      setHasPayee(true)
    },
  })
  const { step, submission } = transfer
  const close = () => {
    // Closing while it is being sent would hide the outcome.
    if (isBusy(transfer)) return
    if (step === 'submitted') onFinished()
    else onClose({ unconfirmed: submission.unknown })
  }
  const backToPayee = step === 'form' && hasPayee && !prefill ? () => setHasPayee(false) : undefined
  return (
    <Dialog
      open={open}
      onClose={close}
      initialFocus={prefill ? amountInput : undefined}
      focusFirstField
      keepsInput
      title={hasPayee ? paymentTitle(transfer, t('How much?')) : t('Someone new')}
      onBack={stepBack(transfer) ?? backToPayee}
    >
      {!hasPayee ? (
        <NewPayeeStep newPayee={newPayee} />
      ) : step === 'form' && !submission.unknown ? (
        <AmountStep transfer={transfer} payer={payer} amountRef={amountInput} />
      ) : (
        <PaymentSteps {...{ user, transfer, payer, open, onFinished }} submitsWhenFilled />
      )}
    </Dialog>
  )
}
