import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Submission } from '#contract/identity/verification.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { formatAge } from '../parts/age.ts'
import { queueQuery } from '../verifications/verifications-query.ts'
import { AdminHomeCard, AdminHomeList, Age, adminHomeRowClass } from './admin-home-card.tsx'

/** New customers whose documents wait, oldest first. */
export function NewAccounts() {
  const query = useInfiniteQuery(queueQuery())
  const waiting = query.data?.pages.flatMap(({ items }) => items.filter(({ kind }) => kind === 'identity'))
  return (
    <AdminHomeCard
      title={titleOf(waiting?.length ?? 0, query.hasNextPage)}
      to="/dashboard/verifications"
      linkText={t('See all')}
    >
      <AdminHomeList
        items={waiting}
        queries={[query]}
        usual={2}
        failedText={t('Failed to load verifications.')}
        emptyText={t('No new accounts are waiting for verification.')}
        keyOf={({ _id }) => _id}
        row={(submission) => <NewAccountRow submission={submission} />}
      />
    </AdminHomeCard>
  )
}

function titleOf(count: number, hasMore: boolean): Text {
  if (count === 0) return t('New accounts to verify')
  if (hasMore) return t('{count}+ new accounts to verify', { count })
  return t('{count, plural, one {# new account to verify} other {# new accounts to verify}}', { count })
}

const NewAccountRow = ({ submission: { user, submittedAt, documents } }: { submission: Submission }) => (
  <Link to={`/dashboard/verifications/${user._id}`} className={adminHomeRowClass}>
    <span className="font-medium wrap-break-word sm:truncate">{user.fullName}</span>
    <Age since={submittedAt}>{t('waiting {age}', { age: formatAge(submittedAt) })}</Age>
    <span dir="ltr" className="truncate text-sm text-muted rtl:text-end">
      {user.email}
    </span>
    <span className="text-end text-sm text-muted">
      {t('{count, plural, one {# document} other {# documents}}', { count: documents.length })}
    </span>
  </Link>
)
