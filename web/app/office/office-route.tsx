import { queryClient } from '../shared/api/query-client.ts'
import { makeDoor } from './admin-route.tsx'
import { overviewQuery } from './overview/overview-query.ts'

const door = makeDoor({
  load: () => import('./office-layout.tsx'),
  start: () => void queryClient.prefetchQuery(overviewQuery),
})

export const clientLoader = door.clientLoader
export default door.Door
