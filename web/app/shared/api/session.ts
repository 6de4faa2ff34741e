import { useQuery } from '@tanstack/react-query'
import type { login, logout } from '#contract/auth.ts'
import type { getProfile, Profile } from '#contract/people.ts'
import { isSignedOut } from './api-error.ts'
import { keepToken, readToken, useToken } from './auth-token.ts'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'nobody' }
  | { state: 'failed'; retry: () => void; retrying: boolean }
  | ({ state: 'signedIn' } & Profile)

const profileOf = (token: string | null | undefined) => ({
  queryKey: ['profile', token],
  queryFn: ({ signal }: { signal: AbortSignal }) => call<typeof getProfile>('GET', '/users', { signal }),
})

/** Who is here. One query for the whole application, started by whichever page asks first. */
export function useSession(): Session {
  const token = useToken()
  const profile = useQuery({ ...profileOf(token), enabled: Boolean(token) })

  if (token === undefined) return { state: 'loading' }
  if (token === null || isSignedOut(profile.error)) return { state: 'nobody' }
  if (profile.data) return { state: 'signedIn', ...profile.data }
  if (profile.isError) return { state: 'failed', retry: () => void profile.refetch(), retrying: profile.isFetching }
  return { state: 'loading' }
}

/** Stores the token and loads the profile, so that the dashboard opens with something to show. */
export async function signIn(credentials: { email: string; password: string }) {
  const { token } = await call<typeof login>('POST', '/auths/login', { body: credentials })
  keepToken(token)
  // A profile that fails to load is the dashboard's to report: it has the way to retry.
  await queryClient.prefetchQuery(profileOf(token))
}

/** Kills the token on the server; when the bank can't be reached, it dies there by itself after 30 idle minutes. */
export async function revokeSession() {
  try {
    await call<typeof logout>('POST', '/auths/logout')
  } catch (error) {
    if (!isSignedOut(error)) console.warn('The session could not be ended on the server.', error)
  }
}

export function forgetSession() {
  keepToken(null)
  queryClient.clear()
}

/** After something changed the person: balance, PIN, profile. */
export const reloadProfile = () => queryClient.invalidateQueries({ queryKey: ['profile', readToken()] })
/** For calls that answer with the changed person, so that guards see it at once. */
export const keepUser = (user: Profile['user']) =>
  queryClient.setQueryData<Profile>(['profile', readToken()], (profile) => profile && { ...profile, user })
