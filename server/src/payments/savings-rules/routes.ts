import { listSavingsRuns, readSavingsRules, setSavingsRules } from '#contract/payments/savings-rules.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { changeSavingsRules, readOwnRules, readOwnRuns } from './savings-rules.ts'

export const savingsRuleRoutes = ({ sql, ledger }: Pick<Deps, 'sql' | 'ledger'>): Route[] => [
  route(readSavingsRules, ({ session, params }) => readOwnRules(sql, session.personId, params.id)),
  route(listSavingsRuns, ({ session, params }) => readOwnRuns(sql, session.personId, params.id)),
  route(setSavingsRules, ({ session, params, body, at }) =>
    changeSavingsRules(sql, { ...body, personId: session.personId, accountId: params.id, at, zone: ledger.zone }),
  ),
]
