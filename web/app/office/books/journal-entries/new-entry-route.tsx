import { queryClient } from '../../../shared/api/query-client.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { privateMeta } from '../../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../../layout/admin-route.tsx'
import { chartQuery } from '../chart/chart-query.ts'

const route = adminRoute({
  permission: 'books:manage',
  load: () => import('./new-entry-page.tsx'),
  prefetch: () => void queryClient.prefetchQuery(chartQuery),
})

export const meta = () => privateMeta(t('New journal entry'))
export const clientLoader = route.clientLoader
export default route.Component
