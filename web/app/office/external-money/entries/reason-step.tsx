import { useEffect, useRef, useState } from 'react'
import type { BankStatementEntry } from '#contract/external-money/bank-statements.ts'
import { verbatim } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Amount } from '../../../shared/ui/figures/amount.tsx'
import { TextAreaField } from '../../../shared/ui/forms/field.tsx'
import { FourEyesNotice, useNeedsSecondAdmin } from '../../parts/four-eyes.tsx'
import { SuggestedReasons } from '../../parts/suggested-reasons.tsx'
import type { ReasonedAct } from './use-entry-decision.ts'

type Props = {
  step: ReasonedAct
  entry: BankStatementEntry
  busy: boolean
  /** The last request had no answer: only the same one may be sent again. */
  unknown: boolean
  onSend: (reason: string) => void
  onBack: () => void
}

const TEXTS = {
  ignore: {
    question: msg('Ignore this line? It stays in the reconciliation, with your reason.'),
    hint: msg('For colleagues and the audit log.'),
    suggestions: [msg('Fee of the other bank'), msg('Interest'), msg('Transfer between own accounts')],
    button: msg('Ignore line'),
  },
  return: {
    question: msg('Send this money back to its sender?'),
    hint: msg('For colleagues and the audit log.'),
    suggestions: [msg('Sender unknown'), msg('Paid to the wrong account'), msg('The customer’s account is closed')],
    button: msg('Return to sender'),
  },
}

/** Asks for the reason of an act that leaves a customer without the money. */
export function ReasonStep({ step, entry, busy, unknown, onSend, onBack }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState<string>(entry.returnedReason ?? '')
  const [isMissing, setMissing] = useState(false)
  const needsSecond = useNeedsSecondAdmin(Math.abs(entry.amount)) && step === 'return' && !entry.waitsFor
  useEffect(() => field.current?.focus(), [])
  const { question, hint, suggestions, button } = TEXTS[step]
  const send = () => {
    const text = reason.trim()
    setMissing(!text)
    if (text) onSend(text)
    else field.current?.focus()
  }
  return (
    <div className="grid max-h-[70vh] gap-3 overflow-y-auto">
      <p>
        {t(question)}
        {verbatim(' ')}
        <Amount amount={entry.amount} className="font-semibold" />
      </p>
      {step === 'return' && !entry.counterpartyNumber && (
        <p className="rounded-2xl bg-warning-soft px-4 py-3">
          {t(
            'The statement does not name the sender’s account, so no payment run can pay it. Send the money back at the other bank.',
          )}
        </p>
      )}
      {!unknown && <SuggestedReasons suggestions={suggestions} reason={reason} onChoose={setReason} />}
      <TextAreaField
        autoComplete="off"
        ref={field}
        label={t('Reason')}
        hint={t(hint)}
        rows={2}
        maxLength={500}
        readOnly={unknown}
        error={isMissing ? t('Please enter a reason.') : undefined}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {needsSecond && <FourEyesNotice />}
      <div className="flex flex-wrap gap-3">
        <Button variant={step === 'return' ? 'danger' : 'primary'} busy={busy} onClick={send}>
          {unknown ? t('Try again') : t(button)}
        </Button>
        <Button variant="quiet" disabled={busy || unknown} onClick={onBack}>
          {t('Back')}
        </Button>
      </div>
    </div>
  )
}
