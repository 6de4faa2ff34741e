import type { passkeyLogin, passkeyOptions } from '#contract/identity/auth.ts'
import type { createPasskey, Passkey, startPasskey } from '#contract/identity/factors.ts'
import type { AuthenticationResponse, RegistrationResponse } from '#contract/identity/webauthn.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../i18n/i18n.ts'
import { origin } from '../institution.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'

/** The library loads on demand: most visits sign nothing. */
const webAuthn = () => import('@simplewebauthn/browser')

type RequestOptions = Parameters<Awaited<ReturnType<typeof webAuthn>>['startAuthentication']>[0]['optionsJSON']
type CreationOptions = Parameters<Awaited<ReturnType<typeof webAuthn>>['startRegistration']>[0]['optionsJSON']

const IP_ADDRESS = /^[\d.]+$|^\[/

/**
 * This page at the address that passkeys are bound to, or null when the browser is there already. Browsers allow no
 * passkeys at IP addresses, which is where a demonstration is often opened.
 */
export function addressForPasskeys(): string | null {
  const { origin: current, protocol, hostname, port, pathname } = window.location
  if (current !== origin) return origin + pathname
  if (IP_ADDRESS.test(hostname)) return `${protocol}//localhost${port && `:${port}`}${pathname}`
  return null
}

export const passkeysSupported = () =>
  typeof window !== 'undefined' && addressForPasskeys() === null && 'PublicKeyCredential' in window

export async function signWithPasskey(options: object, { autofill = false } = {}): Promise<AuthenticationResponse> {
  const { startAuthentication } = await webAuthn()
  const optionsJSON = options as RequestOptions
  // The DOM's types are interfaces, which have no index signature as the contract's have.
  return startAuthentication({
    optionsJSON,
    useBrowserAutofill: autofill,
  }) as Promise<object> as Promise<AuthenticationResponse>
}

const requestOptions = () => call<typeof passkeyOptions>('POST', '/auths/passkey/options')

/** Signs with a passkey of the signed-in user. */
export async function confirmWithPasskey() {
  const { challenge, options } = await requestOptions()
  return { challenge, passkey: await signWithPasskey(options) }
}

/** Signs in with any passkey that the browser has for this site. Returns the session token. */
export async function logInWithPasskey(): Promise<string> {
  const { challenge, options } = await requestOptions()
  return sendSignature(challenge, await signWithPasskey(options))
}

async function sendSignature(challenge: string, response: AuthenticationResponse): Promise<string> {
  return (await call<typeof passkeyLogin>('POST', '/auths/passkey', { body: { challenge, response } })).token
}

/** A challenge expires after five minutes, and the page may stay open for longer. */
const RENEW_AUTOFILL_MS = 4 * 60_000

/** Offers passkeys in the autofill of the email field until one is chosen (a token) or `signal` aborts (null). */
export async function logInWithAutofill(signal: AbortSignal): Promise<string | null> {
  const { browserSupportsWebAuthnAutofill, WebAuthnAbortService } = await webAuthn()
  if (!(await browserSupportsWebAuthnAutofill())) return null
  while (!signal.aborted) {
    const { challenge, options } = await requestOptions()
    if (signal.aborted) break
    const cancel = () => WebAuthnAbortService.cancelCeremony()
    const timer = setTimeout(cancel, RENEW_AUTOFILL_MS)
    signal.addEventListener('abort', cancel)
    try {
      const response = await signWithPasskey(options, { autofill: true })
      return await sendSignature(challenge, response)
    } catch (error) {
      if (!isAborted(error)) throw error
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    }
  }
  return null
}

export async function registerPasskey(name: string): Promise<Passkey> {
  const { challenge, options } = await call<typeof startPasskey>('POST', '/users/factors/passkeys/options')
  const { startRegistration } = await webAuthn()
  const created: object = await startRegistration({ optionsJSON: options as unknown as CreationOptions })
  const response = created as RegistrationResponse
  return call<typeof createPasskey>('POST', '/users/factors/passkeys', { body: { challenge, name, response } })
}

const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError'

/** The user closed the browser's own dialog, or it timed out. */
export const isPasskeyDismissed = (error: unknown) =>
  isAborted(error) || (error instanceof Error && error.name === 'NotAllowedError')

const PROBLEMS = new Map([
  ['NotAllowedError', msg('No passkey was used.')],
  ['AbortError', msg('No passkey was used.')],
  ['InvalidStateError', msg('This device already has a passkey for your account.')],
  ['NotSupportedError', msg('This device can’t create a passkey. Try another device.')],
  ['ConstraintError', msg('Set up a screen lock on this device first, then try again.')],
  ['SecurityError', msg('Passkeys don’t work at this address.')],
])

/** In plain words why the browser or the bank took no passkey. */
export function passkeyProblem(error: unknown): Text {
  if (error instanceof ApiError) return error.message
  return t(PROBLEMS.get(error instanceof Error ? error.name : '') ?? msg('Passkeys don’t work in this browser.'))
}
