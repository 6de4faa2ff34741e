import {
  confirmSession as confirm,
  forgotPassword as forgot,
  login,
  logout,
  passkeyLogin,
  passkeyOptions,
  register,
  resetPassword as reset,
  secureAccount as secure,
  verifyLogin as verify,
} from '#contract/identity/auth.ts'
import { RESET_REQUESTED_TEXT } from '#contract/texts.ts'
import { endSession } from '../../access/end-session.ts'
import type { Sessions } from '../../access/sessions.ts'
import { requireOffered } from '../../customers/require-offered.ts'
import { bearerToken } from '../../http/bearer-token.ts'
import type { Deps } from '../../http/deps.ts'
import { createDeviceCookie } from '../../http/device-cookie.ts'
import { disconnectSignal } from '../../http/disconnect-signal.ts'
import { type Route, route } from '../../http/route.ts'
import { visitorLocale } from '../../http/visitor-locale.ts'
import type { Passwords } from '../../platform/crypto/passwords.ts'
import { relyingParty } from '../relying-party.ts'
import { createSecretRules } from '../secret-rules.ts'
import { confirmSession } from './confirm-session.ts'
import { forgotPassword } from './forgot-password.ts'
import { logIn } from './log-in.ts'
import { logInWithPasskey, offerPasskeyChallenge } from './log-in-with-passkey.ts'
import { registerPerson } from './register-person.ts'
import { resetPassword } from './reset-password.ts'
import { secureAccount } from './secure-account.ts'
import { verifyLogin } from './verify-login.ts'

type AuthDeps = Pick<Deps, 'sql' | 'keys' | 'config'>

export function authRoutes(deps: AuthDeps, sessions: Sessions, passwords: Passwords): Route[] {
  return [...signInRoutes(deps, sessions, passwords), ...passwordRoutes(deps, sessions, passwords)]
}

function signInRoutes({ sql, keys, config }: AuthDeps, sessions: Sessions, passwords: Passwords): Route[] {
  const party = relyingParty(config)
  const rules = createSecretRules(config)
  const devices = createDeviceCookie(keys, config)
  return [
    route(register, async ({ body, at, request, reply }) => {
      const origin = devices.originOf(request, at)
      const { deviceId } = origin
      const { registrationStatus: status } = config
      if (body.locale) requireOffered(body.locale, config)
      const locale = body.locale ?? visitorLocale(request, config.locales)
      const registration = { ...body, status, deviceId, locale, at, signal: disconnectSignal(reply) }
      const user = await registerPerson(sql, passwords, rules, registration)
      devices.set(reply, origin, at)
      return user
    }),
    route(login, async ({ body, at, request, reply }) => {
      const origin = devices.originOf(request, at)
      const attempt = { ...body, origin, at, signal: disconnectSignal(reply) }
      const { personId, response } = await logIn(sql, passwords, party, attempt)
      if ('token' in response) devices.set(reply, origin, at)
      request.log.info({ person: personId }, 'token' in response ? 'signed in' : 'second factor requested')
      return response
    }),
    route(verify, async ({ body, at, request, reply }) => {
      const { challenge, ...input } = body
      const origin = devices.originOf(request, at)
      const { token, personId } = await verifyLogin(sql, keys, party, { challenge, input, origin, at })
      devices.set(reply, origin, at)
      request.log.info({ person: personId }, 'signed in')
      return { token }
    }),
    route(passkeyOptions, async ({ at, request }) => {
      const session = await sessions.authenticate(bearerToken(request))
      return offerPasskeyChallenge(sql, party, session?.personId ?? null, at)
    }),
    route(passkeyLogin, async ({ body, at, request, reply }) => {
      const origin = devices.originOf(request, at)
      const login = { challenge: body.challenge, response: body.response, origin, at }
      const { token, personId } = await logInWithPasskey(sql, party, login)
      devices.set(reply, origin, at)
      request.log.info({ person: personId }, 'signed in')
      return { token }
    }),
    route(confirm, async ({ session, body, at, reply }) => {
      await confirmSession({ sql, keys, party, passwords, signal: disconnectSignal(reply) }, session, body, at)
      sessions.forget(session.tokenHash)
    }),
    route(logout, async ({ session, at }) => {
      await endSession(sql, session.tokenHash, at)
      sessions.forget(session.tokenHash)
    }),
  ]
}

function passwordRoutes({ sql, keys, config }: AuthDeps, sessions: Sessions, passwords: Passwords): Route[] {
  const rules = createSecretRules(config)
  const devices = createDeviceCookie(keys, config)
  return [
    route(forgot, async ({ body, at }) => {
      await forgotPassword(sql, body.email, at)
      return { message: RESET_REQUESTED_TEXT }
    }),
    route(reset, async ({ body, at, request, reply }) => {
      const change = { ...body, origin: devices.originOf(request, at), at, signal: disconnectSignal(reply) }
      const personId = await resetPassword(sql, keys, passwords, rules, change)
      sessions.forgetPerson(personId)
      request.log.info({ person: personId }, 'password reset')
    }),
    route(secure, async ({ body, at, requestId, request }) => {
      const { personId, resetToken } = await secureAccount({ sql, keys }, body.token, { at, requestId })
      sessions.forgetPerson(personId)
      request.log.warn({ person: personId }, 'sign-in disowned, account secured')
      return { resetToken }
    }),
  ]
}
