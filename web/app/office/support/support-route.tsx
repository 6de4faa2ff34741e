import { queryClient } from '../../shared/api/query-client.ts'
import { threadQuery } from '../../shared/chat/thread-query.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../shared/office-pages.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../layout/admin-route.tsx'
import { readFilters } from './inbox-filters.ts'
import { conversationsQuery } from './inbox-query.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.support.permission,
  load: () => import('./support-page.tsx'),
  prefetch: (params) => {
    if (params.get('tab')) return
    void queryClient.prefetchInfiniteQuery(conversationsQuery(readFilters(params)))
    const userId = params.get('user')
    if (userId) void queryClient.prefetchInfiniteQuery(threadQuery(userId))
  },
})

export const meta = () => privateMeta(t('Admin Support'))
export const clientLoader = route.clientLoader
export default route.Component
