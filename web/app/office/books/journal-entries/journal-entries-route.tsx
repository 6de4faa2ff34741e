import { queryClient } from '../../../shared/api/query-client.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { privateMeta } from '../../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../../layout/admin-route.tsx'
import { journalEntriesQuery } from './journal-query.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.journalEntries.permission,
  load: () => import('./journal-entries-page.tsx'),
  prefetch: () => void queryClient.prefetchInfiniteQuery(journalEntriesQuery),
})

export const meta = () => privateMeta(t('Journal entries'))
export const clientLoader = route.clientLoader
export default route.Component
