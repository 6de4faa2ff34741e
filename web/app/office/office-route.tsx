import { queryClient } from '../shared/api/query-client.ts'
import { adminRoute } from './admin-route.tsx'
import { overviewQuery } from './overview/overview-query.ts'

const route = adminRoute({
  load: () => import('./office-layout.tsx'),
  prefetch: () => void queryClient.prefetchQuery(overviewQuery),
})

export const clientLoader = route.clientLoader
export default route.Component
