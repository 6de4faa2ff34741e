import * as contract from '#contract/outside-accounts.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { listOutsideAccounts } from './read-outside-accounts.ts'

export const outsideAccountRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  route(contract.listOutsideAccounts, () => listOutsideAccounts(sql)),
  route(contract.addOutsideAccount, async () => {
    throw new Refusal('unavailable')
  }),
]
