import { queryClient } from '../../../shared/api/query-client.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { privateMeta } from '../../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../../layout/admin-route.tsx'
import { chartQuery } from './chart-query.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.chart.permission,
  load: () => import('./chart-page.tsx'),
  prefetch: () => void queryClient.prefetchQuery(chartQuery),
})

export const meta = () => privateMeta(t('Chart of accounts'))
export const clientLoader = route.clientLoader
export default route.Component
