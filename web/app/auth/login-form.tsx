import { useId, useState } from 'react'
import type { Text } from '#contract/text.ts'
import { FILL_ALL_TEXT } from '#contract/texts.ts'
import { errorMessage } from '../shared/api/api-error.ts'
import { type LoginChallenge, openSession, signIn } from '../shared/api/session.ts'
import { t } from '../shared/i18n/i18n.ts'
import { Trans } from '../shared/i18n/trans.tsx'
import { institution } from '../shared/institution.ts'
import { SecondFactorStep } from '../shared/session/second-factor-step.tsx'
import { Button } from '../shared/ui/button.tsx'
import { showToast } from '../shared/ui/feedback/toasts.ts'
import { TextField } from '../shared/ui/forms/field.tsx'
import { FormProblem } from '../shared/ui/forms/form-problem.tsx'
import { PasswordField } from '../shared/ui/forms/password-field.tsx'
import { useForm } from '../shared/ui/forms/use-form.ts'
import { DemoLogins } from './demo-logins.tsx'
import { FormHead, ModeLink } from './form-parts.tsx'
import { PasskeyLogin } from './passkey-login.tsx'
import { SlowNote } from './slow-note.tsx'

type Credentials = { email: string; password: string }

type Props = {
  email: string
  /** Runs the log-in, which opens the session, and then navigates. */
  enter: (openSession: () => Promise<void>) => Promise<void>
}

export function LoginForm({ email, enter }: Props) {
  const problemId = useId()
  const { register, handleSubmit, resetField, setValue, watch, formState } = useForm<Credentials>({
    // No default for an empty field: it would overwrite what was typed before hydration.
    defaultValues: email ? { email } : {},
  })
  const { errors, isSubmitting } = formState
  const [challenge, setChallenge] = useState<LoginChallenge | null>(null)
  const [expired, setExpired] = useState<Text>()
  const enterWith = (token: string) => enter(() => openSession(token))

  const submit = handleSubmit(async (credentials) => {
    setExpired(undefined)
    try {
      const response = await signIn(credentials)
      if ('token' in response) await enterWith(response.token)
      else setChallenge(response)
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
  /** The email stays; the password is typed again. */
  const restart = (reason?: Text) => {
    setChallenge(null)
    setExpired(reason)
    resetField('password')
  }
  const problem = errors.email || errors.password ? t(FILL_ALL_TEXT) : expired
  if (challenge)
    return (
      <>
        <FormHead title={t('One more step')}>{t('Your password is right. Now confirm that it’s you.')}</FormHead>
        <SecondFactorStep challenge={challenge} onToken={enterWith} onBack={restart} />
      </>
    )
  return (
    <>
      <FormHead title={t('Welcome back')}>{t('Log in to your account.')}</FormHead>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label={t('Email')}
          type="email"
          enterKeyHint="next"
          autoComplete="username webauthn"
          {...field('email')}
        />
        <PasswordField label={t('Password')} enterKeyHint="go" autoComplete="current-password" {...field('password')} />
        <FormProblem id={problemId}>{problem}</FormProblem>
        <Button type="submit" size="large" busy={isSubmitting}>
          {isSubmitting ? t('Logging in') : t('Log in')}
        </Button>
        <SlowNote isWaiting={isSubmitting} />
        <PasskeyLogin onToken={enterWith} paused={isSubmitting} />
        <p>
          <ModeLink mode="forgot" email={watch('email') ?? ''}>
            {t('Forgot password')}
          </ModeLink>
        </p>
        <SignUpLine email={watch('email') ?? ''} />
        <NeedsScript />
      </form>
      <DemoLogins fillIn={setValue} />
    </>
  )
}

const SignUpLine = ({ email }: { email: string }) => (
  <p className="border-t border-line pt-5 text-muted">
    <Trans
      text="New to {name}? <0>Sign up</0>"
      parts={[
        (children) => (
          <ModeLink mode="sign-up" email={email}>
            {children}
          </ModeLink>
        ),
      ]}
      values={{ name: institution.name }}
    />
  </p>
)

const NeedsScript = () => (
  <p className="js:hidden text-muted">{t('Online banking needs JavaScript. Please turn it on for this site.')}</p>
)
