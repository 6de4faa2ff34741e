import { getProfile } from '#contract/customers/people.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { readProfile } from './read-profile.ts'

export const profileRoutes = ({ sql, ledger }: Pick<Deps, 'sql' | 'ledger'>): Route[] => [
  route(getProfile, ({ session, at }) => readProfile(sql, session.personId, at, ledger.zone)),
]
