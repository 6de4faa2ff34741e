import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../shared/office-pages.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../layout/admin-route.tsx'
import { queueQuery } from './verifications-query.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.verifications.permission,
  load: () => import('./verifications-page.tsx'),
  prefetch: () => void queryClient.prefetchInfiniteQuery(queueQuery()),
})

export const meta = () => privateMeta(t('Verifications'))
export const clientLoader = route.clientLoader
export default route.Component
