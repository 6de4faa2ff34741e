import { createPin, getProfile, updateProfile } from '#contract/people.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { createSecretRules } from '../../people/secret-rules.ts'
import { createOwnPin } from './create-own-pin.ts'
import { readProfile } from './read-profile.ts'
import { updateOwnProfile } from './update-own-profile.ts'

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
