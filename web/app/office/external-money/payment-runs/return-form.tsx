import { useRef, useState } from 'react'
import type { returnTransfer } from '#contract/external-money/returns.ts'
import { formatMoney } from '#contract/money.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { useIdempotentSubmission } from '../../../shared/api/use-idempotent-submission.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Trans } from '../../../shared/i18n/trans.tsx'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { TextAreaField } from '../../../shared/ui/forms/field.tsx'
import { reloadOffice } from '../../layout/office-query.ts'
import { FourEyesNotice, useNeedsSecondAdmin } from '../../parts/four-eyes.tsx'
import { SuggestedReasons } from '../../parts/suggested-reasons.tsx'
import { PROPOSED_TEXT } from '../../proposals/proposed.ts'

const REASONS = [
  msg('The account does not exist.'),
  msg('The account is closed.'),
  msg('Name and account number don’t match.'),
]

type Props = {
  transactionId: string
  amount: number
  payee: Text
  /** What this member of staff moved alone on the account in the last 24 hours. */
  decidedAlone?: number
  onClose: () => void
}

const buttonText = (needsSecond: boolean, amount: number) =>
  t(needsSecond ? msg('Propose returning {amount}') : msg('Return {amount}'), { amount: formatMoney(amount) })

/** Credits back a wire that the external bank sent back. */
export function ReturnForm({ transactionId, amount, payee, decidedAlone = 0, onClose }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isDoubtful, setDoubtful] = useState(false)
  const needsSecond = useNeedsSecondAdmin(amount, decidedAlone)
  const { sending, unknown, submit, retry } = useIdempotentSubmission(
    (text: string, idempotencyKey) =>
      call<typeof returnTransfer>('POST', '/admin/return', {
        body: { transactionId, reason: text, confirm: isDoubtful },
        idempotencyKey,
      }),
    {
      onDone: ({ status }) => {
        showToast({ message: status === 'Completed' ? t('Payment returned') : t(PROPOSED_TEXT) })
        onClose()
        void reloadOffice()
      },
      onRefused: (error) => {
        if (error instanceof ApiError && error.code === 'confirmation_needed') setDoubtful(true)
        else showError(error)
      },
    },
  )
  const send = () => {
    const text = reason.trim()
    setMissing(!text)
    if (!text) field.current?.focus()
    else if (unknown) retry()
    else submit(text)
  }
  return (
    <div className="grid max-h-[70vh] gap-3 overflow-y-auto p-0.5">
      <p>
        <Trans
          text="The outside bank sent back <0>{amount}</0> to {payee}? The customer gets it back by a new transaction."
          parts={[(children) => <strong className="font-semibold">{children}</strong>]}
          values={{ amount: formatMoney(amount), payee }}
        />
      </p>
      <SuggestedReasons suggestions={REASONS} reason={reason} onChoose={setReason} />
      <TextAreaField
        autoComplete="off"
        ref={field}
        label={t('Reason')}
        hint={t('The customer will see this.')}
        rows={2}
        maxLength={500}
        error={isMissing ? t('Please enter a reason.') : undefined}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {isDoubtful && (
        <p role="alert" className="text-warning">
          {t('A line of a statement with this amount was credited to the customer since. Is this other money?')}
        </p>
      )}
      {needsSecond && <FourEyesNotice decidedAlone={decidedAlone} />}
      {unknown && (
        <p role="alert" className="text-warning">
          {t('No response from the server. Try again: the payment is only returned once.')}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button busy={sending} onClick={send}>
          {unknown ? t('Try again') : buttonText(needsSecond, amount)}
        </Button>
        <Button variant="quiet" disabled={sending} onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}
