import { exportPerson as endpoint } from '#contract/documents/person-export.ts'
import type { Deps } from '../../http/deps.ts'
import { type Route, route } from '../../http/route.ts'
import { exportPerson } from './export-person.ts'

export const exportRoutes = (
  deps: Pick<Deps, 'sql' | 'keys' | 'config' | 'ledger' | 'now' | 'personalData'>,
): Route[] => [
  route(endpoint, async ({ session: { personId }, at, reply }) => {
    const archive = await exportPerson(deps, { personId, at })
    reply.type('application/zip')
    reply.header('content-disposition', `attachment; filename="my-data-${at.toISOString().slice(0, 10)}.zip"`)
    return archive
  }),
]
