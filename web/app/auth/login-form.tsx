import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { FILL_ALL_TEXT } from '#contract/texts.ts'
import { errorMessage } from '../shared/api/api-error.ts'
import { signIn } from '../shared/api/session.ts'
import { institution } from '../shared/institution.ts'
import { Button } from '../shared/ui/button.tsx'
import { TextField } from '../shared/ui/field.tsx'
import { FormProblem } from '../shared/ui/form-problem.tsx'
import { PasswordField } from '../shared/ui/password-field.tsx'
import { showToast } from '../shared/ui/toasts.ts'
import { FormHead, ModeLink } from './form-parts.tsx'

type Credentials = { email: string; password: string }

export function LoginForm({ email, destination }: { email: string; destination: string }) {
  const problemId = useId()
  const navigate = useNavigate()
  const { register, handleSubmit, watch, formState } = useForm<Credentials>({
    // No default for an empty field: it would overwrite what was typed before hydration.
    defaultValues: email ? { email } : {},
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (credentials) => {
    try {
      await signIn(credentials)
      await navigate(destination)
    } catch (error) {
      showToast({ message: errorMessage(error), error: true })
    }
  })

  const field = (name: 'email' | 'password') => ({
    ...register(name, { required: true }),
    required: true,
    invalid: Boolean(errors[name]),
    describedBy: errors[name] && problemId,
  })
  const problem = errors.email || errors.password ? FILL_ALL_TEXT : undefined
  return (
    <>
      <FormHead title="Welcome back">Log in to your account.</FormHead>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        <FormProblem id={problemId}>{problem}</FormProblem>
        <Button type="submit" size="large" busy={isSubmitting}>
          {isSubmitting ? 'Logging in' : 'Log in'}
        </Button>
        <p>
          <ModeLink mode="forgot" email={watch('email') ?? ''}>
            Forgot password
          </ModeLink>
        </p>
        <p className="border-t border-line pt-5 text-muted">
          New to {institution.name}?{' '}
          <ModeLink mode="sign-up" email={watch('email') ?? ''}>
            Sign up
          </ModeLink>
        </p>
        <NeedsScript />
      </form>
    </>
  )
}

const NeedsScript = () => (
  <p className="js:hidden text-muted">Online banking needs JavaScript. Please turn it on for this site.</p>
)
