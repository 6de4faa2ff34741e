import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { pageOfPath } from '#contract/locales.ts'
import { useSession } from '../shared/api/session.ts'
import { t } from '../shared/i18n/i18n.ts'
import { useHydrated } from '../shared/ui/loading/use-hydrated.ts'
import { privateMeta } from '../shared/ui/page/page-meta.ts'
import { ForgotForm } from './forgot-form.tsx'
import { useAuthState } from './form-parts.tsx'
import { LoginForm } from './login-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export const meta = () => privateMeta(t('Log in'))

/**
 * /login and /auth show the same screen. The mode is a query parameter, so that 'Get Started' can link to sign-up and
 * the back button works. The typed email address is kept when the mode changes.
 */
export default function AuthPage() {
  const { pathname, search } = useLocation()
  // The prerendered HTML is the log-in form, so the query is ignored until the page is hydrated.
  const mode = useHydrated() ? new URLSearchParams(search).get('mode') : null
  const { email = '', from = '/dashboard' } = useAuthState()
  const session = useSession()
  const navigate = useNavigate()
  const [entering, setEntering] = useState(false)
  /** The log-in navigates once: the redirect below would interrupt it, and the two could take turns at loading the page. */
  const enter = async (openSession: () => Promise<void>) => {
    setEntering(true)
    try {
      await openSession()
      await navigate(from, { replace: true })
    } finally {
      setEntering(false)
    }
  }
  // Not at /auth: logging out leads there before the session is cleared.
  if (session.state === 'signedIn' && pageOfPath(pathname) === '/login' && !entering)
    return <Navigate to={from} replace />

  if (mode === 'sign-up') return <SignUpForm email={email} />
  if (mode === 'forgot') return <ForgotForm email={email} />
  return <LoginForm email={email} enter={enter} />
}
