import { queryClient } from '../../../shared/api/query-client.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { privateMeta } from '../../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../../layout/admin-route.tsx'
import { readDay, trialBalanceQuery } from './reports-query.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.reports.permission,
  load: () => import('./reports-page.tsx'),
  prefetch: (params) => void queryClient.prefetchQuery(trialBalanceQuery(readDay(params.get('on')))),
})

export const meta = () => privateMeta(t('Reports'))
export const clientLoader = route.clientLoader
export default route.Component
