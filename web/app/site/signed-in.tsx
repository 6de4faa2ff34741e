import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from '../shared/api/query-client.ts'
import { useSession } from '../shared/api/session.ts'
import type { WhenSignedInProps } from './when-signed-in.tsx'

export function SignedIn(props: WhenSignedInProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <ProfileGate {...props} />
    </QueryClientProvider>
  )
}

function ProfileGate({ children, otherwise }: WhenSignedInProps) {
  const session = useSession()
  return session.state === 'signedIn' ? children(session.user) : otherwise
}
