import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Profile } from '#contract/customers/people.ts'
import { settleConfirmation, useConfirmationPending } from '../api/confirmation.ts'
import { queryClient } from '../api/query-client.ts'
import { currentLoginPath, useSession } from '../api/session.ts'
import { t } from '../i18n/i18n.ts'
import { localPath } from '../i18n/local-path.ts'
import { usePersonLocale } from '../i18n/person-locale.ts'
import { Button } from '../ui/button.tsx'
import type { Content } from '../ui/content.ts'
import { PageSpinner } from '../ui/feedback/spinner.tsx'
import { useLogOut } from './use-log-out.ts'

// Rarely needed, so its code loads on demand.
const SessionEndedDialog = lazy(() =>
  import('./session-ended-dialog.tsx').then((module) => ({ default: module.SessionEndedDialog })),
)

const ConfirmDialog = lazy(() => import('../confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

type Props = {
  children: (profile: Profile) => Content
  /** Where to redirect without a session. */
  redirectTo?: string
}

/** A page that requires a session: a spinner while the profile loads, a redirect without a session. */
export function SessionGate(props: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <Gate {...props} />
    </QueryClientProvider>
  )
}

function Gate({ children, redirectTo = currentLoginPath() }: Props) {
  const session = useSession()
  // The profile arrives at once for all of the page. Deferred, React renders the page in parts and answers taps in between.
  const shown = useDeferredValue(session.state === 'signedIn', false)
  const { pathname, search, hash } = useLocation()
  if (session.state === 'loading' || (session.state === 'signedIn' && !shown)) return <PageSpinner />
  // After logging in, the customer returns to this page; not after logging out, which leads to /auth.
  if (session.state === 'signedOut')
    return (
      <Navigate
        to={localPath(redirectTo)}
        replace
        state={redirectTo === '/login' ? { from: pathname + search + hash } : undefined}
      />
    )
  if (session.state === 'failed') return <ProfileFailure onRetry={session.retry} retrying={session.retrying} />
  return <SignedIn {...session}>{children}</SignedIn>
}

function SignedIn({ user, stats, ended, children }: Profile & { ended: boolean } & Pick<Props, 'children'>) {
  const initialUserId = useRef(user._id)
  const otherUser = initialUserId.current !== user._id
  useEffect(() => {
    // Another user logged in from another tab: reload, so that no data of the previous user remains.
    if (otherUser) window.location.reload()
  }, [otherUser])
  const inOtherLanguage = usePersonLocale(user.locale)
  const confirming = useConfirmationPending()
  // Leaving the signed-in pages cancels a call that waits for the dialog.
  useEffect(() => () => settleConfirmation(false), [])
  if (otherUser || inOtherLanguage) return <PageSpinner />
  return (
    <>
      {children({ user, stats })}
      {ended && (
        <Suspense>
          <SessionEndedDialog user={user} />
        </Suspense>
      )}
      {confirming && !ended && (
        <Suspense>
          <ConfirmDialog user={user} />
        </Suspense>
      )}
    </>
  )
}

function ProfileFailure({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  const { logOut, loggingOut } = useLogOut()
  // With a copy of the last visit the page opens with it, and says so.
  useEffect(() => {
    void import('../offline/snapshot.ts').then(({ restoreSnapshot }) => restoreSnapshot())
  }, [])
  return (
    <main className="measure grid min-h-[80dvh] place-content-center justify-items-center gap-5 py-16 text-center">
      <h1 role="alert" className="display text-4xl">
        {t('Failed to fetch user profile')}
      </h1>
      <p className="max-w-md text-muted">
        {t('We couldn’t reach the bank. Your money is safe. Please try again in a moment.')}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={onRetry} busy={retrying}>
          {retrying ? t('Trying again') : t('Try again')}
        </Button>
        <Button variant="secondary" onClick={logOut} busy={loggingOut}>
          {t('Log out')}
        </Button>
      </div>
    </main>
  )
}
