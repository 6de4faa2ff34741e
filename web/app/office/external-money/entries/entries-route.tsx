import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { privateMeta } from '../../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../../layout/admin-route.tsx'
import { prefetchEntries } from './entries-query.ts'
import { readEntriesView } from './entries-view.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.entries.permission,
  load: () => import('./entries-page.tsx'),
  prefetch: (params) => prefetchEntries(readEntriesView(params)),
})

export const meta = () => privateMeta(t('Statement lines'))
export const clientLoader = route.clientLoader
export default route.Component
