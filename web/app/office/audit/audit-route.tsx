import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../shared/office-pages.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../layout/admin-route.tsx'
import { auditQuery } from './audit-query.ts'
import { readAuditView } from './audit-view.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.audit.permission,
  load: () => import('./audit-page.tsx'),
  prefetch: (params) => void queryClient.prefetchInfiniteQuery(auditQuery(readAuditView(params))),
})

export const meta = () => privateMeta(t('Audit'))
export const clientLoader = route.clientLoader
export default route.Component
