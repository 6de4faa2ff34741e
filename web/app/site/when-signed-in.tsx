import { lazy, Suspense } from 'react'
import { useToken } from '../shared/api/auth-token.ts'
import type { SignedInProps } from './signed-in.tsx'

// Loaded only for visitors with a session token: most have none.
const SignedIn = lazy(() => import('./signed-in.tsx').then((module) => ({ default: module.SignedIn })))

/** If the profile fails to load, a public page silently treats the customer as a visitor. */
export function WhenSignedIn({ children, otherwise = null }: SignedInProps) {
  const token = useToken()
  if (!token) return otherwise
  return (
    <Suspense fallback={otherwise}>
      <SignedIn otherwise={otherwise}>{children}</SignedIn>
    </Suspense>
  )
}
