import { listAuditEntries as endpoint } from '#contract/audit.ts'
import { toPositionCursor } from '#contract/paging.ts'
import type { Deps } from '../../http/deps.ts'
import { pageOf } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import { listAuditEntries } from './list-audit-entries.ts'

export const auditRoutes = ({ sql, ledger }: Pick<Deps, 'sql' | 'ledger'>): Route[] => [
  route(endpoint, async (call) =>
    pageOf(call, await listAuditEntries(sql, call.query, ledger.zone), call.query.limit, ({ at, _id }) => ({
      cursor: toPositionCursor({ at: new Date(at), id: _id }),
    })),
  ),
]
