import { listAuditEntries as endpoint } from '#contract/audit.ts'
import { toPositionCursor } from '#contract/paging.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import { listAuditEntries } from './list-audit-entries.ts'

export const auditRoutes = ({ sql, ledger, accessLog }: Pick<Deps, 'sql' | 'ledger' | 'accessLog'>): Route[] => [
  route(endpoint, async (call) => {
    const { person, limit } = call.query
    const [entries] = await Promise.all([
      listAuditEntries(sql, call.query, ledger.zone),
      person && accessLog.record({ session: call.session, personId: person, what: 'audit.viewed' }),
    ])
    return pageOf(call, entries, limit, ({ at, _id }) => ({
      cursor: toPositionCursor({ at: new Date(at), id: _id }),
    }))
  }),
]
