import { useMutation } from '@tanstack/react-query'
import type { inviteStaff } from '#contract/office/staff.ts'
import { ROLE_NAMES, STAFF_ROLES } from '#contract/permissions.ts'
import { verbatim } from '#contract/text.ts'
import { call } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { showFieldErrors } from '../../shared/show-field-errors.ts'
import { Dialog } from '../../shared/ui/dialogs/dialog.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { TextField } from '../../shared/ui/forms/field.tsx'
import { FormButtons } from '../../shared/ui/forms/form-buttons.tsx'
import { SelectField } from '../../shared/ui/forms/select-field.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { reloadOffice } from '../layout/office-query.ts'
import { outcomeOf } from '../proposals/proposed.ts'
import { ROLE_HINTS } from '../users/actions/role-hints.ts'

type Props = { open: boolean; onClose: () => void }
type Member = { fullName: string; email: string; role: (typeof STAFF_ROLES)[number] }

export const InviteDialog = ({ open, onClose }: Props) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={t('Invite a member of staff')}
    intro={t('They get an email with a link to set a password. They work in the back office and have no bank account.')}
    focusFirstField
  >
    <InviteForm onClose={onClose} />
  </Dialog>
)

function InviteForm({ onClose }: Pick<Props, 'onClose'>) {
  const form = useForm<Member>({ defaultValues: { fullName: '', email: '', role: 'Support' } })
  const invite = useMutation({
    mutationFn: (body: Member) => call<typeof inviteStaff>('POST', '/admin/staff', { body }),
    onSuccess: (answer, { fullName }) => {
      showToast({ message: outcomeOf(answer, t('{name} was invited', { name: verbatim(fullName) }))[0] })
      onClose()
      return reloadOffice()
    },
    onError: (error) => {
      if (!showFieldErrors(error, form, ['fullName', 'email', 'role'])) showError(error)
    },
  })
  const { register, watch, formState } = form
  const { errors } = formState
  return (
    <form noValidate onSubmit={form.handleSubmit((member) => invite.mutate(member))} className="grid gap-5">
      <TextField
        label={t('Full name')}
        autoComplete="off"
        maxLength={200}
        error={errors.fullName?.message}
        {...register('fullName', { required: t('Enter a name.') })}
      />
      <TextField
        label={t('Email')}
        type="email"
        autoComplete="off"
        maxLength={254}
        error={errors.email?.message}
        {...register('email', { required: t('Enter a valid e-mail address.') })}
      />
      <SelectField label={t('Role')} hint={t(ROLE_HINTS[watch('role')])} {...register('role')}>
        {STAFF_ROLES.map((role) => (
          <option key={role} value={role}>
            {t(ROLE_NAMES[role])}
          </option>
        ))}
      </SelectField>
      <FormButtons busy={invite.isPending} submit={t('Invite')} onCancel={onClose} />
    </form>
  )
}
