import { readLimits as read, readUserLimits, updateLimits, updateUserLimits } from '#contract/payments/limits.ts'
import { isFresh } from '../../access/freshness.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { setOwnLimit, setStaffLimit } from './change-limits.ts'
import { readLimits } from './limits.ts'

export const limitRoutes = ({ sql, config, accessLog }: Pick<Deps, 'sql' | 'config' | 'accessLog'>): Route[] => [
  route(read, ({ session, at }) => readLimits(sql, session.personId, config, at)),
  route(updateLimits, ({ session, body, at }) =>
    setOwnLimit({ sql, config }, session.personId, { ...body, fresh: isFresh(session, at), at }),
  ),
  route(readUserLimits, async ({ session, params, at }) => {
    const limits = await readLimits(sql, params.id, config, at)
    await accessLog.record({ session, personId: params.id, what: 'details.viewed' })
    return limits
  }),
  route(updateUserLimits, async (call) => {
    const { session, params, body } = call
    const limits = await setStaffLimit({ sql, config }, staffContext(call), { ...body, personId: params.id })
    await accessLog.record({ session, personId: params.id, what: 'details.viewed' })
    return limits
  }),
]
