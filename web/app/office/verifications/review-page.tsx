import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { PersonVerification, Submission } from '#contract/identity/verification.ts'
import { joinTexts, verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { OfficePage } from '../layout/office-page.tsx'
import { UserStatus } from '../parts/user-status.tsx'
import { AskedName } from './asked-name.tsx'
import { decidedText } from './decided-text.ts'
import { DecisionForm } from './decision-form.tsx'
import { DocumentViews } from './document-views.tsx'
import { PersonData } from './person-data.tsx'
import { personVerificationQuery } from './verifications-query.ts'

/** Documents on the left, the person's own data on the right, the decision below it. */
export default function ReviewPage() {
  const { id = '' } = useParams()
  const { data, isError, isFetching, refetch } = useQuery(personVerificationQuery(id))
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <Link
        to="/dashboard/verifications"
        className="inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-full text-sm font-medium text-muted hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4.5" />
        {t('All verifications')}
      </Link>
      {data ? (
        <Review key={`${id} ${data.submissions[0]?._id}`} verification={data} />
      ) : (
        <OfficePage title={t('Verification')}>
          {isError ? (
            <LoadFailure text={t('Failed to load the verification.')} onRetry={refetch} busy={isFetching} />
          ) : (
            <Skeleton className="h-96 w-full rounded-card" />
          )}
        </OfficePage>
      )}
    </div>
  )
}

function Review({ verification: { user, submissions } }: { verification: PersonVerification }) {
  const [latest, ...earlier] = submissions
  const [shown, setShown] = useState<readonly string[]>([])
  const addShown = useCallback(
    (id: string) => setShown((before) => (before.includes(id) ? before : [...before, id])),
    [],
  )
  const isShown = latest?.documents.every(({ _id }) => shown.includes(_id)) ?? false
  return (
    <OfficePage title={user.fullName} beside={<UserStatus status={user.status} />}>
      <div className="grid min-w-0 grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1.4fr)_minmax(20rem,1fr)]">
        {latest ? (
          <DocumentViews documents={latest.documents} onShown={addShown} />
        ) : (
          <p className="text-muted">{t('{fullName} has not submitted documents.', { fullName: user.fullName })}</p>
        )}
        <div className="grid min-w-0 gap-5 lg:sticky lg:top-20">
          {latest?.nameChange && <AskedName user={user} asked={latest.nameChange} />}
          <PersonData user={user} />
          {latest && <DecisionForm user={user} submission={latest} isShown={isShown} />}
          {earlier.length > 0 && <EarlierSubmissions submissions={earlier} />}
        </div>
      </div>
    </OfficePage>
  )
}

const EarlierSubmissions = ({ submissions }: { submissions: readonly Submission[] }) => (
  <section aria-label={t('Earlier documents')} className="grid gap-2">
    <h2 className="font-semibold">{t('Earlier documents')}</h2>
    <ul className="grid gap-2 text-sm">
      {submissions.map(({ _id, state, reason, decidedAt, decidedBy }) => (
        <li key={_id} className="wrap-anywhere">
          <span className="font-medium">{state === 'rejected' ? t('Rejected') : t('Approved')}</span>
          <span className="text-muted">
            {verbatim(' ')}
            {joinTexts(': ', decidedAt && decidedText(decidedAt, decidedBy?.fullName), reason)}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
