import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { listPersonStatements } from '#contract/documents/statements.ts'
import { hasPermission } from '#contract/permissions.ts'
import { call } from '../../../../shared/api/call.ts'
import { t } from '../../../../shared/i18n/i18n.ts'
import { DownloadStatement } from '../../../../shared/statements/download-statement.tsx'
import { StatementYears } from '../../../../shared/statements/statement-years.tsx'
import { LoadFailure } from '../../../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../../../shared/ui/feedback/skeleton.tsx'
import { Amount } from '../../../../shared/ui/figures/amount.tsx'
import { OFFICE } from '../../../layout/office-query.ts'
import { useCurrentAdmin } from '../../../layout/use-current-admin.ts'
import type { PersonTabProps } from '../../actions/actions.ts'
import { FilterSelect } from '../../list/filter-select.tsx'

const personStatementsQuery = (userId: string, accountId: string) =>
  queryOptions({
    queryKey: [OFFICE, 'person-statements', userId, accountId],
    queryFn: ({ signal }) =>
      call<typeof listPersonStatements>('GET', '/admin/statements', { query: { userId, accountId }, signal }),
  })

export function StatementsTab({ person: { user, accounts } }: PersonTabProps) {
  const me = useCurrentAdmin()
  const [accountId, setAccountId] = useState(accounts[0]?._id ?? user._id)
  const account = accounts.find(({ _id }) => _id === accountId)
  const statements = useQuery(personStatementsQuery(user._id, accountId))
  return (
    <div className="grid max-w-3xl gap-4">
      <p className="wrap-anywhere text-muted">
        {t('{fullName} will see in the access log that you looked. PDFs are marked as copies issued by staff.', {
          fullName: user.fullName,
        })}
      </p>
      {accounts.length > 1 && (
        <FilterSelect
          label={t('Account')}
          options={accounts.map(({ _id, name }) => ({ value: _id, name }))}
          value={accountId}
          onChange={setAccountId}
        />
      )}
      {statements.isError && !statements.data && (
        <LoadFailure
          text={t('Failed to load the statements.')}
          onRetry={statements.refetch}
          busy={statements.isFetching}
        />
      )}
      {statements.isPending && (
        <div role="status">
          <Skeleton className="h-72 w-full rounded-card" />
          <span className="sr-only">{t('Loading...')}</span>
        </div>
      )}
      {statements.data && (
        <StatementYears
          statements={statements.data}
          renderMonth={(_, name) => <span className="font-medium">{name}</span>}
          renderAmount={(amount) => <Amount amount={amount} />}
          renderDownload={({ month }) => (
            <DownloadStatement
              path="/admin/statements"
              query={{ userId: user._id, accountId }}
              month={month}
              accountNumber={account?.number ?? ''}
              inList
              onlyPdf={!hasPermission(me.role, 'audit:read')}
            />
          )}
        />
      )}
    </div>
  )
}
