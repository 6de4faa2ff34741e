import { useId } from 'react'
import { useNavigate } from 'react-router'
import type { resetPassword } from '#contract/identity/auth.ts'
import { FILL_ALL_TEXT, PASSWORDS_DIFFER_TEXT } from '#contract/texts.ts'
import { storeToken } from '../shared/api/auth-token.ts'
import { call } from '../shared/api/call.ts'
import { t } from '../shared/i18n/i18n.ts'
import { localPath } from '../shared/i18n/local-path.ts'
import { useLinkToken } from '../shared/session/use-link-token.ts'
import { showError } from '../shared/show-error.ts'
import { showFieldErrors } from '../shared/show-field-errors.ts'
import { Button, ButtonLink } from '../shared/ui/button.tsx'
import { showToast } from '../shared/ui/feedback/toasts.ts'
import { FormProblem } from '../shared/ui/forms/form-problem.tsx'
import { PasswordField } from '../shared/ui/forms/password-field.tsx'
import { PasswordStrength } from '../shared/ui/forms/password-strength.tsx'
import { useForm } from '../shared/ui/forms/use-form.ts'
import { privateMeta } from '../shared/ui/page/page-meta.ts'
import { FormHead } from './form-parts.tsx'

export const meta = () => privateMeta(t('Set a new password'))

export default function ResetPasswordPage() {
  const token = useLinkToken()
  if (token === null) return <NoLink />
  return <NewPasswordForm token={token ?? ''} />
}

function NoLink() {
  return (
    <>
      <FormHead title={t('This link is incomplete')}>
        {t('Open the full link from our email. If it has expired, request a new one.')}
      </FormHead>
      <ButtonLink to={localPath('/login?mode=forgot')} size="large">
        {t('Request a new link')}
      </ButtonLink>
    </>
  )
}

function NewPasswordForm({ token }: { token: string }) {
  const problemId = useId()
  const navigate = useNavigate()
  const form = useForm({ defaultValues: { password: '', confirmPassword: '' } })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await call<typeof resetPassword>('POST', '/auths/reset', { body: { token, password } })
      // A reset ends every session of the customer, including this browser's.
      storeToken(null)
      showToast({ message: t('Password changed. Please log in.') })
      await navigate(localPath('/login'), { replace: true })
    } catch (error) {
      if (!showFieldErrors(error, form, ['password'])) showError(error)
    }
  })

  const field = (name: 'password' | 'confirmPassword', validate?: (value: string) => boolean) => ({
    ...form.register(name, { required: true, validate }),
    required: true,
    error: errors[name]?.message || undefined,
    invalid: Boolean(errors[name]),
    describedBy: errors[name] && problemId,
  })
  const anyMissing = Object.values(errors).some((error) => error.type === 'required')
  const problem = anyMissing ? t(FILL_ALL_TEXT) : errors.confirmPassword && t(PASSWORDS_DIFFER_TEXT)
  return (
    <>
      <FormHead title={t('Set a new password')}>{t('You’ll be logged out on all your devices.')}</FormHead>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <PasswordField
          label={t('Password')}
          autoComplete="new-password"
          hint={<PasswordStrength password={form.watch('password')} />}
          {...field('password')}
        />
        <PasswordField
          label={t('Confirm password')}
          autoComplete="new-password"
          {...field('confirmPassword', (value) => value === form.getValues('password'))}
        />
        <FormProblem id={problemId}>{problem}</FormProblem>
        <Button type="submit" size="large" busy={isSubmitting}>
          {isSubmitting ? t('Saving') : t('Set new password')}
        </Button>
      </form>
    </>
  )
}
