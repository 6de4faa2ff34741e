import { changePassword as endpoint } from '#contract/password.ts'
import type { Passwords } from '../../crypto/passwords.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { changePassword } from './change-password.ts'

export const passwordRoutes = ({ sql }: Pick<Deps, 'sql'>, sessions: Sessions, passwords: Passwords): Route[] => [
  route(endpoint, async ({ session, body, request, at }) => {
    const { personId, tokenHash } = session
    await changePassword(sql, passwords, { personId, tokenHash, ...body, address: request.ip, at })
    sessions.forgetPerson(personId)
  }),
]
