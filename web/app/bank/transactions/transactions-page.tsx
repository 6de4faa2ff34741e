import { useInfiniteQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { readToken } from '../../shared/api/auth-token.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { ExportCsvButton } from '../../shared/export-csv-button.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadMore } from '../../shared/ui/feedback/load-more.tsx'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { accountsQuery, useAccounts } from '../accounts/accounts-query.ts'
import { cardClass, Page } from '../page.tsx'
import { statementsHref } from '../statements/statements-query.ts'
import { readFilters } from './filter-params.ts'
import { TransactionFilters } from './transaction-filters.tsx'
import { filteredTransactions, transactionPage } from './transaction-queries.ts'
import { TransactionTable } from './transaction-table.tsx'
import { transactionsCsv } from './transactions-csv.ts'

export const meta = () => privateMeta(t('Transactions'))

export function clientLoader({ request }: { request: Request }) {
  const filters = readFilters(new URL(request.url).searchParams)
  if (!readToken()) return null
  void queryClient.prefetchInfiniteQuery(filteredTransactions(filters))
  void queryClient.prefetchQuery(accountsQuery)
  return null
}

export default function TransactionsPage() {
  const [params, setParams] = useSearchParams()
  const filters = readFilters(params)
  const accounts = useAccounts()
  const pages = useInfiniteQuery(filteredTransactions(filters))
  const transactions = pages.data?.pages.flatMap(({ items }) => items)
  // A rare category of a long history takes several requests. The button below sends the next one.
  const readOn = transactions?.length === 0 && pages.hasNextPage
  const linkedId = params.get('transaction')
  const closeLinked = () =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        next.delete('transaction')
        return next
      },
      { replace: true },
    )
  const filtered = Object.keys(filters).length > 0
  return (
    <Page
      title={t('Transactions')}
      actions={
        <div className="flex flex-wrap gap-3 print:hidden">
          <ButtonLink variant="secondary" to={statementsHref(filters.account ?? null)}>
            <FileText aria-hidden className="size-4.5" />
            {t('Statements')}
          </ButtonLink>
          <ExportCsvButton
            name="transactions"
            load={(cursor, more) => transactionPage(filters, cursor, more)}
            toCsv={(rows) => transactionsCsv(rows, accounts)}
            disabled={!transactions?.length}
          />
        </div>
      }
    >
      <TransactionFilters />
      <div className={classNames(cardClass, 'overflow-hidden')}>
        <TransactionTable
          label={t('Transactions')}
          columns
          query={{
            data: readOn ? undefined : transactions,
            isError: pages.isError,
            isFetching: pages.isFetching,
            refetch: pages.refetch,
          }}
          empty={filtered ? undefined : <NothingYet />}
          linked={linkedId ? { id: linkedId, onClose: closeLinked } : undefined}
        />
      </div>
      <LoadMore pages={pages} failedText={t('Failed to load transactions.')} />
    </Page>
  )
}

const NothingYet = () => (
  <>
    <p className="max-w-sm text-muted">
      {t('Your deposits and transfers will appear here. Add money to get started.')}
    </p>
    <ButtonLink to="/dashboard/deposit">{t('Add money')}</ButtonLink>
  </>
)
