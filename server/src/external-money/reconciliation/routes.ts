import { readReconciliation as endpoint } from '#contract/external-money/reconciliation.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { readReconciliation } from './read-reconciliation.ts'

export const reconciliationRoutes = ({
  sql,
  ledger,
  accessLog,
}: Pick<Deps, 'sql' | 'ledger' | 'accessLog'>): Route[] => [
  route(endpoint, async ({ session, query, at }) => {
    const { answer, personIds } = await readReconciliation(sql, query.accountId, { at, zone: ledger.zone })
    await accessLog.recordAll({ session, personIds, what: 'list.viewed' })
    return answer
  }),
]
