import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../shared/office-pages.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../layout/admin-route.tsx'
import { staffQuery } from './staff-query.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.staff.permission,
  load: () => import('./staff-page.tsx'),
  prefetch: () => void queryClient.prefetchQuery(staffQuery),
})

export const meta = () => privateMeta(t('Staff'))
export const clientLoader = route.clientLoader
export default route.Component
