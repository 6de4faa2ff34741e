import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { Submission } from '#contract/identity/verification.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { useHasPermission } from '../../../shared/session/permitted.tsx'
import { Button, ButtonLink } from '../../../shared/ui/button.tsx'
import { classNames } from '../../../shared/ui/class-names.ts'
import { LoadFailure } from '../../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { panelClass } from '../../layout/office-page.tsx'
import { useCurrentAdmin } from '../../layout/use-current-admin.ts'
import { formatDateTime } from '../../parts/format-date.ts'
import { DocumentViews } from '../../verifications/document-views.tsx'
import { personVerificationQuery } from '../../verifications/verifications-query.ts'
import type { PersonTabProps } from '../actions/actions.ts'
import { DeskDocuments } from './desk-documents.tsx'

/** What a person has submitted. Documents load when they are asked for, since every look is recorded. */
export function VerificationTab({ person: { user } }: PersonTabProps) {
  return useHasPermission('people:edit') ? (
    <Submissions userId={user._id} name={user.fullName} isPending={user.status === 'Pending'} />
  ) : (
    <p className="text-muted">{t('Your role can’t see documents.')}</p>
  )
}

type SubmissionsProps = { userId: string; name: Text; isPending: boolean }

function Submissions({ userId, name, isPending }: SubmissionsProps) {
  const me = useCurrentAdmin()
  const { data, isError, isFetching, refetch } = useQuery(personVerificationQuery(userId))
  if (!data)
    return isError ? (
      <LoadFailure text={t('Failed to load the verification.')} onRetry={refetch} busy={isFetching} />
    ) : (
      <Skeleton className="h-32 w-full rounded-card" />
    )
  const isOpen = data.submissions[0]?.state === 'submitted'
  return (
    <div className="grid gap-4">
      {data.submissions.length === 0 && (
        <p className="text-muted">{t('{name} has not submitted documents.', { name })}</p>
      )}
      {isPending && !isOpen && me._id !== userId && <DeskDocuments userId={userId} name={name} />}
      <ul className="grid gap-4 empty:hidden">
        {data.submissions.map((submission) => (
          <li key={submission._id}>
            <SubmissionCard submission={submission} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const STATES = { submitted: msg('Waiting for a decision'), approved: msg('Approved'), rejected: msg('Rejected') }

function SubmissionCard({ submission }: { submission: Submission }) {
  const [shown, setShown] = useState(false)
  const { user, state, reason, documents, nameChange } = submission
  return (
    <section aria-label={t(STATES[state])} className={classNames(panelClass, 'grid gap-4 p-5')}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-0.5 wrap-anywhere">
          <h2 className="font-semibold">{t(STATES[state])}</h2>
          <p className="text-sm text-muted">{describeDates(submission)}</p>
          {nameChange && <p>{t('Asks for: {name}', { name: nameChange.fullName })}</p>}
          {reason && <p>{reason}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          {!shown && documents.length > 0 && (
            <Button variant="secondary" onClick={() => setShown(true)}>
              <Eye aria-hidden className="size-4.5" />
              {t('Show {count, plural, one {# document} other {# documents}}', { count: documents.length })}
            </Button>
          )}
          {state === 'submitted' && <ButtonLink to={`/dashboard/verifications/${user._id}`}>{t('Review')}</ButtonLink>}
        </div>
      </div>
      {shown && <DocumentViews documents={documents} />}
    </section>
  )
}

function describeDates({ submittedAt, decidedAt, decidedBy }: Submission): Text {
  const submitted = formatDateTime(submittedAt)
  if (!decidedAt) return t('Submitted {submitted}', { submitted })
  const decided = formatDateTime(decidedAt)
  return decidedBy
    ? t('Submitted {submitted}, decided {decided} by {name}', { submitted, decided, name: decidedBy.fullName })
    : t('Submitted {submitted}, decided {decided}', { submitted, decided })
}
