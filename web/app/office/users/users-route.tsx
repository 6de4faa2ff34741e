import { queryClient } from '../../shared/api/query-client.ts'
import { privateMeta } from '../../shared/ui/page-meta.ts'
import { makeDoor } from '../admin-route.tsx'
import { readUsersView, usersQuery } from './users-query.ts'

const door = makeDoor({
  load: () => import('./users-page.tsx'),
  start: (params) => void queryClient.prefetchQuery(usersQuery(readUsersView(params))),
})

export const meta = () => privateMeta('Users')
export const clientLoader = door.clientLoader
export default door.Door
