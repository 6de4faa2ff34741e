import { Bitcoin, Landmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { joinTexts, type Text } from '#contract/text.ts'
import { readToken } from '../../shared/api/auth-token.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { accountsQuery } from '../accounts/accounts-query.ts'
import { MethodPicker } from '../method-picker.tsx'
import { Page } from '../page.tsx'
import { StandingNotice } from '../standing-notice.tsx'
import { RecentTransactionsCard } from '../transactions/recent-transactions-card.tsx'
import { recentTransactions } from '../transactions/transaction-queries.ts'
import { useProfile } from '../use-profile.ts'
import { Receipts } from './receipts.tsx'
import { settingsQuery, useSettings } from './use-settings.ts'

const dialogs = {
  wire: lazy(() => import('./wire-deposit-dialog.tsx').then((module) => ({ default: module.WireDepositDialog }))),
  crypto: lazy(() => import('./crypto-deposit-dialog.tsx').then((module) => ({ default: module.CryptoDepositDialog }))),
}
type DepositMethod = keyof typeof dialogs

export const meta = () => privateMeta(t('Deposit'))

export function clientLoader() {
  if (!readToken()) return null
  void queryClient.prefetchQuery(recentTransactions('Deposit'))
  void queryClient.prefetchQuery(settingsQuery)
  void queryClient.prefetchQuery(accountsQuery)
  return null
}

const methods = (currencies: Text[]) => [
  {
    value: 'wire',
    name: t('Wire Transfer'),
    description: t('From your account at another bank.'),
    icon: <Landmark aria-hidden className="size-6 text-muted" strokeWidth={1.6} />,
  },
  {
    value: 'crypto',
    name: t('Bitcoin'),
    description:
      currencies.length > 0
        ? t('Or {currencies}.', { currencies: joinTexts(', ', ...currencies) })
        : t('Or another cryptocurrency.'),
    icon: <Bitcoin aria-hidden className="size-6 text-muted" strokeWidth={1.6} />,
  },
]

export default function DepositPage() {
  const closed = useProfile().user.status === 'Closed'
  const [method, setMethod] = useState<DepositMethod>('wire')
  const otherCurrencies =
    useSettings()
      .data?.cryptoInfo.map(({ name }) => name)
      .filter((name) => name !== 'Bitcoin') ?? []
  const [open, setOpen] = useState<DepositMethod>()
  /** A new number mounts a new form; a closed dialog keeps its input. Not mounted before it is first opened. */
  const [forms, setForms] = useState<Partial<Record<DepositMethod, number>>>({})
  const start = () => {
    setOpen(method)
    setForms({ ...forms, [method]: forms[method] ?? 1 })
  }
  return (
    <Page
      title={t('Deposit')}
      lead={t('Make your payment and upload the receipt. We’ll add the money once it arrives.')}
    >
      {closed && <StandingNotice status="Closed" />}
      {/* The files come last on phones: below them, nothing moves when they arrive. */}
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_1.1fr] lg:grid-rows-[auto_1fr]">
        <MethodPicker
          label={t('Deposit method')}
          methods={methods(otherCurrencies)}
          selected={method}
          onSelect={(value) => setMethod(value as DepositMethod)}
        >
          <Button size="large" disabled={closed} onClick={start}>
            {t('Continue')}
          </Button>
        </MethodPicker>
        <div className="lg:row-span-2">
          <RecentTransactionsCard type="Deposit" empty={t('Your deposits will appear here.')} />
        </div>
        <div className="empty:hidden lg:row-start-2">
          <Receipts />
        </div>
      </div>
      {(['wire', 'crypto'] as const).map((each) => {
        const form = forms[each]
        if (form === undefined) return null
        const MethodDialog = dialogs[each]
        const finish = () => {
          setOpen(undefined)
          setForms({ ...forms, [each]: form + 1 })
        }
        return (
          <Suspense key={each}>
            <MethodDialog key={form} open={open === each} onClose={() => setOpen(undefined)} onFinished={finish} />
          </Suspense>
        )
      })}
    </Page>
  )
}
