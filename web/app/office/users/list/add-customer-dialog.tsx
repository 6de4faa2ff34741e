import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { createPerson } from '#contract/office/people.ts'
import { call } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { showError } from '../../../shared/show-error.ts'
import { showFieldErrors } from '../../../shared/show-field-errors.ts'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { TextField } from '../../../shared/ui/forms/field.tsx'
import { FormButtons } from '../../../shared/ui/forms/form-buttons.tsx'
import { NationalityField } from '../../../shared/ui/forms/nationality-field.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { reloadOffice } from '../../layout/office-query.ts'

type Props = { open: boolean; onClose: () => void }
type Customer = { fullName: string; email: string; mobile: string; dob: string; nationality: string; address: string }

const EMPTY: Customer = { fullName: '', email: '', mobile: '', dob: '', nationality: '', address: '' }

export const AddCustomerDialog = ({ open, onClose }: Props) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={t('Add a customer')}
    intro={t('They get an email with a link to set a password. Documents are added on the next page.')}
    wide
    focusFirstField
  >
    <CustomerForm onClose={onClose} />
  </Dialog>
)

function CustomerForm({ onClose }: Pick<Props, 'onClose'>) {
  const navigate = useNavigate()
  const form = useForm<Customer>({ defaultValues: EMPTY })
  const add = useMutation({
    mutationFn: (body: Customer) => call<typeof createPerson>('POST', '/admin/people', { body }),
    onSuccess: ({ _id, fullName }) => {
      showToast({ message: t('{name} is a customer now', { name: fullName }) })
      void reloadOffice()
      onClose()
      return navigate(`/dashboard/user/${_id}?tab=verification`)
    },
    onError: (error) => {
      if (!showFieldErrors(error, form, ['fullName', 'email', 'mobile', 'dob', 'address'])) showError(error)
    },
  })
  const { register, formState } = form
  const error = (name: keyof Customer) => formState.errors[name]?.message
  return (
    <form noValidate onSubmit={form.handleSubmit((customer) => add.mutate(customer))} className="grid gap-5">
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <TextField
          label={t('Full name')}
          autoComplete="off"
          maxLength={200}
          error={error('fullName')}
          {...register('fullName', { required: t('Enter a name.') })}
        />
        <TextField
          label={t('Email')}
          type="email"
          autoComplete="off"
          maxLength={254}
          error={error('email')}
          {...register('email', { required: t('Enter a valid e-mail address.') })}
        />
        <TextField
          label={t('Mobile')}
          type="tel"
          autoComplete="off"
          maxLength={40}
          error={error('mobile')}
          {...register('mobile')}
        />
        <TextField
          label={t('Date of birth')}
          type="date"
          autoComplete="off"
          error={error('dob')}
          {...register('dob')}
        />
        <NationalityField chosen="" {...register('nationality')} />
        <TextField
          label={t('Address')}
          autoComplete="off"
          maxLength={400}
          error={error('address')}
          {...register('address')}
        />
      </div>
      <FormButtons busy={add.isPending} submit={t('Add a customer')} onCancel={onClose} />
    </form>
  )
}
