import { queryClient } from '../../../shared/api/query-client.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { privateMeta } from '../../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../../layout/admin-route.tsx'
import { closingsQuery } from './closings-query.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.closings.permission,
  load: () => import('./closings-page.tsx'),
  prefetch: () => void queryClient.prefetchQuery(closingsQuery),
})

export const meta = () => privateMeta(t('Closings'))
export const clientLoader = route.clientLoader
export default route.Component
