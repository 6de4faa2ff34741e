import { queryClient } from '../../shared/api/query-client.ts'
import { privateMeta } from '../../shared/ui/page-meta.ts'
import { makeDoor } from '../admin-route.tsx'
import { actsQuery } from './audit-query.ts'
import { readAuditView } from './audit-view.ts'

const door = makeDoor({
  load: () => import('./audit-page.tsx'),
  start: (params) => void queryClient.prefetchInfiniteQuery(actsQuery(readAuditView(params))),
})

export const meta = () => privateMeta('Audit')
export const clientLoader = door.clientLoader
export default door.Door
