import * as contract from '#contract/external-money/external-accounts.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { addOutsideAccount } from './add-external-account.ts'
import { listOutsideAccounts } from './read-external-accounts.ts'

export const outsideAccountRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  route(contract.listOutsideAccounts, () => listOutsideAccounts(sql)),
  route(contract.addOutsideAccount, (call) => addOutsideAccount(sql, staffContext(call), call.body)),
]
