import * as contract from '#contract/external-money/external-accounts.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { addExternalAccount } from './add-external-account.ts'
import { listExternalAccounts } from './read-external-accounts.ts'

export const externalAccountRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  route(contract.listExternalAccounts, () => listExternalAccounts(sql)),
  route(contract.addExternalAccount, (call) => addExternalAccount(sql, staffContext(call), call.body)),
]
