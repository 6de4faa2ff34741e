import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { login, logout } from '#contract/auth.ts'
import type { getProfile, Profile } from '#contract/people.ts'
import { isSignedOut } from './api-error.ts'
import { readToken, storeToken, useToken, useTokenRejected } from './auth-token.ts'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'nobody' }
  | { state: 'failed'; retry: () => void; retrying: boolean }
  /** `ended`: the bank no longer knows the session, but what was on the screen still is. */
  | ({ state: 'signedIn'; ended: boolean } & Profile)

type Token = string | null | undefined
const keyOf = (token: Token) => ['profile', token] as const
const profileOf = (token: Token) => ({
  queryKey: keyOf(token),
  queryFn: ({ signal }: { signal: AbortSignal }) => call<typeof getProfile>('GET', '/users', { signal }),
})

/** Who is here. One query for the whole application, started by whichever page asks first. */
export function useSession(): Session {
  const token = useToken()
  const ended = useTokenRejected()
  // Another tab may have signed in again: the page stays as it is until it is known who that was.
  const profile = useQuery({
    ...profileOf(token),
    enabled: Boolean(token) && !ended,
    placeholderData: keepPreviousData,
  })
  const { data } = profile

  const overBeforeItBegan = ended && !data
  useEffect(() => {
    if (overBeforeItBegan) storeToken(null)
  }, [overBeforeItBegan])

  if (token === undefined) return { state: 'loading' }
  if (token === null || overBeforeItBegan) return { state: 'nobody' }
  if (data) return { state: 'signedIn', ended, ...data }
  if (profile.isError) return { state: 'failed', retry: () => void profile.refetch(), retrying: profile.isFetching }
  return { state: 'loading' }
}

/** Lets the profile travel while the page's code still does: pages call it before they render. */
export function prefetchProfile() {
  const token = readToken()
  if (token) void queryClient.prefetchQuery(profileOf(token))
}

/** Stores the token and loads the profile, so that the dashboard opens with something to show. */
export async function signIn(credentials: { email: string; password: string }) {
  const { token } = await call<typeof login>('POST', '/auths/login', { body: credentials })
  // Whatever is remembered may be somebody else's.
  queryClient.clear()
  door = '/login'
  storeToken(token)
  // A profile that fails to load is the dashboard's to report: it has the way to retry.
  await queryClient.prefetchQuery(profileOf(token))
}

/** The same person goes on where they were: nothing on the screen is taken down. */
export async function resumeSession(user: Profile['user'], password: string) {
  const { token } = await call<typeof login>('POST', '/auths/login', { body: { email: user.email, password } })
  const profile = queryClient.getQueryData<Profile>(keyOf(readToken()))
  if (profile) queryClient.setQueryData(keyOf(token), profile)
  storeToken(token)
  await queryClient.invalidateQueries()
}

/** Kills the token on the server; when the bank can't be reached, it dies there by itself after 30 idle minutes. */
export async function revokeSession() {
  try {
    await call<typeof logout>('POST', '/auths/logout')
  } catch (error) {
    if (!isSignedOut(error)) console.warn('The session could not be ended on the server.', error)
  }
}

let door = '/login'
/** Where the guard sends people without a session: those who logged out themselves leave by another door. */
export const currentLoginPath = () => door

export function clearSession(leaveBy: '/login' | '/auth') {
  door = leaveBy
  storeToken(null)
  queryClient.clear()
}

/** After something changed the person: balance, PIN, profile. */
export const reloadProfile = () => queryClient.invalidateQueries({ queryKey: keyOf(readToken()) })
/** For calls that answer with the changed person, so that guards see it at once. */
export const setUser = (user: Profile['user']) =>
  queryClient.setQueryData<Profile>(keyOf(readToken()), (profile) => profile && { ...profile, user })
