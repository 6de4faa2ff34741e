import { useId } from 'react'
import type { User } from '#contract/customers/people.ts'
import type { changePassword } from '#contract/identity/password.ts'
import { FILL_ALL_TEXT, PASSWORDS_DIFFER_TEXT } from '#contract/texts.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { showError } from '../../shared/show-error.ts'
import { showFieldErrors } from '../../shared/show-field-errors.ts'
import { Button } from '../../shared/ui/button.tsx'
import { showToast } from '../../shared/ui/feedback/toasts.ts'
import { FormProblem } from '../../shared/ui/forms/form-problem.tsx'
import { PasswordField } from '../../shared/ui/forms/password-field.tsx'
import { PasswordStrength } from '../../shared/ui/forms/password-strength.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { devicesQuery } from './devices.tsx'
import { SettingsCard } from './settings-card.tsx'

const EMPTY = { password: '', newPassword: '', confirmPassword: '' }
type Passwords = typeof EMPTY

export function PasswordForm({ user }: { user: User }) {
  const problemId = useId()
  const form = useForm<Passwords>({ defaultValues: EMPTY, reValidateMode: 'onSubmit' })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ password, newPassword }) => {
    try {
      await call<typeof changePassword>('PUT', '/users/password', { body: { password, newPassword } })
      form.reset(EMPTY)
      showToast({ message: t('Updated successfully!') })
      void queryClient.invalidateQueries(devicesQuery)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'password_incorrect')
        form.setError('password', { type: 'refused', message: error.message }, { shouldFocus: true })
      else if (!showFieldErrors(error, form, ['newPassword'])) showError(error)
    }
  })

  const field = (name: keyof Passwords, validate?: (value: string) => boolean) => ({
    ...form.register(name, { required: true, validate, onChange: () => form.clearErrors() }),
    required: true,
    error: errors[name]?.message || undefined,
    invalid: Boolean(errors[name]),
    describedBy: errors[name] && problemId,
  })
  const anyMissing = Object.values(errors).some(({ type }) => type === 'required')
  const problem = anyMissing ? t(FILL_ALL_TEXT) : errors.confirmPassword && t(PASSWORDS_DIFFER_TEXT)
  return (
    <SettingsCard
      title={t('Change password')}
      lead={t('You’ll stay logged in here and be logged out on all other devices.')}
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        {/* Password managers need a user name beside the password. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField label={t('Current password')} autoComplete="current-password" {...field('password')} />
        <PasswordField
          label={t('New password')}
          autoComplete="new-password"
          hint={<PasswordStrength password={form.watch('newPassword')} />}
          {...field('newPassword')}
        />
        <PasswordField
          label={t('Confirm new password')}
          autoComplete="new-password"
          {...field('confirmPassword', (value) => value === form.getValues('newPassword'))}
        />
        <FormProblem id={problemId}>{problem}</FormProblem>
        <Button type="submit" variant="secondary" busy={isSubmitting} className="justify-self-start">
          {isSubmitting ? t('Saving') : t('Change password')}
        </Button>
      </form>
    </SettingsCard>
  )
}
