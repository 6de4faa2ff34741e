import { queryClient } from '../../../shared/api/query-client.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { privateMeta } from '../../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../../layout/admin-route.tsx'
import { externalAccountsQuery } from '../entries/entries-query.ts'
import { statementsQuery } from './statements-query.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.statements.permission,
  load: () => import('./statements-page.tsx'),
  prefetch: () => {
    void queryClient.prefetchInfiniteQuery(statementsQuery)
    void queryClient.prefetchQuery(externalAccountsQuery)
  },
})

export const meta = () => privateMeta(t('Bank statements'))
export const clientLoader = route.clientLoader
export default route.Component
