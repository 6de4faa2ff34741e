import { queryClient } from '../../../shared/api/query-client.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { privateMeta } from '../../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../../layout/admin-route.tsx'
import { readUsersView, usersQuery } from './users-query.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.users.permission,
  load: () => import('./users-page.tsx'),
  prefetch: (params) => void queryClient.prefetchQuery(usersQuery(readUsersView(params))),
})

export const meta = () => privateMeta(t('Users'))
export const clientLoader = route.clientLoader
export default route.Component
