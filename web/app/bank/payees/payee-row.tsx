import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { deletePayee, Payee } from '#contract/payees.ts'
import { call } from '../../shared/api/call.ts'
import { showError } from '../../shared/show-error.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/toasts.ts'
import { AskDialog } from '../ask-dialog.tsx'
import { Avatar } from '../avatar.tsx'
import { lastDigits, type TransferPageState } from './payee-details.ts'
import { reloadSavedPayees } from './saved-payees-query.ts'

type Props = { payee: Payee; canPay: boolean; onEdit: () => void }

export function PayeeRow({ payee, canPay, onEdit }: Props) {
  const [asking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call<typeof deletePayee>('DELETE', '/payees/:id', { params: { id: payee._id } }),
    onSuccess: () => {
      setAsking(false)
      showToast({ message: 'Payee deleted.' })
    },
    onError: (error) => showError(error),
    onSettled: reloadSavedPayees,
  })
  const { _id, name, ...prefill } = payee
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5 sm:px-6">
      <Avatar fullName={name} image="" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm wrap-anywhere text-muted">
          {payee.accountName !== name && `${payee.accountName} · `}
          {payee.bankName} <span className="figures">{lastDigits(payee.accountNumber)}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-1 max-sm:-ms-3">
        <Button variant="quiet" onClick={onEdit} className="px-3!">
          Edit<span className="sr-only"> {name}</span>
        </Button>
        <Button variant="quiet" onClick={() => setAsking(true)} className="px-3! text-negative">
          Delete<span className="sr-only"> {name}</span>
        </Button>
        {canPay && (
          <ButtonLink
            variant="secondary"
            to="/dashboard/transfer"
            state={{ prefill } satisfies TransferPageState}
            className="ms-1"
          >
            Pay<span className="sr-only"> {name}</span>
          </ButtonLink>
        )}
      </div>
      {asking && (
        <AskDialog
          title="Delete this payee?"
          action="Delete payee"
          busy={remove.isPending}
          onAct={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          “{name}” will no longer be offered in the transfer form. Your transactions stay as they are.
        </AskDialog>
      )}
    </li>
  )
}
