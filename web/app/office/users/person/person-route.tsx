import { queryClient } from '../../../shared/api/query-client.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { privateMeta } from '../../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../../layout/admin-route.tsx'
import { personQuery } from './person-query.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.users.permission,
  load: () => import('./person-page.tsx'),
  prefetch: (_search, { id }) => void (id && queryClient.prefetchQuery(personQuery(id))),
})

export const meta = () => privateMeta(t('User'))
export const clientLoader = route.clientLoader
export default route.Component
