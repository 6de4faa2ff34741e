import { useId } from 'react'
import { useNavigate } from 'react-router'
import type { register as registerAccount } from '#contract/identity/auth.ts'
import { FILL_ALL_TEXT, PASSWORDS_DIFFER_TEXT } from '#contract/texts.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { currentLocale, t } from '../shared/i18n/i18n.ts'
import { Trans } from '../shared/i18n/trans.tsx'
import { showError } from '../shared/show-error.ts'
import { showFieldErrors } from '../shared/show-field-errors.ts'
import { Button } from '../shared/ui/button.tsx'
import { showToast } from '../shared/ui/feedback/toasts.ts'
import { TextField } from '../shared/ui/forms/field.tsx'
import { FormProblem } from '../shared/ui/forms/form-problem.tsx'
import { PasswordField } from '../shared/ui/forms/password-field.tsx'
import { PasswordStrength } from '../shared/ui/forms/password-strength.tsx'
import { useForm } from '../shared/ui/forms/use-form.ts'
import { type AuthState, FormHead, ModeLink, useAuthState, useModePath } from './form-parts.tsx'

const isAboutPassword = (error: unknown) =>
  error instanceof ApiError && error.fieldErrors.every(({ path }) => path === 'password')

type SignUp = { fullName: string; email: string; password: string; confirmPassword: string }

export function SignUpForm({ email }: { email: string }) {
  const problemId = useId()
  const navigate = useNavigate()
  const modePath = useModePath()
  const authState = useAuthState()
  const form = useForm<SignUp>({ defaultValues: { fullName: '', email, password: '', confirmPassword: '' } })
  const { register, handleSubmit, watch, formState } = form
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ confirmPassword: _, ...body }) => {
    try {
      await call<typeof registerAccount>('POST', '/auths/register', { body: { ...body, locale: currentLocale() } })
      showToast({ message: t('Account created. Log in to finish setting up.') })
      await navigate(modePath('login'), {
        replace: true,
        state: { ...authState, email: body.email } satisfies AuthState,
      })
    } catch (error) {
      const shown = showFieldErrors(error, form, ['fullName', 'email', 'password'])
      // A weak password is no failure, and its field says enough.
      if (!shown || !isAboutPassword(error)) showError(error)
    }
  })

  const field = (name: keyof SignUp, validate?: (value: string) => boolean) => ({
    ...register(name, { required: true, validate, deps: name === 'password' ? ['confirmPassword'] : undefined }),
    required: true,
    error: errors[name]?.message || undefined,
    invalid: Boolean(errors[name]),
    describedBy: errors[name] && problemId,
  })
  const anyMissing = Object.values(errors).some((error) => error.type === 'required')
  const problem = anyMissing ? t(FILL_ALL_TEXT) : errors.confirmPassword && t(PASSWORDS_DIFFER_TEXT)
  return (
    <>
      <FormHead title={t('Open an account')}>{t('It takes about a minute.')}</FormHead>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextField label={t('Full name')} autoComplete="name" {...field('fullName')} />
        <TextField label={t('Email')} type="email" autoComplete="username" {...field('email')} />
        <PasswordField
          label={t('Password')}
          autoComplete="new-password"
          hint={<PasswordStrength password={watch('password')} />}
          {...field('password')}
        />
        <PasswordField
          label={t('Confirm password')}
          autoComplete="new-password"
          {...field('confirmPassword', (value) => value === form.getValues('password'))}
        />
        <FormProblem id={problemId}>{problem}</FormProblem>
        <Button type="submit" size="large" busy={isSubmitting}>
          {isSubmitting ? t('Signing up') : t('Sign up')}
        </Button>
        <p className="border-t border-line pt-5 text-muted">
          <Trans
            text="Already have an account? <0>Log in</0>"
            parts={[
              (children) => (
                <ModeLink mode="login" email={watch('email')}>
                  {children}
                </ModeLink>
              ),
            ]}
          />
        </p>
      </form>
    </>
  )
}
