import { queryClient } from '../../../shared/api/query-client.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { privateMeta } from '../../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../../layout/admin-route.tsx'
import { paymentRunsQuery } from './payment-runs-query.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.runs.permission,
  load: () => import('./payment-runs-page.tsx'),
  prefetch: () => void queryClient.prefetchInfiniteQuery(paymentRunsQuery),
})

export const meta = () => privateMeta(t('Payment runs'))
export const clientLoader = route.clientLoader
export default route.Component
