import { useQuery } from '@tanstack/react-query'
import { PiggyBank, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Account } from '#contract/customers/accounts.ts'
import type { User } from '#contract/customers/people.ts'
import { toAmount, toCents } from '#contract/money.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { cardClass } from '../page.tsx'
import type { AccountAction } from './account-action.ts'
import { accountsQuery, openSavings } from './accounts-query.ts'
import { SavingsRow } from './savings-row.tsx'

// The forms load when the first of them is opened.
const AccountDialog = lazy(() => import('./account-dialog.tsx').then((module) => ({ default: module.AccountDialog })))

/** More would be taller than the balance beside it. */
const SHOWN_AT_FIRST = 3

/** The savings accounts beside the main balance, and everything that can be done with them. */
export function SavingsCard({ user }: { user: User }) {
  const accounts = useQuery(accountsQuery)
  const [action, setAction] = useState<AccountAction | null>()
  const savings = accounts.data && openSavings(accounts.data)
  const canChange = user.status === 'Active'
  if (user.status === 'Closed' || (!canChange && !savings?.length)) return null
  return (
    <section aria-labelledby="savings" className={classNames(cardClass, 'grid content-start gap-1 py-4 sm:py-5')}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-5 sm:px-6">
        <h2 id="savings" className="text-lg font-semibold">
          {t('Savings')}
        </h2>
        {savings && savings.length > 0 && canChange && (
          <button
            type="button"
            onClick={() => setAction({ kind: 'open' })}
            className="-me-2 inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 text-[0.9375rem] font-semibold text-accent hover:underline"
          >
            <Plus aria-hidden className="size-4.5" />
            <Trans
              text="New<0> savings account</0>"
              parts={[(children) => <span className="sr-only">{children}</span>]}
            />
          </button>
        )}
      </div>
      {accounts.isPending && <SavingsSkeleton />}
      {accounts.isError && !savings && (
        <div className="px-5 sm:px-6">
          <LoadFailure
            text={t('We couldn’t load your savings accounts.')}
            onRetry={accounts.refetch}
            busy={accounts.isFetching}
          />
        </div>
      )}
      {savings?.length === 0 && <FirstSavings onOpen={() => setAction({ kind: 'open' })} />}
      {savings && savings.length > 0 && <SavingsList {...{ savings, canChange }} onAction={setAction} />}
      {action !== undefined && accounts.data && (
        <Suspense>
          <AccountDialog action={action} accounts={accounts.data} onAction={setAction} />
        </Suspense>
      )}
    </section>
  )
}

const FirstSavings = ({ onOpen }: { onOpen: () => void }) => (
  <div className="grid justify-items-start gap-4 px-5 pb-1 sm:px-6">
    <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
      <PiggyBank aria-hidden className="size-6" strokeWidth={1.6} />
    </span>
    <p className="text-muted">{t('Put money aside for something you look forward to, and see how close you are.')}</p>
    <Button variant="secondary" onClick={onOpen} className="max-w-full whitespace-normal">
      {t('Open a savings account')}
    </Button>
  </div>
)

type ListProps = { savings: readonly Account[]; canChange: boolean; onAction: (action: AccountAction) => void }

function SavingsList({ savings, canChange, onAction }: ListProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? savings : savings.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      {savings.length > 1 && (
        <p className="px-5 text-muted sm:px-6">
          <Trans
            text="<0/> in {length} accounts"
            parts={[() => <HideableAmount amount={total(savings)} className="font-medium text-ink" />]}
            values={{ length: savings.length }}
          />
        </p>
      )}
      <ul className="grid">
        {shown.map((account) => (
          <SavingsRow key={account._id} account={account} canChange={canChange} onAction={onAction} />
        ))}
      </ul>
      {savings.length > SHOWN_AT_FIRST && (
        <button
          type="button"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
          className="mx-3 inline-flex min-h-11 items-center justify-self-start rounded-full px-2 text-[0.9375rem] font-semibold text-accent hover:underline sm:mx-4"
        >
          {showsAll ? t('Show fewer') : t('Show all {length}', { length: savings.length })}
        </button>
      )}
    </>
  )
}

const total = (savings: readonly Account[]) =>
  toAmount(savings.reduce((sum, { balance }) => sum + (toCents(balance) ?? 0n), 0n))

const SavingsSkeleton = () => (
  <div role="status" className="grid gap-4 px-5 py-2 sm:px-6">
    <Skeleton className="h-16 w-full" />
    <Skeleton className="h-16 w-full" />
    <span className="sr-only">{t('Loading...')}</span>
  </div>
)
