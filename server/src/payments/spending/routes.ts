import { readSpending as endpoint } from '#contract/payments/labels.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { monthOf } from '../../ledger/month.ts'
import { readSpending } from './read-spending.ts'

export const spendingRoutes = ({ sql, ledger }: Pick<Deps, 'sql' | 'ledger'>): Route[] => [
  route(endpoint, ({ session, query, at }) =>
    readSpending(sql, session.personId, query.month ?? monthOf(at, ledger.zone).slice(0, 7), ledger.zone),
  ),
]
