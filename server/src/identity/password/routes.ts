import { changePassword as endpoint } from '#contract/identity/password.ts'
import type { Sessions } from '../../access/sessions.ts'
import type { Deps } from '../../http/deps.ts'
import { createDeviceCookie } from '../../http/device-cookie.ts'
import { disconnectSignal } from '../../http/disconnect-signal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Passwords } from '../../platform/crypto/passwords.ts'
import { createSecretRules } from '../secret-rules.ts'
import { changePassword } from './change-password.ts'

type PasswordDeps = Pick<Deps, 'sql' | 'keys' | 'config'>

export function passwordRoutes({ sql, keys, config }: PasswordDeps, sessions: Sessions, passwords: Passwords): Route[] {
  const rules = createSecretRules(config)
  const devices = createDeviceCookie(keys, config)
  return [
    route(endpoint, async ({ session, body, request, reply, at }) => {
      const { personId, tokenHash } = session
      const origin = devices.originOf(request, at)
      const change = { personId, tokenHash, ...body, origin, at, signal: disconnectSignal(reply) }
      await changePassword(sql, passwords, rules, change)
      sessions.forgetPerson(personId)
    }),
  ]
}
