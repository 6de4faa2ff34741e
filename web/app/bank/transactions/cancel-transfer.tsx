import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { Transaction } from '#contract/payments/transactions.ts'
import type { cancelTransfer } from '#contract/payments/transfers.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { reloadAccounts } from '../accounts/accounts-query.ts'
import { AskDialog } from '../ask-dialog.tsx'
import { reloadTransactions } from './transaction-queries.ts'

/** Only what the customer submitted: the bank's own bookings are not theirs to cancel. */
export const isCancellable = ({ type, status, method, reverses }: Transaction) =>
  type === 'Transfer' && status === 'Pending' && method !== 'adjustment' && !reverses

/** Asks first: a cancelled transfer has to be submitted again. */
export function CancelTransfer({ transfer, onDone }: { transfer: Transaction; onDone: () => void }) {
  const [asking, setAsking] = useState(false)
  const cancel = useMutation({
    mutationFn: () =>
      call<typeof cancelTransfer>('POST', '/transfer/cancel', {
        body: { transactionId: transfer._id },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: () => {
      showToast({ message: t('Transfer cancelled.') })
      onDone()
    },
    onError: (error) => showError(error),
    onSettled: () => {
      setAsking(false)
      void reloadAccounts()
      void reloadTransactions()
    },
  })
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {t('Cancel transfer')}
      </Button>
      {asking && (
        <AskDialog
          title={t('Cancel this transfer?')}
          action={t('Cancel transfer')}
          busy={cancel.isPending}
          onAct={() => cancel.mutate()}
          onClose={() => setAsking(false)}
        >
          {t('{amount} to {accountName} won’t be sent, and the money is available again at once.', {
            amount: formatMoney(Math.abs(transfer.amount)),
            accountName: transfer.counterparty?.accountName ?? '',
          })}
        </AskDialog>
      )}
    </>
  )
}
