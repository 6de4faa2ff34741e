import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { deletePayee, Payee } from '#contract/payments/payees.ts'
import { joinTexts, verbatim } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { showError } from '../../shared/show-error.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
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
      showToast({ message: t('Payee deleted.') })
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
          {joinTexts(' · ', payee.accountName !== name && payee.accountName, payee.bankName)}
          {verbatim(' ')}
          <span className="figures">{lastDigits(payee.accountNumber)}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-1 max-sm:-ms-3">
        <Button variant="quiet" onClick={onEdit} className="px-3!">
          <Trans
            text="Edit<0> {name}</0>"
            parts={[(children) => <span className="sr-only">{children}</span>]}
            values={{ name }}
          />
        </Button>
        <Button variant="quiet" onClick={() => setAsking(true)} className="px-3! text-negative">
          <Trans
            text="Delete<0> {name}</0>"
            parts={[(children) => <span className="sr-only">{children}</span>]}
            values={{ name }}
          />
        </Button>
        {canPay && (
          <ButtonLink
            variant="secondary"
            to="/dashboard/send"
            state={{ prefill } satisfies TransferPageState}
            className="ms-1"
          >
            <Trans
              text="Pay<0> {name}</0>"
              parts={[(children) => <span className="sr-only">{children}</span>]}
              values={{ name }}
            />
          </ButtonLink>
        )}
      </div>
      {asking && (
        <AskDialog
          title={t('Delete this payee?')}
          action={t('Delete payee')}
          busy={remove.isPending}
          onAct={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          {t('“{name}” will no longer be offered in the transfer form. Your transactions stay as they are.', { name })}
        </AskDialog>
      )}
    </li>
  )
}
