import { login, logout, register } from '#contract/auth.ts'
import type { Deps } from '../../deps.ts'
import { type Route, route } from '../../http/route.ts'
import { endSession, type Sessions } from '../../http/sessions.ts'
import { createPasswords } from '../../passwords.ts'
import { logIn } from './log-in.ts'
import { registerPerson } from './register-person.ts'

type AuthDeps = Pick<Deps, 'sql' | 'keys' | 'config'>

export function authRoutes({ sql, keys, config }: AuthDeps, sessions: Sessions): Route[] {
  const passwords = createPasswords(keys)
  return [
    route(register, ({ body, at }) =>
      registerPerson(sql, passwords, { ...body, status: config.registrationStatus, at }),
    ),
    route(login, async ({ body, at, request }) => {
      const origin = { userAgent: request.headers['user-agent'] ?? '', address: request.ip }
      return { token: await logIn(sql, passwords, { ...body, ...origin, at }) }
    }),
    route(logout, async ({ session, at }) => {
      await endSession(sql, session.tokenHash, at)
      sessions.forget(session.tokenHash)
    }),
  ]
}
