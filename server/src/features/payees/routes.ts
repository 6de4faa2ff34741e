import { listPayees as endpoint } from '#contract/payees.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { listPayees } from './list-payees.ts'

export const payeeRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  route(endpoint, ({ session }) => listPayees(sql, session.personId)),
]
