import { Navigate, useLocation } from 'react-router'
import { useSession } from '../shared/api/session.ts'
import { privateMeta } from '../shared/ui/page-meta.ts'
import { useHydrated } from '../shared/ui/use-hydrated.ts'
import { ForgotForm } from './forgot-form.tsx'
import { LoginForm } from './login-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export const meta = () => privateMeta('Sign in')

/**
 * /login and /auth show the same screen. The mode lives in the address, so that 'Get Started' can open sign-up and the
 * back button works; a typed e-mail travels along when the mode changes.
 */
export default function AuthPage() {
  const { pathname, search, state } = useLocation()
  // The prerendered page is the login form; the address is read once it may differ.
  const mode = useHydrated() ? new URLSearchParams(search).get('mode') : null
  const email = (state as { email?: string } | null)?.email ?? ''
  const session = useSession()
  // Not at /auth: people arrive there while their session is being forgotten.
  if (session.state === 'signedIn' && pathname === '/login') return <Navigate to="/dashboard" replace />

  if (mode === 'sign-up') return <SignUpForm email={email} />
  if (mode === 'forgot') return <ForgotForm email={email} />
  return <LoginForm email={email} />
}
