import { authoriseApiKey, createApiKey, listApiKeys, revokeApiKey } from '#contract/identity/api-keys.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { relyingParty } from '../relying-party.ts'
import { authorise } from '../verify-authorisation.ts'
import { makeKey, requireExpiryAhead } from './make-key.ts'
import { revokeKey } from './revoke-key.ts'
import { readOwnKeys } from './store.ts'

type RouteDeps = Pick<Deps, 'sql' | 'ledger' | 'keys' | 'config'>

export function apiKeyRoutes({ sql, ledger, keys, config }: RouteDeps): Route[] {
  const deps = { sql, keys, party: relyingParty(config) }
  return [
    route(authoriseApiKey, async ({ session, body, at }) => {
      requireExpiryAhead(body, at)
      return authorise(sql, deps.party, session.personId, body, at)
    }),
    route(createApiKey, (call) => makeKey(deps, call.session, call.body, staffContext(call))),
    route(listApiKeys, ({ session, at }) => readOwnKeys(sql, session.personId, ledger.zone, at)),
    route(revokeApiKey, (call) => revokeKey(sql, call.session, call.params.id, staffContext(call))),
  ]
}
