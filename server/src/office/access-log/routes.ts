import { type AccessEntry, listAccessLog, listOwnAccessLog } from '#contract/office/access-log.ts'
import { toPositionCursor } from '#contract/paging.ts'
import { requireUser } from '../../customers/person.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import { type AccessRow, readAccessLog } from './read-access-log.ts'

const cursorOf = ({ at, id }: AccessRow) => ({ cursor: toPositionCursor({ at, id }) })

export const accessLogRoutes = ({ sql, accessLog }: Pick<Deps, 'sql' | 'accessLog'>): Route[] => [
  route(listOwnAccessLog, async (call) => {
    const { session, query } = call
    const rows = await readAccessLog(sql, { personId: session.personId, reader: 'person', ...query })
    return pageOf(call, rows, query.limit, cursorOf).map(toEntry)
  }),
  route(listAccessLog, async (call) => {
    const { userId: personId, ...page } = call.query
    await requireUser(sql, personId)
    // About themselves, members of staff read what any person does.
    const reader = personId === call.session.personId ? 'person' : 'staff'
    const rows = await readAccessLog(sql, { personId, reader, ...page })
    // After reading: a look at the log is in it from the next one on.
    await accessLog.record({ session: call.session, personId, what: 'audit.viewed' })
    return pageOf(call, rows, page.limit, cursorOf).map(toEntry)
  }),
]

const toEntry = ({ at, by, role, what }: AccessRow): AccessEntry => ({ at: at.toISOString(), by, role, what })
