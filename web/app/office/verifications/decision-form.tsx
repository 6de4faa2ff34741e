import { Check, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { User } from '#contract/customers/people.ts'
import type { Submission } from '#contract/identity/verification.ts'
import { joinTexts, type Text, verbatim } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { TextAreaField } from '../../shared/ui/forms/field.tsx'
import { panelClass } from '../layout/office-page.tsx'
import { useCurrentAdmin } from '../layout/use-current-admin.ts'
import { SuggestedReasons } from '../parts/suggested-reasons.tsx'
import { decidedText } from './decided-text.ts'
import { useDecision } from './use-decision.ts'

type Props = {
  user: User
  submission: Submission
  /** Whether all documents are in the page. */
  isShown: boolean
}

export function DecisionForm({ user, submission, isShown }: Props) {
  const admin = useCurrentAdmin()
  return (
    <section aria-label={t('Decision')} className={classNames(panelClass, 'grid gap-3 p-5')}>
      <h2 className="font-semibold">{t('Decision')}</h2>
      {submission.state !== 'submitted' ? (
        <Decided submission={submission} />
      ) : user._id === admin._id ? (
        <p className="text-muted">{t('Another member of staff must do this.')}</p>
      ) : submission.kind === 'identity' && user.status !== 'Pending' ? (
        <p className="text-muted">{t('This account is not awaiting verification.')}</p>
      ) : (
        <Deciding user={user} submission={submission} isShown={isShown} />
      )}
    </section>
  )
}

const Decided = ({ submission: { state, decidedAt, decidedBy, reason } }: { submission: Submission }) => (
  <p className="wrap-anywhere">
    <span className="font-medium">{state === 'approved' ? t('Approved') : t('Rejected')}</span>
    <span className="text-muted">
      {verbatim(' ')}
      {joinTexts(': ', decidedAt && decidedText(decidedAt, decidedBy?.fullName), reason)}
    </span>
  </p>
)

const REASONS = [
  msg('The photo can’t be read.'),
  msg('The document has expired.'),
  msg('The name doesn’t match your profile.'),
  msg('The address doesn’t match your profile.'),
  msg('A document is missing.'),
]

const NAME_REASONS = [
  msg('The photo can’t be read.'),
  msg('The document has expired.'),
  msg('The document doesn’t show the new name or date of birth.'),
  msg('A document is missing.'),
]

function Deciding({ user, submission, isShown }: Props) {
  const hintId = useId()
  const [rejecting, setRejecting] = useState(false)
  const decision = useDecision(user, submission)
  if (rejecting)
    return (
      <RejectStep
        name={user.fullName}
        reasons={submission.kind === 'identity' ? REASONS : NAME_REASONS}
        busy={decision.isPending}
        onReject={(reason) => decision.mutate({ decision: 'reject', reason })}
        onBack={() => setRejecting(false)}
      />
    )
  return (
    <>
      <p className="text-muted">
        {submission.kind === 'identity'
          ? t('Do the documents show this name, date of birth and address?')
          : submission.documents.length > 0
            ? t('Do the documents show the new name and date of birth, and is it the same person?')
            : t('No document was sent yet. Approve only if you have seen one yourself.')}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          busy={decision.isPending}
          disabled={!isShown}
          aria-describedby={isShown ? undefined : hintId}
          onClick={() => decision.mutate({ decision: 'approve', reason: '' })}
        >
          <Check aria-hidden className="size-4.5" />
          {t('Approve')}
        </Button>
        <Button variant="danger" disabled={decision.isPending} onClick={() => setRejecting(true)}>
          <X aria-hidden className="size-4.5" />
          {t('Reject')}
        </Button>
      </div>
      {!isShown && (
        <p id={hintId} className="text-sm text-muted">
          {t('You can approve once every document is shown.')}
        </p>
      )}
    </>
  )
}

type RejectStepProps = {
  name: Text
  reasons: TextId[]
  busy: boolean
  onReject: (reason: string) => void
  onBack: () => void
}

function RejectStep({ name, reasons, busy, onReject, onBack }: RejectStepProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(!reason.trim())
        if (reason.trim()) onReject(reason.trim())
        else field.current?.focus()
      }}
    >
      <SuggestedReasons suggestions={reasons} reason={reason} onChoose={setReason} />
      <TextAreaField
        autoComplete="off"
        ref={field}
        label={t('Reason')}
        hint={t('{name} will see this.', { name })}
        error={missing && !reason.trim() ? t('Enter a reason. The customer will see it.') : undefined}
        rows={2}
        maxLength={400}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={busy}>
          {t('Reject')}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onBack}>
          {t('Back')}
        </Button>
      </div>
    </form>
  )
}
