import { searchOffice as search } from '#contract/office/office-search.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { searchOffice } from './search-office.ts'

export const searchRoutes = ({ sql, accessLog }: Pick<Deps, 'sql' | 'accessLog'>): Route[] => [
  route(search, async ({ session, query }) => {
    const results = await searchOffice(sql, query.q)
    const shown = [...results.people.map(({ _id }) => _id), ...results.transactions.map(({ user }) => user._id)]
    await accessLog.recordAll({ session, personIds: shown, what: 'list.viewed' })
    return results
  }),
]
