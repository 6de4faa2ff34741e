import { queryClient } from '../../shared/api/query-client.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../shared/office-pages.ts'
import { privateMeta } from '../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../layout/admin-route.tsx'
import { allProposalsQuery, pendingProposalsQuery, proposedMoneyQuery } from './proposals-query.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.proposals.permission,
  load: () => import('./proposals-page.tsx'),
  prefetch: () => {
    void queryClient.prefetchQuery(pendingProposalsQuery)
    void queryClient.prefetchQuery(proposedMoneyQuery)
    void queryClient.prefetchInfiniteQuery(allProposalsQuery)
  },
})

export const meta = () => privateMeta(t('Proposals'))
export const clientLoader = route.clientLoader
export default route.Component
