import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { Account, closeAccount } from '#contract/customers/accounts.ts'
import { HideableAmount } from '../../shared/amounts/hideable-amount.tsx'
import { errorMessage } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Trans } from '../../shared/i18n/trans.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { FormProblem } from '../../shared/ui/forms/form-problem.tsx'
import { reloadAccounts } from './accounts-query.ts'

type Props = { account: Account; onDone: () => void; onMove: () => void }

/** Only an empty account can be closed: with money in it, the way out comes first. */
export function CloseForm({ account, onDone, onMove }: Props) {
  const problemId = useId()
  const close = useMutation({
    mutationFn: () => call<typeof closeAccount>('POST', '/accounts/:id/close', { params: { id: account._id } }),
    onSuccess: async () => {
      showToast({ message: t('{name} is closed', { name: account.name }) })
      onDone()
      await reloadAccounts()
    },
    onError: reloadAccounts,
  })
  if (account.balance > 0)
    return (
      <div className="grid gap-6">
        <p>
          <Trans
            text="This account still has <0/>. Move the money to another account, then you can close it."
            parts={[() => <HideableAmount amount={account.balance} className="font-semibold" />]}
          />
        </p>
        <Button size="large" onClick={onMove}>
          {t('Move money')}
        </Button>
      </div>
    )
  if (account.held > 0)
    return (
      <p>
        <Trans
          text="<0/> are held by a pending transfer. You can close this account when the transfer is completed or declined."
          parts={[() => <HideableAmount amount={account.held} className="font-semibold" />]}
        />
      </p>
    )
  return (
    <div className="grid gap-6">
      <p>{t('You’ll still see its past transactions. Its number stops working, and this can’t be undone.')}</p>
      <FormProblem id={problemId}>{close.error ? errorMessage(close.error) : undefined}</FormProblem>
      <Button variant="danger" size="large" busy={close.isPending} onClick={() => close.mutate()}>
        {close.isPending ? t('Closing') : t('Close account')}
      </Button>
    </div>
  )
}
