import * as pin from '#contract/identity/pin.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { createSecretRules } from '../secret-rules.ts'
import { changePin } from './change-pin.ts'
import { createOwnPin } from './create-own-pin.ts'
import { recoverPin, requestPinRecovery } from './recover-pin.ts'

export function pinRoutes({ sql, keys, config }: Pick<Deps, 'sql' | 'keys' | 'config'>): Route[] {
  const rules = createSecretRules(config)
  return [
    route(pin.createPin, ({ session: { personId }, body, at }) =>
      createOwnPin(sql, keys, rules, { personId, ...body, at }),
    ),
    route(pin.changePin, ({ session: { personId }, body, at }) =>
      changePin(sql, keys, rules, { personId, ...body, at }),
    ),
    route(pin.requestPinRecovery, ({ session, at }) => requestPinRecovery(sql, session.personId, at)),
    route(pin.recoverPin, ({ session: { personId }, body, at }) =>
      recoverPin(sql, keys, rules, { personId, ...body, at }),
    ),
  ]
}
