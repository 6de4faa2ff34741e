import { queryClient } from '../../shared/api/query-client.ts'
import { overviewQuery } from '../overview/overview-query.ts'
import { adminRoute } from './admin-route.tsx'

const route = adminRoute({
  // The overview above every page; each page has its own permission.
  permission: 'people:read',
  load: () => import('./office-layout.tsx'),
  prefetch: () => void queryClient.prefetchQuery(overviewQuery),
})

export const clientLoader = route.clientLoader
export default route.Component
