import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { Submission } from '#contract/identity/verification.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadMore } from '../../shared/ui/feedback/load-more.tsx'
import { OfficePage, panelClass } from '../layout/office-page.tsx'
import { formatAge, isOverdue } from '../parts/age.ts'
import { formatDateTime } from '../parts/format-date.ts'
import { TableError, TableSkeleton } from '../parts/table-parts.tsx'
import { type QueueState, queueQuery } from './verifications-query.ts'

const STATES: { state: QueueState; name: TextId; empty: TextId }[] = [
  {
    state: 'submitted',
    name: msg('Waiting'),
    empty: msg('Nothing is waiting. New customers appear here as soon as they submit documents.'),
  },
  { state: 'approved', name: msg('Approved'), empty: msg('No approved documents yet.') },
  { state: 'rejected', name: msg('Rejected'), empty: msg('No rejected documents yet.') },
]

/** New customers whose documents, and verified ones whose new names, wait for a decision, oldest first. */
export default function VerificationsPage() {
  const [params] = useSearchParams()
  const { state, name, empty } = STATES.find(({ state }) => state === params.get('state')) ?? (STATES[0] as never)
  const query = useInfiniteQuery(queueQuery(state))
  const submissions = query.data?.pages.flatMap(({ items }) => items)
  return (
    <OfficePage title={t('Verifications')} actions={<StateLinks current={state} />}>
      <section aria-label={t(name)} className={classNames(panelClass, 'overflow-hidden')}>
        {!submissions && !query.isError && <TableSkeleton rows={5} />}
        {!submissions && query.isError && (
          <TableError
            text={t('Failed to load verifications.')}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        )}
        {submissions?.length === 0 && <p className="px-5 py-6 text-muted">{t(empty)}</p>}
        {submissions && submissions.length > 0 && (
          <ul className="divide-y divide-line">
            {submissions.map((submission) => (
              <li key={submission._id}>
                <SubmissionRow submission={submission} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <LoadMore pages={query} failedText={t('Failed to load more verifications.')} />
    </OfficePage>
  )
}

const StateLinks = ({ current }: { current: QueueState }) => (
  <nav
    aria-label={t('State')}
    className="flex max-w-full flex-wrap gap-1 rounded-[1.75rem] border max-[22.4rem]:*:px-2.5 border-line bg-surface p-1"
  >
    {STATES.map(({ state, name }) => (
      <Link
        key={state}
        to={state === 'submitted' ? '?' : `?state=${state}`}
        aria-current={state === current ? 'page' : undefined}
        className={classNames(
          'inline-flex min-h-9 items-center rounded-full px-3.5 text-[0.9375rem] font-medium',
          state === current ? 'bg-accent-soft text-accent' : 'text-muted hover:text-ink',
        )}
      >
        {t(name)}
      </Link>
    ))}
  </nav>
)

function SubmissionRow({ submission }: { submission: Submission }) {
  const { user, state, submittedAt, decidedAt, decidedBy, reason, documents, nameChange } = submission
  const waiting = state === 'submitted'
  return (
    <Link
      to={`/dashboard/verifications/${user._id}`}
      className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] content-center items-center gap-x-4 px-5 py-2.5 hover:bg-ink/3 focus-visible:-outline-offset-2"
    >
      <span className="font-medium wrap-break-word sm:truncate">{user.fullName}</span>
      <span
        className={classNames(
          'figures text-end text-sm',
          waiting && isOverdue(submittedAt) ? 'font-medium text-warning' : 'text-muted',
        )}
      >
        {waiting ? t('waiting {age}', { age: formatAge(submittedAt) }) : decidedAt && formatDateTime(decidedAt)}
      </span>
      {/* Cut at the end of an address, in Arabic too. */}
      <span
        dir={reason || nameChange ? undefined : 'ltr'}
        className={classNames('truncate text-sm text-muted', !reason && !nameChange && 'rtl:text-end')}
      >
        {reason || (nameChange ? t('Asks for: {name}', { name: nameChange.fullName }) : user.email)}
      </span>
      <span className="text-end text-sm text-muted">
        {waiting
          ? t('{count, plural, one {# document} other {# documents}}', { count: documents.length })
          : decidedBy?.fullName}
      </span>
    </Link>
  )
}
