import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { User } from '#contract/customers/people.ts'
import { queryClient } from '../shared/api/query-client.ts'
import { useSession } from '../shared/api/session.ts'

export type SignedInProps = { children: (user: User) => ReactNode; otherwise?: ReactNode }

export function SignedIn(props: SignedInProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <ProfileGate {...props} />
    </QueryClientProvider>
  )
}

function ProfileGate({ children, otherwise }: SignedInProps) {
  const session = useSession()
  return session.state === 'signedIn' ? children(session.user) : otherwise
}
