import { lazy, type ReactNode, Suspense } from 'react'
import type { User } from '#contract/people.ts'
import { useToken } from '../shared/api/auth-token.ts'

// Most visitors have no session; only those who have one pay for the code that loads it.
const SignedIn = lazy(() => import('./signed-in.tsx').then((module) => ({ default: module.SignedIn })))

export type WhenSignedInProps = { children: (user: User) => ReactNode; otherwise?: ReactNode }

/** Public pages are for everybody: a profile that fails to load leaves a visitor a visitor, without a word. */
export function WhenSignedIn({ children, otherwise = null }: WhenSignedInProps) {
  const token = useToken()
  if (!token) return otherwise
  return (
    <Suspense fallback={otherwise}>
      <SignedIn otherwise={otherwise}>{children}</SignedIn>
    </Suspense>
  )
}
