import { eraseUser as erase, openIdentity as open } from '#contract/office/erasure.ts'
import type { Sessions } from '../../access/sessions.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { eraseUser } from './erase-user.ts'
import { openIdentity } from './open-identity.ts'

type ErasureDeps = Pick<Deps, 'sql' | 'keys' | 'config' | 'accessLog' | 'personalData'>

export const erasureRoutes = (deps: ErasureDeps, sessions: Sessions): Route[] => [
  route(erase, async (call) => {
    const { session, params, body } = call
    const answer = await eraseUser(deps, staffContext(call), { userId: params.id, ground: body.ground })
    // This server ends the sessions at once, the others within a second.
    sessions.forgetPerson(params.id)
    await deps.accessLog.record({ session, personId: params.id, what: 'details.viewed' })
    return answer
  }),
  route(open, async (call) => {
    const identity = await openIdentity(deps, staffContext(call), call.params.id)
    await deps.accessLog.record({ session: call.session, personId: call.params.id, what: 'details.viewed' })
    return identity
  }),
]
