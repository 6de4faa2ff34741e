import { endPersonSessions } from '#contract/identity/person-sessions.ts'
import type { Sessions } from '../../access/sessions.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { endSessions } from './end-sessions.ts'

export const personSessionRoutes = ({ sql }: Pick<Deps, 'sql'>, sessions: Sessions): Route[] => [
  route(endPersonSessions, async (call) => {
    const { userId } = call.body
    const ended = await endSessions(sql, staffContext(call), userId)
    // Evicted from this server's session cache at once; other servers' entries expire within a second.
    sessions.forgetPerson(userId)
    return ended
  }),
]
