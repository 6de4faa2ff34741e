import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { readToken } from '../../shared/api/auth-token.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadFailure } from '../../shared/ui/feedback/load-failure.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { accountsQuery } from '../accounts/accounts-query.ts'
import { cardClass, Page } from '../page.tsx'
import type { TransferPageState } from '../payees/payee-details.ts'
import { StandingNotice } from '../standing-notice.tsx'
import { useProfile } from '../use-profile.ts'
import type { ScheduledPaymentAction } from './scheduled-payment-action.ts'
import { ScheduledPaymentRow } from './scheduled-payment-row.tsx'
import { scheduledPaymentsQuery } from './scheduled-payments-query.ts'

// The dialogs load when the first of them is opened.
const ScheduledPaymentDialog = lazy(() =>
  import('./scheduled-payment-dialog.tsx').then((module) => ({ default: module.ScheduledPaymentDialog })),
)

export const meta = () => privateMeta(t('Scheduled payments'))

export function clientLoader() {
  if (!readToken()) return null
  void queryClient.prefetchQuery(scheduledPaymentsQuery)
  void queryClient.prefetchQuery(accountsQuery)
  return null
}

export default function ScheduledPaymentsPage() {
  const { user } = useProfile()
  const payments = useQuery(scheduledPaymentsQuery)
  const [action, setAction] = useState<ScheduledPaymentAction | null>(null)
  const canPay = user.status === 'Active'
  const acted = payments.data?.find(({ _id }) => _id === action?.scheduledPaymentId)
  return (
    <div className="max-w-4xl">
      <Page
        title={t('Scheduled payments')}
        lead={t(
          'We pay these for you on the days you chose. You approved each of them once, with your PIN or a passkey.',
        )}
        actions={canPay && Boolean(payments.data?.length) && <ScheduleLink variant="secondary" />}
      >
        <StandingNotice status={user.status} />
        <div className={classNames(cardClass, 'overflow-hidden')}>
          {payments.isError && !payments.data && (
            <div className="p-5 sm:p-6">
              <LoadFailure
                text={t('We couldn’t load your scheduled payments.')}
                onRetry={payments.refetch}
                busy={payments.isFetching}
              />
            </div>
          )}
          {payments.isPending && <Loading />}
          {payments.data?.length === 0 && <NoScheduledPayments canPay={canPay} />}
          {payments.data && payments.data.length > 0 && (
            <ul aria-label={t('Scheduled payments')} className="divide-y divide-line">
              {payments.data.map((payment) => (
                <ScheduledPaymentRow key={payment._id} payment={payment} canPay={canPay} onAction={setAction} />
              ))}
            </ul>
          )}
        </div>
        <Suspense>
          {action && acted && (
            <ScheduledPaymentDialog action={action} payment={acted} onClose={() => setAction(null)} />
          )}
        </Suspense>
      </Page>
    </div>
  )
}

const ScheduleLink = ({ variant }: { variant?: 'secondary' }) => (
  <ButtonLink to="/dashboard/transfer" state={{ when: 'month' } satisfies TransferPageState} variant={variant}>
    {t('Schedule a payment')}
  </ButtonLink>
)

const NoScheduledPayments = ({ canPay }: { canPay: boolean }) => (
  <div className="grid justify-items-center gap-3 px-5 py-12 text-center">
    <CalendarClock aria-hidden className="size-7 text-muted" strokeWidth={1.6} />
    <p className="font-medium">{t('Nothing is scheduled.')}</p>
    <p className="max-w-sm text-muted">
      {t('Rent, insurance, pocket money: schedule it once, and we pay it on time.')}
    </p>
    {canPay && <ScheduleLink />}
  </div>
)

const Loading = () => (
  <div role="status" className="grid gap-4 p-5 sm:p-6">
    <span className="sr-only">{t('Loading...')}</span>
    {[1, 2].map((row) => (
      <Skeleton key={row} className="h-24 w-full" />
    ))}
  </div>
)
