import { QueryClientProvider } from '@tanstack/react-query'
import type { User } from '#contract/customers/people.ts'
import { queryClient } from '../shared/api/query-client.ts'
import { useSession } from '../shared/api/session.ts'
import type { Content } from '../shared/ui/content.ts'

export type SignedInProps = { children: (user: User) => Content; otherwise?: Content }

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
