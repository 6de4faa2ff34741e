import { searchOffice as search } from '#contract/office/office-search.ts'
import { hasPermission } from '#contract/permissions.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { searchOffice } from './search-office.ts'

export const searchRoutes = ({ sql, accessLog }: Pick<Deps, 'sql' | 'accessLog'>): Route[] => [
  route(search, async ({ session, query }) => {
    const { results, shown } = await searchOffice(sql, query.q, {
      entries: hasPermission(session.role, 'statements:read'),
    })
    await accessLog.recordAll({ session, personIds: shown, what: 'list.viewed' })
    return results
  }),
]
