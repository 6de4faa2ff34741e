import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { addPayee, Payee, updatePayee } from '#contract/payees.ts'
import { call } from '../../shared/api/call.ts'
import { showError } from '../../shared/show-error.ts'
import { showFieldErrors } from '../../shared/show-field-errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { TextField } from '../../shared/ui/field.tsx'
import { showToast } from '../../shared/ui/toasts.ts'
import { formatIban, ibanError, swiftCodeError } from './bank-details.ts'
import { reloadSavedPayees } from './saved-payees-query.ts'

type Form = Omit<Payee, '_id'>
const FIELDS = ['name', 'accountName', 'accountNumber', 'bankName', 'iban', 'swiftCode'] as const
const EMPTY: Form = { name: '', accountName: '', accountNumber: '', bankName: '', iban: '', swiftCode: '' }

const required = (label: string) => (text: string) => text.trim() !== '' || `${label} is required.`
const CHECKS: Record<keyof Form, (text: string) => true | string> = {
  name: required('Name'),
  accountName: required('Account name'),
  accountNumber: required('Account number'),
  bankName: required('Bank name'),
  iban: ibanError,
  swiftCode: swiftCodeError,
}

/** Only what changed is sent: a new name alone asks for no confirmation. */
function changesOf(form: Form, payee: Payee): Partial<Form> {
  const stored = { ...payee, iban: formatIban(payee.iban) }
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
    defaultValues: payee ? { ...payee, iban: formatIban(payee.iban) } : EMPTY,
    reValidateMode: 'onSubmit',
  })
  const { register, handleSubmit, clearErrors, setValue, formState } = form
  const saving = useMutation({
    mutationFn: (values: Form) => save(values, payee),
    onSuccess: async () => {
      await reloadSavedPayees()
      showToast({ message: 'Payee saved.' })
      onClose()
    },
    onError: (error) => {
      if (!showFieldErrors(error, form, FIELDS)) showError(error)
    },
  })
  const field = (name: keyof Form) => ({
    ...register(name, {
      validate: CHECKS[name],
      onChange: () => clearErrors(name),
      ...(name === 'iban' ? { onBlur: (event) => setValue('iban', formatIban(event.target.value)) } : {}),
    }),
    error: formState.errors[name]?.message,
    maxLength: name === 'name' ? 100 : name === 'accountNumber' || name === 'iban' ? 64 : 140,
    autoComplete: 'off',
  })
  return (
    <Dialog open onClose={onClose} title={payee ? 'Edit payee' : 'Add payee'} focusFirstField>
      <form noValidate onSubmit={handleSubmit((values) => saving.mutate(values))} className="grid gap-5">
        <TextField label="Name" hint="What you call this payee, for example ‘Rent’." {...field('name')} />
        <TextField label="Account name" {...field('accountName')} />
        <TextField label="Account number" {...field('accountNumber')} />
        <TextField label="Bank name" {...field('bankName')} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="IBAN (optional)" {...field('iban')} />
          <TextField label="SWIFT code (optional)" {...field('swiftCode')} />
        </div>
        <Button type="submit" size="large" busy={saving.isPending}>
          {saving.isPending ? 'Saving' : 'Save payee'}
        </Button>
      </form>
    </Dialog>
  )
}
