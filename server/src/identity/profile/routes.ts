import { updateProfile } from '#contract/identity/profile.ts'
import { isFresh } from '../../access/freshness.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { updateOwnProfile } from './update-own-profile.ts'

export const ownDetailsRoutes = ({ sql, config }: Pick<Deps, 'sql' | 'config'>): Route[] => [
  route(updateProfile, ({ session, body, at }) =>
    updateOwnProfile({ sql, config }, session.personId, body, { fresh: isFresh(session, at), at }),
  ),
]
