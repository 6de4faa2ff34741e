import { createPin, getProfile, updateProfile } from '#contract/customers/people.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { createOwnPin } from '../../identity/pin/create-own-pin.ts'
import { updateOwnProfile } from '../../identity/profile/update-own-profile.ts'
import { createSecretRules } from '../../identity/secret-rules.ts'
import { readProfile } from './read-profile.ts'

type ProfileDeps = Pick<Deps, 'sql' | 'keys' | 'ledger' | 'config'>

export function profileRoutes({ sql, keys, ledger, config }: ProfileDeps): Route[] {
  const rules = createSecretRules(config)
  return [
    route(getProfile, ({ session, at }) => readProfile(sql, session.personId, at, ledger.zone)),
    route(updateProfile, ({ session, body, at }) => updateOwnProfile({ sql, config }, session.personId, body, at)),
    route(createPin, ({ session, body, at }) =>
      createOwnPin(sql, keys, rules, { personId: session.personId, pin: body.pin, at }),
    ),
  ]
}
