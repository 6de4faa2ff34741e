import { forgotPassword as forgot, login, logout, register, resetPassword as reset } from '#contract/auth.ts'
import { RESET_REQUESTED_TEXT } from '#contract/texts.ts'
import type { Passwords } from '../../crypto/passwords.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { endSession } from '../../sessions/end-session.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { forgotPassword } from './forgot-password.ts'
import { logIn } from './log-in.ts'
import { registerPerson } from './register-person.ts'
import { resetPassword } from './reset-password.ts'

type AuthDeps = Pick<Deps, 'sql' | 'keys' | 'config'>

export function authRoutes({ sql, keys, config }: AuthDeps, sessions: Sessions, passwords: Passwords): Route[] {
  return [
    route(register, ({ body, at }) =>
      registerPerson(sql, passwords, { ...body, status: config.registrationStatus, at }),
    ),
    route(login, async ({ body, at, request }) => {
      const origin = { userAgent: request.headers['user-agent'] ?? '', address: request.ip }
      const { token, personId } = await logIn(sql, passwords, { ...body, ...origin, at })
      request.log.info({ person: personId }, 'signed in')
      return { token }
    }),
    route(logout, async ({ session, at }) => {
      await endSession(sql, session.tokenHash, at)
      sessions.forget(session.tokenHash)
    }),
    route(forgot, async ({ body, at }) => {
      await forgotPassword(sql, body.email, at)
      return { message: RESET_REQUESTED_TEXT }
    }),
    route(reset, async ({ body, at, request }) => {
      const personId = await resetPassword(sql, keys, passwords, { ...body, at })
      sessions.forgetPerson(personId)
      request.log.info({ person: personId }, 'password reset')
    }),
  ]
}
