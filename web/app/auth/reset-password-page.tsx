import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import type { resetPassword } from '#contract/auth.ts'
import { FILL_ALL_TEXT, PASSWORDS_DIFFER_TEXT } from '#contract/texts.ts'
import { errorMessage } from '../shared/api/api-error.ts'
import { storeToken } from '../shared/api/auth-token.ts'
import { call } from '../shared/api/call.ts'
import { Button, ButtonLink } from '../shared/ui/button.tsx'
import { FormProblem } from '../shared/ui/form-problem.tsx'
import { privateMeta } from '../shared/ui/page-meta.ts'
import { PasswordField } from '../shared/ui/password-field.tsx'
import { PasswordStrength } from '../shared/ui/password-strength.tsx'
import { showToast } from '../shared/ui/toasts.ts'
import { useHydrated } from '../shared/ui/use-hydrated.ts'
import { FormHead } from './form-parts.tsx'

export const meta = () => privateMeta('Set a new password')

/** The token is in the URL fragment, which browsers never send: it can't end up in a server log or a referrer. */
function useLinkToken(): string | null {
  const { hash } = useLocation()
  return new URLSearchParams(hash.slice(1)).get('token')
}

export default function ResetPasswordPage() {
  const token = useLinkToken()
  // The page is prerendered without a fragment; only the browser knows whether there is a token.
  if (useHydrated() && !token) return <NoLink />
  return <NewPasswordForm token={token ?? ''} />
}

function NoLink() {
  return (
    <>
      <FormHead title="This link is incomplete">
        Open the full link from our email. If it has expired, request a new one.
      </FormHead>
      <ButtonLink to="/login?mode=forgot" size="large">
        Request a new link
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
      showToast({ message: 'Password changed. Please log in.' })
      await navigate('/login', { replace: true })
    } catch (error) {
      showToast({ message: errorMessage(error), error: true })
    }
  })

  const field = (name: 'password' | 'confirmPassword', validate?: (value: string) => boolean) => ({
    ...form.register(name, { required: true, validate }),
    required: true,
    invalid: Boolean(errors[name]),
    describedBy: errors[name] && problemId,
  })
  const anyMissing = Object.values(errors).some((error) => error.type === 'required')
  const problem = anyMissing ? FILL_ALL_TEXT : errors.confirmPassword && PASSWORDS_DIFFER_TEXT
  return (
    <>
      <FormHead title="Set a new password">You’ll be logged out on all your devices.</FormHead>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={<PasswordStrength password={form.watch('password')} />}
          {...field('password')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...field('confirmPassword', (value) => value === form.getValues('password'))}
        />
        <FormProblem id={problemId}>{problem}</FormProblem>
        <Button type="submit" size="large" busy={isSubmitting}>
          {isSubmitting ? 'Saving' : 'Set new password'}
        </Button>
      </form>
    </>
  )
}
