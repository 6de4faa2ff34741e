import { Dialog } from '@base-ui/react/dialog'
import { KeyRound } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { getProfile, User } from '#contract/customers/people.ts'
import type { Text } from '#contract/text.ts'
import { errorMessage } from '../api/api-error.ts'
import { storeToken } from '../api/auth-token.ts'
import { call } from '../api/call.ts'
import { isPasskeyDismissed, logInWithPasskey, passkeyProblem, passkeysSupported } from '../api/passkeys.ts'
import { type LoginChallenge, replaceToken, resumeSession } from '../api/session.ts'
import { t } from '../i18n/i18n.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { useForm } from '../ui/forms/use-form.ts'
import { SecondFactorStep } from './second-factor-step.tsx'
import { useLogOut } from './use-log-out.ts'

/** Shown over the page when the session ends, so that a half-filled form behind it is not lost. */
export function SessionEndedDialog({ user }: { user: User }) {
  const field = useRef<HTMLInputElement | null>(null)
  const [challenge, setChallenge] = useState<LoginChallenge | null>(null)
  const [expired, setExpired] = useState<Text>()
  const restart = (reason?: Text) => {
    setChallenge(null)
    setExpired(reason)
  }
  return (
    <Dialog.Root open disablePointerDismissal>
      <Dialog.Portal>
        {/* Opaque: amounts must not stay readable after the session has ended. */}
        <Dialog.Backdrop data-testid="session-ended-backdrop" className="fixed inset-0 z-45 bg-paper" />
        <Dialog.Viewport className="fixed inset-0 z-45 grid grid-cols-1 grid-rows-[minmax(var(--toasts),1fr)_auto_minmax(1.25rem,1fr)] overflow-y-auto px-5">
          <Dialog.Popup
            initialFocus={field}
            className="row-start-2 w-full max-w-md justify-self-center rounded-3xl border border-line bg-surface p-7 shadow-lifted outline-none motion-safe:animate-lift"
          >
            <Dialog.Title className="display text-3xl">{t('Your session has ended')}</Dialog.Title>
            <Dialog.Description className="mt-2 mb-6 text-muted">
              {t('Log in again to continue where you left off. Nothing on this page is lost.')}
            </Dialog.Description>
            {challenge ? (
              <SecondFactorStep challenge={challenge} onToken={replaceToken} onBack={restart} />
            ) : (
              <PasswordStep user={user} field={field} initialProblem={expired} onChallenge={setChallenge} />
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type PasswordStepProps = {
  user: User
  field: { current: HTMLInputElement | null }
  initialProblem: Text | undefined
  onChallenge: (challenge: LoginChallenge | null) => void
}

function PasswordStep({ user, field, initialProblem, onChallenge }: PasswordStepProps) {
  const problemId = useId()
  const [problem, setProblem] = useState(initialProblem)
  const { logOut, loggingOut } = useLogOut()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })
  const { ref, ...password } = register('password', { onChange: () => setProblem(undefined) })

  const submit = handleSubmit(async ({ password }) => {
    try {
      onChallenge(await resumeSession(user, password))
    } catch (error) {
      setProblem(errorMessage(error))
      field.current?.select()
    }
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <p className="min-w-0">
        <span className="block text-[0.9375rem] font-medium">{t('Email')}</span>
        <span className="block truncate text-muted">{user.email}</span>
      </p>
      {/* Password managers need a user name beside the password. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        label={t('Password')}
        autoComplete="current-password"
        required
        invalid={Boolean(problem)}
        describedBy={problem && problemId}
        ref={(input: HTMLInputElement | null) => {
          ref(input)
          field.current = input
        }}
        {...password}
      />
      <p role="alert" id={problemId} className="text-[0.9375rem] font-medium text-negative empty:sr-only">
        {problem}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={formState.isSubmitting}>
          {formState.isSubmitting ? t('Logging in') : t('Log in')}
        </Button>
        {passkeysSupported() && <PasskeyButton user={user} onProblem={setProblem} />}
        <Button variant="quiet" onClick={logOut} busy={loggingOut}>
          {t('Log out')}
        </Button>
      </div>
    </form>
  )
}

type PasskeyButtonProps = { user: User; onProblem: (problem: Text | undefined) => void }

function PasskeyButton({ user, onProblem }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false)
  const logIn = async () => {
    setBusy(true)
    onProblem(undefined)
    try {
      await continueWith(await logInWithPasskey(), user)
    } catch (error) {
      if (!isPasskeyDismissed(error)) onProblem(passkeyProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="secondary" busy={busy} onClick={logIn}>
      {!busy && <KeyRound aria-hidden className="size-4.5" />}
      {t('Use a passkey')}
    </Button>
  )
}

/** A passkey names its person itself. Another one's log-in starts again: what is typed on this page is not theirs. */
async function continueWith(token: string, user: User) {
  const profile = await call<typeof getProfile>('GET', '/users', { token })
  if (profile.user._id === user._id) return replaceToken(token)
  storeToken(token)
  window.location.assign('/dashboard')
}
