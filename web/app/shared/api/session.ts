import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { getProfile, Profile } from '#contract/customers/people.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { login, logout } from '#contract/identity/auth.ts'
import { ApiError, isSignedOut } from './api-error.ts'
import { readToken, storeToken, useToken, useTokenRejected } from './auth-token.ts'
import { call } from './call.ts'
import { settleConfirmation } from './confirmation.ts'
import { queryClient, showChanged } from './query-client.ts'

export type Session =
  | { state: 'loading' }
  | { state: 'signedOut' }
  | { state: 'failed'; retry: () => void; retrying: boolean }
  /** `ended`: the server has ended the session, and the page is still shown. */
  | ({ state: 'signedIn'; ended: boolean } & Profile)

type Token = string | null | undefined
const profileKey = (token: Token) => ['profile', token] as const
const profileQuery = (token: Token) => ({
  queryKey: profileKey(token),
  queryFn: ({ signal }: { signal: AbortSignal }) => call<typeof getProfile>('GET', '/users', { signal }),
})

/** The session and its profile: one query for the whole application. */
export function useSession(): Session {
  const token = useToken()
  const ended = useTokenRejected()
  // Another tab may have logged in again: the page stays until the new profile is known.
  const profile = useQuery({
    ...profileQuery(token),
    enabled: Boolean(token) && !ended,
    placeholderData: keepPreviousData,
  })
  const { data } = profile

  const endedWithoutProfile = ended && !data
  useEffect(() => {
    if (endedWithoutProfile) storeToken(null)
  }, [endedWithoutProfile])

  if (token === undefined) return { state: 'loading' }
  if (token === null || endedWithoutProfile) return { state: 'signedOut' }
  if (data) return { state: 'signedIn', ended, ...data }
  if (profile.isError) return { state: 'failed', retry: () => void profile.refetch(), retrying: profile.isFetching }
  return { state: 'loading' }
}

/** When the profile was last loaded, and whether the last try got no response. */
export function useProfileState(): { loadedAt: Date; unreachable: boolean } {
  const { dataUpdatedAt, error } = useQuery({ ...profileQuery(useToken()), enabled: false })
  return { loadedAt: new Date(dataUpdatedAt), unreachable: error instanceof ApiError && error.status === 0 }
}

/** Called before a page renders, so that the profile loads in parallel with the page's code. */
export function prefetchProfile() {
  const token = readToken()
  if (token) void queryClient.prefetchQuery(profileQuery(token))
}

export type LoginChallenge = Exclude<ResponseBody<typeof login>, { token: string }>

/** A token for `openSession`, or the challenge of a user with a second factor. */
export const signIn = (credentials: { email: string; password: string }): Promise<ResponseBody<typeof login>> =>
  call<typeof login>('POST', '/auths/login', { body: credentials })

/** A slow profile must not hold up the log-in: the dashboard has a spinner, and a retry if loading fails. */
const PROFILE_WAIT_MS = 2_000

/** Stores the token and loads the profile, so that the dashboard mostly opens without a spinner. */
export async function openSession(token: string) {
  // Cached data may belong to another user.
  queryClient.clear()
  loginPath = '/login'
  storeToken(token)
  const waited = new Promise((resolve) => setTimeout(resolve, PROFILE_WAIT_MS))
  await Promise.race([queryClient.prefetchQuery(profileQuery(token)), waited])
}

/** Logs the user in again, or returns the challenge for a second factor. */
export async function resumeSession(user: Profile['user'], password: string): Promise<LoginChallenge | null> {
  const response = await call<typeof login>('POST', '/auths/login', { body: { email: user.email, password } })
  if (!('token' in response)) return response
  await replaceToken(response.token)
  return null
}

/** Continues with a new token of the same user; the page stays mounted. */
export async function replaceToken(token: string) {
  const profile = queryClient.getQueryData<Profile>(profileKey(readToken()))
  if (profile) queryClient.setQueryData(profileKey(token), profile)
  storeToken(token)
  // Logging in confirms as well: a call that waited for the dialog continues.
  settleConfirmation(true)
  await queryClient.invalidateQueries()
}

/** Ends the session on the server. If that fails, the session expires there after 30 idle minutes. */
export async function revokeSession() {
  try {
    await call<typeof logout>('POST', '/auths/logout')
  } catch (error) {
    if (!isSignedOut(error)) console.warn('The session could not be ended on the server.', error)
  }
}

let loginPath = '/login'
/** Where the guard redirects without a session: /login, or /auth after logging out. */
export const currentLoginPath = () => loginPath

export function clearSession(redirectTo: '/login' | '/auth') {
  loginPath = redirectTo
  storeToken(null)
  queryClient.clear()
}

/** After a change of the balance, PIN or profile. */
export const reloadProfile = () => queryClient.invalidateQueries({ queryKey: profileKey(readToken()) })
/** For calls that respond with the changed user, so that guards see the change at once. */
export const setUser = (user: Profile['user']) =>
  void showChanged<Profile>(profileKey(readToken()), (profile) => profile && { ...profile, user })
