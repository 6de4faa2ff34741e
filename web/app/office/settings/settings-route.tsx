import { queryClient } from '../../shared/api/query-client.ts'
import { privateMeta } from '../../shared/ui/page-meta.ts'
import { makeDoor } from '../admin-route.tsx'
import { settingsActsQuery, settingsQuery } from './settings-query.ts'

const door = makeDoor({
  load: () => import('./settings-page.tsx'),
  start: () => {
    void queryClient.prefetchQuery(settingsQuery)
    void queryClient.prefetchQuery(settingsActsQuery)
  },
})

export const meta = () => privateMeta('Admin Settings')
export const clientLoader = door.clientLoader
export default door.Door
