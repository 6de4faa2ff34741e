import { lazy, Suspense, useState } from 'react'
import { readToken } from '../../shared/api/auth-token.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { Button } from '../../shared/ui/button.tsx'
import { privateMeta } from '../../shared/ui/page-meta.ts'
import { MethodPicker } from '../method-picker.tsx'
import { Page } from '../page.tsx'
import { PendingNotice } from '../pending-notice.tsx'
import { recentTransactions } from '../transactions/transaction-queries.ts'
import { TransactionsBeside } from '../transactions/transactions-beside.tsx'
import { useProfile } from '../use-profile.ts'

const TransferModal = lazy(() => import('./transfer-modal.tsx').then((module) => ({ default: module.TransferModal })))

export const meta = () => privateMeta('Transfer')

export function clientLoader() {
  if (readToken()) void queryClient.prefetchQuery(recentTransactions('Transfer'))
  return null
}

const METHODS = [{ value: 'wire', name: 'Wire Transfer', description: 'To an account at any bank, this one included.' }]

export default function TransferPage() {
  const { user } = useProfile()
  const [method, setMethod] = useState('wire')
  const [open, setOpen] = useState(false)
  /** A new number is a new form; until then a closed window keeps what is in it. None before the first opening. */
  const [form, setForm] = useState<number>()
  const start = () => {
    setOpen(true)
    setForm(form ?? 1)
  }
  const pending = user.status === 'Pending'
  return (
    <Page title="Transfer" lead="Send money to another account. Nothing leaves before you confirm it with your PIN.">
      {pending && <PendingNotice />}
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_1.1fr]">
        <MethodPicker label="Transfer method" methods={METHODS} chosen={method} onChoose={setMethod}>
          <Button size="large" disabled={pending} onClick={start}>
            Continue
          </Button>
        </MethodPicker>
        <TransactionsBeside type="Transfer" empty="Money you send will be listed here." />
      </div>
      <Suspense>
        {form !== undefined && (
          <TransferModal
            key={form}
            user={user}
            open={open}
            onClose={() => setOpen(false)}
            onFinished={() => {
              setOpen(false)
              setForm(form + 1)
            }}
          />
        )}
      </Suspense>
    </Page>
  )
}
