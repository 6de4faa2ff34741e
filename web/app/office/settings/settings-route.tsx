import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../shared/office-pages.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../layout/admin-route.tsx'
import { settingsHistoryQuery, settingsQuery } from './settings-query.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.settings.permission,
  load: () => import('./settings-page.tsx'),
  prefetch: () => {
    void queryClient.prefetchQuery(settingsQuery)
    void queryClient.prefetchQuery(settingsHistoryQuery)
  },
})

export const meta = () => privateMeta(t('Admin Settings'))
export const clientLoader = route.clientLoader
export default route.Component
