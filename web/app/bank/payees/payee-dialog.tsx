import { useMutation } from '@tanstack/react-query'
import type { addPayee, Payee, updatePayee } from '#contract/payments/payees.ts'
import type { Text } from '#contract/text.ts'
import { msg, type TextId } from '#contract/text-id.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { showFieldErrors } from '../../shared/show-field-errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { type TypedFields, useForm } from '../../shared/ui/forms/use-form.ts'
import { accountNumberError, CODE_INPUT, formatIban, ibanError, swiftCodeError } from './bank-details.ts'
import { reloadSavedPayees } from './saved-payees-query.ts'

type Form = TypedFields<Omit<Payee, '_id'>>
const FIELDS = ['name', 'accountName', 'accountNumber', 'bankName', 'iban', 'swiftCode'] as const
const EMPTY: Form = { name: '', accountName: '', accountNumber: '', bankName: '', iban: '', swiftCode: '' }

const required = (missing: TextId) => (text: string) => text.trim() !== '' || t(missing)
const CHECKS: Record<keyof Form, (text: string, form: Form) => true | Text> = {
  name: required(msg('Name is required.')),
  accountName: required(msg('Account name is required.')),
  accountNumber: (text, { iban }) => accountNumberError(text, iban),
  bankName: required(msg('Bank name is required.')),
  iban: ibanError,
  swiftCode: swiftCodeError,
}

/** The payee as the form shows it: a number that stands for the IBAN is not shown twice. */
const toForm = ({ name, accountName, accountNumber, bankName, iban, swiftCode }: Payee): Form => ({
  name,
  accountName,
  accountNumber: accountNumber === iban ? '' : accountNumber,
  bankName,
  iban: formatIban(iban),
  swiftCode,
})

/** Only what changed is sent: a new name alone asks for no confirmation. */
function changesOf(form: Form, payee: Payee): Partial<Form> {
  const stored = toForm(payee)
  return Object.fromEntries(FIELDS.flatMap((name) => (form[name].trim() === stored[name] ? [] : [[name, form[name]]])))
}

function save(form: Form, payee: Payee | null): Promise<Payee> {
  if (!payee) return call<typeof addPayee>('POST', '/payees', { body: form })
  const body = changesOf(form, payee)
  if (Object.keys(body).length === 0) return Promise.resolve(payee)
  return call<typeof updatePayee>('PATCH', '/payees/:id', { params: { id: payee._id }, body })
}

/** Adds a payee, or changes one. */
export function PayeeDialog({ payee, onClose }: { payee: Payee | null; onClose: () => void }) {
  const form = useForm<Form>({
    defaultValues: payee ? toForm(payee) : EMPTY,
    reValidateMode: 'onSubmit',
  })
  const { register, handleSubmit, clearErrors, setValue, formState } = form
  const saving = useMutation({
    mutationFn: (values: Form) => save(values, payee),
    onSuccess: async () => {
      await reloadSavedPayees()
      showToast({ message: t('Payee saved.') })
      onClose()
    },
    onError: (error) => {
      if (!showFieldErrors(error, form, FIELDS)) showError(error)
    },
  })
  const field = (name: keyof Form) => ({
    ...register(name, {
      validate: CHECKS[name],
      onChange: () => clearErrors(name === 'iban' ? ['iban', 'accountNumber'] : name),
      ...(name === 'iban' ? { onBlur: (event) => setValue('iban', formatIban(event.target.value)) } : {}),
    }),
    error: formState.errors[name]?.message,
    maxLength: name === 'name' ? 100 : name === 'accountNumber' || name === 'iban' ? 64 : 140,
    autoComplete: 'off',
  })
  return (
    <Dialog open onClose={onClose} title={payee ? t('Edit payee') : t('Add payee')} focusFirstField>
      <form noValidate onSubmit={handleSubmit((values) => saving.mutate(values))} className="grid gap-5">
        <TextField label={t('Name')} hint={t('What you call this payee, for example ‘Rent’.')} {...field('name')} />
        <TextField label={t('Account name')} {...field('accountName')} />
        <TextField label={t('Account number')} {...CODE_INPUT} {...field('accountNumber')} />
        <TextField label={t('Bank name')} {...field('bankName')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={t('IBAN (optional)')} {...CODE_INPUT} {...field('iban')} />
          <TextField label={t('SWIFT code (optional)')} {...CODE_INPUT} {...field('swiftCode')} />
        </div>
        <Button type="submit" size="large" busy={saving.isPending}>
          {saving.isPending ? t('Saving') : t('Save payee')}
        </Button>
      </form>
    </Dialog>
  )
}
