import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { Link, useParams, useSearchParams } from 'react-router'
import type { Statement } from '#contract/documents/statements.ts'
import { verbatim } from '#contract/text.ts'
import { accountName } from '../../shared/account-name.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { readToken } from '../../shared/api/auth-token.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { DownloadStatement } from '../../shared/statements/download-statement.tsx'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { monthName } from '../../shared/ui/figures/month-name.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { cardClass, Page } from '../page.tsx'
import { StatementLines } from './statement-lines.tsx'
import { StatementSummary } from './statement-summary.tsx'
import { accountQuery, statementQuery, statementsHref, statementsQuery } from './statements-query.ts'

export const meta = ({ params }: { params: { month?: string } }) =>
  privateMeta(
    isMonth(params.month) ? t('Statement {month}', { month: monthName(params.month, 'long') }) : t('Statement'),
  )

export function clientLoader({ request, params }: { request: Request; params: { month?: string } }) {
  const accountId = new URL(request.url).searchParams.get('account')
  if (!readToken() || !isMonth(params.month)) return null
  void queryClient.prefetchQuery(statementQuery(params.month, accountId))
  void queryClient.prefetchQuery(statementsQuery(accountId))
  return null
}

const isMonth = (text = ''): text is string => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)

export default function StatementPage() {
  const { month = '' } = useParams()
  const accountId = useSearchParams()[0].get('account')
  return (
    <div className="grid max-w-4xl gap-3">
      <Link
        to={statementsHref(accountId)}
        className="inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-full text-sm font-medium text-muted hover:text-ink print:hidden"
      >
        <ArrowLeft aria-hidden className="size-4.5" />
        {t('All statements')}
      </Link>
      {isMonth(month) ? <Month month={month} accountId={accountId} /> : <NotFound />}
    </div>
  )
}

function Month({ month, accountId }: { month: string; accountId: string | null }) {
  const statement = useQuery(statementQuery(month, accountId))
  if (statement.data) return <Shown statement={statement.data} accountId={accountId} />
  if (statement.error instanceof ApiError && statement.error.status === 404) return <NotFound />
  return (
    <Page title={monthName(month, 'long')}>
      {statement.isError ? (
        <div className={classNames(cardClass, 'p-5 sm:p-6')}>
          <LoadFailure
            text={t('We couldn’t load this statement.')}
            onRetry={statement.refetch}
            busy={statement.isFetching}
          />
        </div>
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function Shown({ statement, accountId }: { statement: Statement; accountId: string | null }) {
  const { month, account, holder, institution } = statement
  return (
    <Page
      title={monthName(month, 'long')}
      lead={
        <>
          <span className="hidden font-medium text-ink print:block">
            {institution.legalName || institution.name}
            {verbatim(' · ')}
            {t('Account statement for {name}', { name: holder.name })}
          </span>
          {accountName(account)} · <span className="figures">{account.number}</span>
        </>
      }
      actions={
        <div className="flex flex-wrap gap-3 print:hidden">
          <DownloadStatement
            path="/statements"
            query={accountQuery(accountId)}
            month={month}
            accountNumber={account.number}
          />
          <Button variant="secondary" onClick={() => window.print()}>
            <Printer aria-hidden className="size-4.5" />
            {t('Print')}
          </Button>
        </div>
      }
    >
      {!statement.final && (
        <p className="rounded-card border border-line bg-sunken px-5 py-3 text-[0.9375rem]">
          {t('This month is not over. The statement shows what has been booked so far.')}
        </p>
      )}
      <StatementSummary statement={statement} />
      <StatementLines statement={statement} />
      <OtherMonths month={month} accountId={accountId} />
    </Page>
  )
}

function OtherMonths({ month, accountId }: { month: string; accountId: string | null }) {
  const months = useQuery(statementsQuery(accountId)).data?.map((statement) => statement.month) ?? []
  const index = months.indexOf(month)
  const [earlier, later] = index < 0 ? [] : [months[index + 1], months[index - 1]]
  return (
    <nav aria-label={t('Other months')} className="flex flex-wrap justify-between gap-3 print:hidden">
      {earlier && (
        <ButtonLink variant="quiet" to={statementsHref(accountId, earlier)}>
          <ChevronLeft aria-hidden className="size-4.5" />
          {monthName(earlier, 'long')}
        </ButtonLink>
      )}
      {later && (
        <ButtonLink variant="quiet" to={statementsHref(accountId, later)} className="ms-auto">
          {monthName(later, 'long')}
          <ChevronRight aria-hidden className="size-4.5" />
        </ButtonLink>
      )}
    </nav>
  )
}

const NotFound = () => (
  <Page title={t('No statement')}>
    <p className="text-muted">
      {t('There is no statement for this month. It is before your account was opened, or in the future.')}
    </p>
  </Page>
)

const Loading = () => (
  <div role="status" className="grid gap-5">
    <span className="sr-only">{t('Loading...')}</span>
    <Skeleton className="h-24 w-full rounded-card" />
    <Skeleton className="h-72 w-full rounded-card" />
  </div>
)
