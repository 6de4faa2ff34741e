import { listMonths as endpoint } from '#contract/payments/months.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { listMonths } from './list-months.ts'

export const monthRoutes = ({ sql, ledger }: Pick<Deps, 'sql' | 'ledger'>): Route[] => [
  route(endpoint, ({ session, at }) => listMonths(sql, session.personId, at, ledger.zone)),
]
