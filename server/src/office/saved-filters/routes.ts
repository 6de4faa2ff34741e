import * as contract from '#contract/office/saved-filters.ts'
import { hasPermission } from '#contract/permissions.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route, staffContext } from '../../http/route.ts'
import { changeFilter, deleteFilter, saveFilter } from './change-filters.ts'
import { selectFilters, toSavedFilter } from './store.ts'

export const savedFilterRoutes = ({ sql }: Pick<Deps, 'sql'>): Route[] => [
  route(contract.listSavedFilters, async ({ query: { list }, session }) => {
    const readable = contract.FILTERED_LISTS.filter(
      (one) => one !== 'audit' || hasPermission(session.role, 'audit:read'),
    )
    const lists = readable.filter((one) => list === undefined || one === list)
    return (await selectFilters(sql, session.personId, lists)).map(toSavedFilter)
  }),
  route(contract.saveFilter, (call) => saveFilter(sql, staffContext(call), call.body)),
  route(contract.changeSavedFilter, (call) => changeFilter(sql, staffContext(call), call.params.id, call.body)),
  route(contract.deleteSavedFilter, (call) => deleteFilter(sql, staffContext(call), call.params.id)),
]
