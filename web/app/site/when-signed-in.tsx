import { lazy, type ReactNode, Suspense } from 'react'
import type { User } from '#contract/people.ts'
import { useToken } from '../shared/api/auth-token.ts'

// Loaded only for visitors with a session token: most have none.
const SignedIn = lazy(() => import('./signed-in.tsx').then((module) => ({ default: module.SignedIn })))

export type WhenSignedInProps = { children: (user: User) => ReactNode; otherwise?: ReactNode }

/** If the profile fails to load, a public page silently treats the customer as a visitor. */
export function WhenSignedIn({ children, otherwise = null }: WhenSignedInProps) {
  const token = useToken()
  if (!token) return otherwise
  return (
    <Suspense fallback={otherwise}>
      <SignedIn otherwise={otherwise}>{children}</SignedIn>
    </Suspense>
  )
}
