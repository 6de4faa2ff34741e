import { useQuery } from '@tanstack/react-query'
import { BookUser } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Payee } from '#contract/payments/payees.ts'
import { readToken } from '../../shared/api/auth-token.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { cardClass, Page } from '../page.tsx'
import { useProfile } from '../use-profile.ts'
import { PayeeRow } from './payee-row.tsx'
import { savedPayeesQuery } from './saved-payees-query.ts'

const PayeeDialog = lazy(() => import('./payee-dialog.tsx').then((module) => ({ default: module.PayeeDialog })))

export const meta = () => privateMeta(t('Payees'))

export function clientLoader() {
  if (readToken()) void queryClient.prefetchQuery(savedPayeesQuery)
  return null
}

export default function PayeesPage() {
  const canPay = useProfile().user.status === 'Active'
  const payees = useQuery(savedPayeesQuery)
  const [edited, setEdited] = useState<Payee | 'new' | null>(null)
  const addButton = (
    <Button onClick={() => setEdited('new')} variant={payees.data?.length ? 'secondary' : 'primary'}>
      {t('Add payee')}
    </Button>
  )
  return (
    <div className="max-w-3xl">
      <Page
        title={t('Payees')}
        lead={t('People and companies you pay. Choose one in the transfer form instead of typing the details again.')}
        actions={Boolean(payees.data?.length) && addButton}
      >
        <div className={classNames(cardClass, 'overflow-hidden')}>
          {payees.isError && !payees.data && (
            <div className="p-5 sm:p-6">
              <LoadFailure
                text={t('We couldn’t load your payees.')}
                onRetry={payees.refetch}
                busy={payees.isFetching}
              />
            </div>
          )}
          {payees.isPending && <Loading />}
          {payees.data?.length === 0 && (
            <div className="grid justify-items-center gap-3 px-5 py-12 text-center">
              <BookUser aria-hidden className="size-7 text-muted" strokeWidth={1.6} />
              <p className="font-medium">{t('No payees yet.')}</p>
              <p className="max-w-sm text-muted">{t('Add one here, or save the payee after a transfer.')}</p>
              {addButton}
            </div>
          )}
          {payees.data && payees.data.length > 0 && (
            <ul className="divide-y divide-line">
              {payees.data.map((payee) => (
                <PayeeRow key={payee._id} payee={payee} canPay={canPay} onEdit={() => setEdited(payee)} />
              ))}
            </ul>
          )}
        </div>
        <Suspense>
          {edited && <PayeeDialog payee={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
        </Suspense>
      </Page>
    </div>
  )
}

const Loading = () => (
  <div role="status" className="grid gap-4 p-5 sm:p-6">
    <span className="sr-only">{t('Loading...')}</span>
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} className="h-12 w-full" />
    ))}
  </div>
)
