import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { privateMeta } from '../../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../../layout/admin-route.tsx'
import { prefetchTransactions } from './transactions-query.ts'
import { readTransactionsView } from './transactions-view.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.transactions.permission,
  load: () => import('./transactions-page.tsx'),
  prefetch: (params) => prefetchTransactions(readTransactionsView(params)),
})

export const meta = () => privateMeta(t('All Transactions'))
export const clientLoader = route.clientLoader
export default route.Component
