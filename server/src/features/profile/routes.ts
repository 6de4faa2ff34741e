import { createPin, getProfile, updateProfile } from '#contract/people.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { createOwnPin } from './create-own-pin.ts'
import { readProfile } from './read-profile.ts'
import { updateOwnProfile } from './update-own-profile.ts'

type ProfileDeps = Pick<Deps, 'sql' | 'keys' | 'ledger'>

export const profileRoutes = ({ sql, keys, ledger }: ProfileDeps): Route[] => [
  route(getProfile, ({ session, at }) => readProfile(sql, session.personId, at, ledger.zone)),
  route(updateProfile, ({ session, body, at }) => updateOwnProfile(sql, session.personId, body, at)),
  route(createPin, ({ session, body }) => createOwnPin(sql, keys, session.personId, body.pin)),
]
