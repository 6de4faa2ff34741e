import { createApiKey, listApiKeys, revokeApiKey } from '#contract/identity/api-keys.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { makeKey } from './make-key.ts'
import { revokeKey } from './revoke-key.ts'
import { readOwnKeys } from './store.ts'

export const apiKeyRoutes = ({ sql, ledger }: Pick<Deps, 'sql' | 'ledger'>): Route[] => [
  route(createApiKey, (call) => makeKey(sql, call.session, call.body, staffContext(call))),
  route(listApiKeys, ({ session, at }) => readOwnKeys(sql, session.personId, ledger.zone, at)),
  route(revokeApiKey, (call) => revokeKey(sql, call.session, call.params.id, staffContext(call))),
]
