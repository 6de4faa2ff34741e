import { useMutation } from '@tanstack/react-query'
import { CircleHelp, Scale, TriangleAlert } from 'lucide-react'
import { formatMoney, toAmount, toCents } from '#contract/money.ts'
import type { BookCheck, checkBooksNow, Overview } from '#contract/office/overview.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { showError } from '../../shared/show-error.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { Spinner } from '../../shared/ui/feedback/spinner.tsx'
import { formatAgo } from '../parts/age.ts'
import { formatDateTime } from '../parts/format-date.ts'
import { overviewQuery } from './overview-query.ts'

/** Checked, without a difference. */
export const isBalanced = (books: Overview['books']) => books?.difference === 0 && books.crookedAccounts === 0

/** The result of the last check of the books and its time; later postings are not covered by it. */
export function BooksStatus({ books, hideAmounts }: Pick<Overview, 'books'> & { hideAmounts: boolean }) {
  if (!books)
    return (
      <StatusLine icon={<CircleHelp aria-hidden className="size-5 shrink-0 text-muted" />}>
        <p className="min-w-0 flex-1">{t('The books haven’t been checked yet.')}</p>
        <VerifyButton />
      </StatusLine>
    )
  const balanced = isBalanced(books)
  return (
    <StatusLine
      isError={!balanced}
      icon={
        balanced ? (
          <Scale aria-hidden className="size-5 shrink-0 text-positive" />
        ) : (
          <TriangleAlert aria-hidden className="size-5 shrink-0" />
        )
      }
    >
      <div className="grid min-w-44 flex-1 gap-x-4 sm:flex sm:min-w-60 sm:flex-wrap sm:items-baseline">
        {!balanced && <p className="font-semibold">{t('The books don’t balance.')}</p>}
        {balanced && hideAmounts && <p className="font-medium">{t('The books balance.')}</p>}
        {!hideAmounts && <BalanceEquation books={books} />}
        {books.crookedAccounts > 0 && (
          <p>
            {t(
              '{count, plural, one {# account balance doesn’t match its postings.} other {# account balances don’t match their postings.}}',
              { count: books.crookedAccounts },
            )}
          </p>
        )}
        <p className={classNames('figures', balanced && 'text-muted')} title={formatDateTime(books.verifiedAt)}>
          {t('Checked {ago}, {count, plural, one {# posting} other {# postings}}', {
            ago: formatAgo(books.verifiedAt),
            count: books.postings,
          })}
        </p>
      </div>
      <VerifyButton />
    </StatusLine>
  )
}

function BalanceEquation({ books }: { books: BookCheck }) {
  const internalAmount = toAmount(
    books.internalAccounts.reduce((sum, { balance }) => sum + (toCents(balance) ?? 0n), 0n),
  )
  return (
    <p className="figures font-medium">
      <Trans
        text="Customer balances {customerBalances} + internal accounts {internalAmount} = <0>{difference}</0>"
        parts={[(children) => <strong className="font-semibold whitespace-nowrap">{children}</strong>]}
        values={{
          customerBalances: formatMoney(books.customerBalances),
          internalAmount: formatMoney(internalAmount),
          difference: formatMoney(books.difference),
        }}
      />
    </p>
  )
}

function StatusLine({ icon, isError = false, children }: { icon: Content; isError?: boolean; children: Content }) {
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-x-3 border-t px-4 py-2 text-[0.9375rem] sm:px-5',
        isError ? 'border-negative/40 bg-negative-soft text-negative' : 'border-line',
      )}
    >
      {icon}
      {children}
    </div>
  )
}

function VerifyButton() {
  const verify = useMutation({
    mutationFn: () => call<typeof checkBooksNow>('POST', '/admin/book-checks'),
    onSuccess: (books) =>
      queryClient.setQueryData<Overview>(overviewQuery.queryKey, (known) => known && { ...known, books }),
    onError: (error) => showError(error),
  })
  return (
    <button
      type="button"
      disabled={verify.isPending}
      onClick={() => verify.mutate()}
      className="inline-flex min-h-9 shrink-0 items-center gap-2 rounded-full px-3 text-sm font-semibold text-accent hover:bg-accent-soft disabled:opacity-60 max-sm:ms-5"
    >
      {verify.isPending && <Spinner className="size-4" />}
      {verify.isPending ? t('Checking') : t('Check now')}
    </button>
  )
}
