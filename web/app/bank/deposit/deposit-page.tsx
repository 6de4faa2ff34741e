import { Bitcoin, Landmark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { readToken } from '../../shared/api/auth-token.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { Button } from '../../shared/ui/button.tsx'
import { privateMeta } from '../../shared/ui/page-meta.ts'
import { MethodPicker } from '../method-picker.tsx'
import { Page } from '../page.tsx'
import { RecentTransactionsCard } from '../transactions/recent-transactions-card.tsx'
import { recentTransactions } from '../transactions/transaction-queries.ts'
import { Receipts } from './receipts.tsx'

const dialogs = {
  wire: lazy(() => import('./wire-deposit-dialog.tsx').then((module) => ({ default: module.WireDepositDialog }))),
  crypto: lazy(() => import('./crypto-deposit-dialog.tsx').then((module) => ({ default: module.CryptoDepositDialog }))),
}
type DepositMethod = keyof typeof dialogs

export const meta = () => privateMeta('Deposit')

export function clientLoader() {
  if (readToken()) void queryClient.prefetchQuery(recentTransactions('Deposit'))
  return null
}

const METHODS = [
  {
    value: 'wire',
    name: 'Wire Transfer',
    description: 'From your account at another bank.',
    icon: <Landmark aria-hidden className="size-6 text-muted" strokeWidth={1.6} />,
  },
  {
    value: 'crypto',
    name: 'Bitcoin',
    description: 'Or another currency that we take.',
    icon: <Bitcoin aria-hidden className="size-6 text-muted" strokeWidth={1.6} />,
  },
]

export default function DepositPage() {
  const [method, setMethod] = useState<DepositMethod>('wire')
  const [open, setOpen] = useState<DepositMethod>()
  /** A new number mounts a new form; a closed dialog keeps its input. Not mounted before it is first opened. */
  const [forms, setForms] = useState<Partial<Record<DepositMethod, number>>>({})
  const start = () => {
    setOpen(method)
    setForms({ ...forms, [method]: forms[method] ?? 1 })
  }
  return (
    <Page title="Deposit" lead="Pay in, send us the receipt, and we add the money once it has arrived.">
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_1.1fr]">
        <div className="grid gap-5">
          <MethodPicker
            label="Deposit method"
            methods={METHODS}
            selected={method}
            onSelect={(value) => setMethod(value as DepositMethod)}
          >
            <Button size="large" onClick={start}>
              Continue
            </Button>
          </MethodPicker>
          <Receipts />
        </div>
        <RecentTransactionsCard type="Deposit" empty="Money you add will be listed here." />
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
