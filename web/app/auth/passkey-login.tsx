import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../shared/api/api-error.ts'
import {
  isPasskeyDismissed,
  logInWithAutofill,
  logInWithPasskey,
  passkeyProblem,
  passkeysSupported,
} from '../shared/api/passkeys.ts'
import { t } from '../shared/i18n/i18n.ts'
import { PasskeysUnavailable } from '../shared/session/passkeys-unavailable.tsx'
import { Button } from '../shared/ui/button.tsx'
import { showToast } from '../shared/ui/feedback/toasts.ts'
import { useHydrated } from '../shared/ui/loading/use-hydrated.ts'

type OnToken = (token: string) => Promise<void>

/** Offers passkeys in the email field's autofill (conditional UI), and by a button. `paused` while the password is sent. */
export function PasskeyLogin({ onToken, paused }: { onToken: OnToken; paused: boolean }) {
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  // The prerendered page has the button too, so that the form does not move when it hydrates.
  const supported = !hydrated || passkeysSupported()
  useAutofill(hydrated && supported && !busy && !paused, onToken)
  if (!supported) return <PasskeysUnavailable />

  async function logIn() {
    setBusy(true)
    try {
      await onToken(await logInWithPasskey())
    } catch (error) {
      showToast({ message: passkeyProblem(error), error: !isPasskeyDismissed(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="secondary" size="large" busy={busy} disabled={paused} onClick={logIn}>
      {!busy && <KeyRound aria-hidden className="size-5" />}
      {t('Use a passkey')}
    </Button>
  )
}

function useAutofill(enabled: boolean, onToken: OnToken) {
  const latestOnToken = useRef(onToken)
  latestOnToken.current = onToken
  // One request for as long as the form is shown; a browser allows one at a time.
  useEffect(() => {
    if (!enabled) return
    const leave = new AbortController()
    logInWithAutofill(leave.signal)
      .then(async (token) => {
        if (token !== null && !leave.signal.aborted) await latestOnToken.current(token)
      })
      .catch((error: unknown) => {
        // The user chose a passkey and the bank refused it; other failures only mean that nothing is offered.
        if (error instanceof ApiError && error.status === 401) showToast({ message: error.message, error: true })
      })
    return () => leave.abort()
  }, [enabled])
}
