import { closeAccount, listAccounts, openAccount, updateAccount } from '#contract/customers/accounts.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { readAccounts } from '../accounts.ts'
import { closeSavings, describeOwnAccount, openSavings } from './change-accounts.ts'

export const accountRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  route(listAccounts, ({ session }) => readAccounts(sql, session.personId)),
  route(openAccount, ({ session, body, at }) => openSavings(sql, session.personId, body, at)),
  route(updateAccount, ({ session, params, body, at }) =>
    describeOwnAccount(sql, session.personId, params.id, body, at),
  ),
  route(closeAccount, ({ session, params, at }) => closeSavings(sql, session.personId, params.id, at)),
]
