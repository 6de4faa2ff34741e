import { useMutation } from '@tanstack/react-query'
import { GL_ACCOUNT_TYPES, type GlAccountType } from '#contract/books/gl-account-types.ts'
import type { addGlAccount, GlAccount, updateGlAccount } from '#contract/books/gl-accounts.ts'
import type { Text } from '#contract/text.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { showFieldErrors } from '../../../shared/show-field-errors.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { TextField } from '../../../shared/ui/forms/field.tsx'
import { SelectField } from '../../../shared/ui/forms/select-field.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { reloadOffice } from '../../layout/office-query.ts'
import { accountName } from './chart-query.ts'

type Props = { edited: GlAccount | 'new' | null; onClose: () => void }

export function AccountDialog({ edited, onClose }: Props) {
  const account = edited === 'new' ? null : edited
  return (
    <Dialog
      open={edited !== null}
      onClose={onClose}
      title={account ? t('Account {code}', { code: account.code }) : t('Add an account to the chart')}
      intro={account ? undefined : t('Code and type can’t be changed later.')}
      focusFirstField
    >
      {account ? (
        <ChangeForm key={account.code} account={account} onClose={onClose} />
      ) : (
        <AddForm key={String(edited)} onClose={onClose} />
      )}
    </Dialog>
  )
}

const done = (message: Text, onClose: () => void) => {
  showToast({ message })
  onClose()
  void reloadOffice()
}

type Added = { code: string; name: string; type: GlAccountType }

function AddForm({ onClose }: { onClose: () => void }) {
  const form = useForm<Added>({ defaultValues: { code: '', name: '', type: 'expense' } })
  const { errors } = form.formState
  const add = useMutation({
    mutationFn: (body: Added) => call<typeof addGlAccount>('POST', '/admin/gl-accounts', { body }),
    onSuccess: (account) => done(t('{name} added', { name: accountName(account) }), onClose),
    onError: (error) => {
      if (showFieldErrors(error, form, ['code', 'name', 'type'])) return
      if (error instanceof ApiError && error.code === 'gl_account_exists')
        form.setError('code', { message: error.message }, { shouldFocus: true })
      else showError(error)
    },
  })
  return (
    <form noValidate onSubmit={form.handleSubmit((values) => add.mutate(values))} className="grid gap-4">
      <TextField
        label={t('Code')}
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
        className="max-w-48"
        error={errors.code?.message}
        {...form.register('code', { required: t('Please enter a code.') })}
      />
      <TextField
        label={t('Name')}
        maxLength={100}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name', { required: t('Please enter a name.') })}
      />
      <SelectField label={t('Type')} error={errors.type?.message} {...form.register('type')}>
        {Object.entries(GL_ACCOUNT_TYPES).map(([type, { name }]) => (
          <option key={type} value={type}>
            {t(name)}
          </option>
        ))}
      </SelectField>
      <Buttons text={t('Add account')} busy={add.isPending} onClose={onClose} />
    </form>
  )
}

type Change = { name?: string; closed?: boolean }

function ChangeForm({ account, onClose }: { account: GlAccount; onClose: () => void }) {
  const form = useForm<{ name: string }>({ defaultValues: { name: accountName(account) } })
  const change = useMutation({
    mutationFn: (body: Change) =>
      call<typeof updateGlAccount>('PATCH', '/admin/gl-accounts/:code', { params: { code: account.code }, body }),
    onSuccess: () => done(t('Account saved'), onClose),
    onError: (error) => showFieldErrors(error, form, ['name']) || showError(error),
  })
  const { closed } = account
  return (
    <form noValidate onSubmit={form.handleSubmit(({ name }) => change.mutate({ name }))} className="grid gap-4">
      <TextField
        label={t('Name')}
        hint={account.builtIn ? t('If you change it, it is the same in every language.') : undefined}
        maxLength={100}
        autoComplete="off"
        error={form.formState.errors.name?.message}
        {...form.register('name', { required: t('Please enter a name.') })}
      />
      <Buttons text={t('Save')} busy={change.isPending} onClose={onClose} />
      <div className="grid justify-items-start gap-2 border-t border-line pt-4">
        <p className="text-sm text-muted">{closingText(account)}</p>
        {account.closable && (
          <Button variant="secondary" disabled={change.isPending} onClick={() => change.mutate({ closed: !closed })}>
            {closed ? t('Reopen account') : t('Close account')}
          </Button>
        )}
      </div>
    </form>
  )
}

function closingText(account: GlAccount): Text {
  if (!account.closable) return t('The bank itself books to this account. It can’t be closed.')
  return account.closed
    ? t('No booking by hand can use it until it is reopened.')
    : t('With a balance of zero it can be closed. Then no booking by hand can use it.')
}

const Buttons = ({ text, busy, onClose }: { text: Text; busy: boolean; onClose: () => void }) => (
  <div className="flex flex-wrap gap-3">
    <Button type="submit" busy={busy}>
      {text}
    </Button>
    <Button variant="quiet" disabled={busy} onClick={onClose}>
      {t('Cancel')}
    </Button>
  </div>
)
