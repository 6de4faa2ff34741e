import { listAuditEntries as endpoint } from '#contract/office/audit.ts'
import { toPositionCursor } from '#contract/paging.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import { listAuditEntries } from './list-audit-entries.ts'

export const auditRoutes = ({ sql, ledger, accessLog }: Pick<Deps, 'sql' | 'ledger' | 'accessLog'>): Route[] => [
  route(endpoint, async (call) => {
    const { person, limit } = call.query
    const entries = await listAuditEntries(sql, call.query, { zone: ledger.zone, readerId: call.session.personId })
    const page = pageOf(call, entries, limit, ({ at, _id }) => ({
      cursor: toPositionCursor({ at: new Date(at), id: _id }),
    }))
    const shown = person ? [person] : page.flatMap(({ subject }) => subject?._id ?? [])
    const what = person ? 'audit.viewed' : 'list.viewed'
    await accessLog.recordAll({ session: call.session, personIds: shown, what })
    return page
  }),
]
