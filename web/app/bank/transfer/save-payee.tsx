import { useMutation, useQuery } from '@tanstack/react-query'
import { BookmarkPlus } from 'lucide-react'
import type { addPayee } from '#contract/payments/payees.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import type { TypedFields } from '../../shared/ui/forms/use-form.ts'
import { isSameAccount, type PayeeDetails } from '../payees/payee-details.ts'
import { reloadSavedPayees, savedPayeesQuery } from '../payees/saved-payees-query.ts'

/** After a transfer to someone who is not saved yet. */
export function SavePayee({ payee }: { payee: TypedFields<PayeeDetails> }) {
  const { data } = useQuery(savedPayeesQuery)
  const save = useMutation({
    mutationFn: () =>
      call<typeof addPayee>('POST', '/payees', { body: { ...payee, name: payee.accountName.slice(0, 100) } }),
    onSuccess: () => showToast({ message: t('Payee saved.') }),
    onError: (error) => showError(error),
    onSettled: reloadSavedPayees,
  })
  if (!data || data.some((saved) => isSameAccount(saved, payee))) return null
  return (
    <Button variant="secondary" busy={save.isPending} onClick={() => save.mutate()}>
      <BookmarkPlus aria-hidden className="size-4.5" />
      {t('Save this payee')}
    </Button>
  )
}
