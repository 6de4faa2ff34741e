import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Account } from '#contract/customers/accounts.ts'
import { confirmationFileName } from '#contract/payments/receipt-files.ts'
import { joinTexts, verbatim } from '#contract/text.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { readToken } from '../../shared/api/auth-token.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { DocumentButton } from '../../shared/files/document-button.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { DownloadStatement } from '../../shared/statements/download-statement.tsx'
import { StatementYears } from '../../shared/statements/statement-years.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { useUrlParams } from '../../shared/ui/page/use-url-params.ts'
import { accountsQuery, useAccounts } from '../accounts/accounts-query.ts'
import { cardClass, Page } from '../page.tsx'
import { useProfile } from '../use-profile.ts'
import { accountQuery, statementsHref, statementsQuery } from './statements-query.ts'

export const meta = () => privateMeta(t('Statements'))

export function clientLoader({ request }: { request: Request }) {
  if (!readToken()) return null
  void queryClient.prefetchQuery(statementsQuery(new URL(request.url).searchParams.get('account')))
  void queryClient.prefetchQuery(accountsQuery)
  return null
}

export default function StatementsPage() {
  const [params, change] = useUrlParams()
  const accountId = params.get('account')
  const accounts = useAccounts()
  const { user } = useProfile()
  const statements = useQuery(statementsQuery(accountId))
  const accountNumber = accounts.find(({ _id }) => _id === accountId)?.number ?? user.accountNumber
  return (
    <div className="max-w-3xl">
      <Page
        title={t('Statements')}
        lead={t(
          'One for every month, by booking date. When a month is over, its statement is final and never changes.',
        )}
      >
        {accounts.length > 1 && (
          <SelectField
            label={t('Account')}
            className="max-w-sm"
            value={accountId ?? user._id}
            onChange={({ target }) =>
              change(() => new URLSearchParams(target.value === user._id ? {} : { account: target.value }))
            }
          >
            {accounts.map((account) => (
              <option key={account._id} value={account._id}>
                {accountLabel(account)}
              </option>
            ))}
          </SelectField>
        )}
        <DocumentButton
          label={t('Confirmation of account')}
          className="justify-self-start"
          path={`/users/confirmation${accountId ? `?accountId=${encodeURIComponent(accountId)}` : ''}`}
          fileName={confirmationFileName(accountNumber)}
        />
        {statements.isError && !statements.data && (
          <div className={classNames(cardClass, 'p-5 sm:p-6')}>
            <LoadFailure
              text={t('We couldn’t load your statements.')}
              onRetry={statements.refetch}
              busy={statements.isFetching}
            />
          </div>
        )}
        {statements.isPending && <Loading />}
        {statements.data && (
          <StatementYears
            statements={statements.data}
            renderMonth={({ month }, name) => (
              <Link
                to={statementsHref(accountId, month)}
                prefetch="intent"
                className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                {name}
                <span className="sr-only">
                  {verbatim(' ')}
                  {verbatim(month.slice(0, 4))}
                </span>
              </Link>
            )}
            renderAmount={(amount) => <HideableAmount amount={amount} />}
            renderDownload={({ month }) => (
              <DownloadStatement
                path="/statements"
                query={accountQuery(accountId)}
                {...{ month, accountNumber }}
                inList
              />
            )}
          />
        )}
      </Page>
    </div>
  )
}

/** The statements of a closed account stay. */
const accountLabel = ({ name, kind, status, number }: Account) =>
  joinTexts(' · ', kind === 'savings' && status === 'Closed' ? t('{name} (closed)', { name }) : name, number)

const Loading = () => (
  <div role="status" className="grid gap-3">
    <span className="sr-only">{t('Loading...')}</span>
    <Skeleton className="h-6 w-16" />
    <Skeleton className="h-72 w-full rounded-card" />
  </div>
)
