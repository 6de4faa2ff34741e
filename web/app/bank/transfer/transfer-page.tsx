import { Landmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { readToken } from '../../shared/api/auth-token.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { accountsQuery } from '../accounts/accounts-query.ts'
import { MethodPicker } from '../method-picker.tsx'
import { Page } from '../page.tsx'
import type { Prefill } from '../payees/payee-details.ts'
import { savedPayeesQuery } from '../payees/saved-payees-query.ts'
import { useGivenState } from '../payees/use-given-state.ts'
import { StandingNotice } from '../standing-notice.tsx'
import { RecentTransactionsCard } from '../transactions/recent-transactions-card.tsx'
import { recentTransactions } from '../transactions/transaction-queries.ts'
import { useProfile } from '../use-profile.ts'
import { PayAgain } from './pay-again.tsx'
import { payeesQuery } from './payees.tsx'
import type { PaymentTime } from './schedule.ts'

const TransferDialog = lazy(() =>
  import('./transfer-dialog.tsx').then((module) => ({ default: module.TransferDialog })),
)

export const meta = () => privateMeta(t('Transfer'))

export function clientLoader() {
  if (!readToken()) return null
  void queryClient.prefetchQuery(recentTransactions('Transfer'))
  void queryClient.prefetchQuery(payeesQuery)
  void queryClient.prefetchQuery(accountsQuery)
  void queryClient.prefetchQuery(savedPayeesQuery)
  return null
}

const methods = () => [
  {
    value: 'wire',
    name: t('Wire Transfer'),
    description: t('To an account at this or any other bank.'),
    icon: <Landmark aria-hidden className="size-6 text-muted" strokeWidth={1.6} />,
  },
]

export default function TransferPage() {
  const { user } = useProfile()
  const [method, setMethod] = useState('wire')
  const given = useGivenState()
  const [open, setOpen] = useState(given !== undefined && user.status === 'Active')
  /** A new number mounts a new form; a closed dialog keeps its input. Not mounted before it is first opened. */
  const [form, setForm] = useState<{ number: number; prefill?: Prefill; when?: PaymentTime } | undefined>(
    given && { number: 1, ...given },
  )
  /** The last transfer's outcome is unknown, and only its own form can retry without paying twice. */
  const [unconfirmed, setUnconfirmed] = useState(false)
  const start = (prefill?: Prefill) => {
    setOpen(true)
    const sameForm = form && !form.prefill && !form.when && !prefill
    if (!unconfirmed && !sameForm) setForm({ number: (form?.number ?? 0) + 1, prefill })
  }
  const stopped = user.status !== 'Active'
  return (
    <Page
      title={t('Transfer')}
      lead={t('Send money to any bank account. You approve every transfer with your PIN or a passkey.')}
      actions={
        <div className="flex flex-wrap gap-3">
          {user.status !== 'Closed' && (
            <ButtonLink to="/dashboard/request" variant="secondary">
              {t('Request money')}
            </ButtonLink>
          )}
          <ButtonLink to="/dashboard/orders" variant="secondary">
            {t('Scheduled payments')}
          </ButtonLink>
          <ButtonLink to="/dashboard/payees" variant="secondary">
            {t('Payees')}
          </ButtonLink>
        </div>
      }
    >
      <StandingNotice status={user.status} />
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_1.1fr]">
        <div className="grid gap-5">
          <MethodPicker label={t('Transfer method')} methods={methods()} selected={method} onSelect={setMethod}>
            <Button size="large" disabled={stopped} onClick={() => start()}>
              {t('Continue')}
            </Button>
          </MethodPicker>
          {!stopped && <PayAgain onChoose={start} />}
        </div>
        <RecentTransactionsCard type="Transfer" empty={t('Your transfers will appear here.')} />
      </div>
      <Suspense>
        {form !== undefined && (
          <TransferDialog
            key={form.number}
            prefill={form.prefill}
            when={form.when}
            user={user}
            open={open}
            onClose={(state) => {
              setOpen(false)
              setUnconfirmed(state.unconfirmed)
            }}
            onFinished={() => {
              setOpen(false)
              setUnconfirmed(false)
              setForm({ number: form.number + 1 })
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
