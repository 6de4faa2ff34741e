import { useMutation } from '@tanstack/react-query'
import type { addExternalAccount, ExternalAccount } from '#contract/external-money/external-accounts.ts'
import { bankCurrency } from '#contract/money.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { showFieldErrors } from '../../../shared/show-field-errors.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { TextField } from '../../../shared/ui/forms/field.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { reloadOffice } from '../../layout/office-query.ts'

type Values = { name: string; number: string; currency: string }

type Props = {
  open: boolean
  /** As a statement named it, where one was refused because of it. */
  known?: { number: string; currency: string }
  onClose: () => void
  onAdded: (account: ExternalAccount) => void
}

export function AddAccountDialog({ open, known, onClose, onAdded }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Add an outside account')}
      intro={
        known
          ? t(
              'The statement is of an account that is not listed yet. Give it a name; the statement is imported right after.',
            )
          : t('An account of the bank at another bank. Its statements can be imported from then on.')
      }
      focusFirstField
    >
      <AddAccountForm key={known?.number} known={known} onAdded={onAdded} onClose={onClose} />
    </Dialog>
  )
}

/** In a dialog of its own, or within that of an import. */
export function AddAccountForm({ known, onAdded, onClose }: Omit<Props, 'open'>) {
  const form = useForm<Values>({
    defaultValues: { name: '', number: known?.number ?? '', currency: known?.currency || bankCurrency().code },
  })
  const { errors } = form.formState
  const add = useMutation({
    mutationFn: (body: Values) => call<typeof addExternalAccount>('POST', '/admin/outside-accounts', { body }),
    onSuccess: (account) => {
      showToast({ message: t('{name} added', { name: account.name }) })
      void reloadOffice()
      onAdded(account)
    },
    onError: (error) => {
      if (showFieldErrors(error, form, ['name', 'number', 'currency'])) return
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'outside_account_exists')
        form.setError('number', { message: (error as ApiError).message }, { shouldFocus: true })
      else if (code === 'currency_differs')
        form.setError('currency', { message: (error as ApiError).message }, { shouldFocus: true })
      else showError(error)
    },
  })
  return (
    <form noValidate onSubmit={form.handleSubmit((values) => add.mutate(values))} className="grid gap-4">
      <TextField
        label={t('Name')}
        hint={t('As staff call it, for example ‘Main account at First Bank’.')}
        maxLength={100}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name', { required: t('Please enter a name.') })}
      />
      <TextField
        label={t('IBAN or account number')}
        hint={t('Exactly as the statements name it. Spaces don’t matter.')}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        error={errors.number?.message}
        {...form.register('number', { required: t('Please enter the number.') })}
      />
      <TextField
        label={t('Currency')}
        hint={t('Three letters. It has to be the currency of the bank.')}
        maxLength={3}
        autoComplete="off"
        spellCheck={false}
        className="max-w-40"
        error={errors.currency?.message}
        {...form.register('currency', { required: t('Please enter the currency.') })}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={add.isPending}>
          {known ? t('Add and import') : t('Add account')}
        </Button>
        <Button variant="quiet" disabled={add.isPending} onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
