import { inviteStaff as invite, leaveStaff as leave, listStaff as list } from '#contract/office/staff.ts'
import type { Sessions } from '../../access/sessions.ts'
import type { Deps } from '../../http/deps.ts'
import { Proposed, type Route, route, staffContext } from '../../http/route.ts'
import { inviteStaff } from './invite-staff.ts'
import { leaveStaff } from './leave-staff.ts'
import { listStaff } from './list-staff.ts'

export const staffRoutes = (deps: Pick<Deps, 'sql' | 'config' | 'accessLog'>, sessions: Sessions): Route[] => [
  route(list, async ({ session, at }) => {
    const members = await listStaff(deps.sql, { staffId: session.personId, at })
    await deps.accessLog.recordAll({ session, personIds: members.map(({ _id }) => _id), what: 'list.viewed' })
    return members
  }),
  route(invite, async (call) => {
    const answer = await inviteStaff(deps, staffContext(call), call.body)
    if (!(answer instanceof Proposed))
      await deps.accessLog.record({ session: call.session, personId: answer._id, what: 'details.viewed' })
    return answer
  }),
  route(leave, async (call) => {
    const member = await leaveStaff(deps.sql, staffContext(call), call.params.id)
    // This server refuses their sessions at once, the others within a second.
    sessions.forgetPerson(call.params.id)
    await deps.accessLog.record({ session: call.session, personId: call.params.id, what: 'details.viewed' })
    return member
  }),
]
