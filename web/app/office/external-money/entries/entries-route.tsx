import { t } from '../../../shared/i18n/i18n.ts'
import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { privateMeta } from '../../../shared/ui/page/page-meta.ts'
import { adminRoute } from '../../layout/admin-route.tsx'
import { prefetchLines } from './entries-query.ts'
import { readLinesView } from './entries-view.ts'

const route = adminRoute({
  permission: OFFICE_PAGES.outside.permission,
  load: () => import('./entries-page.tsx'),
  prefetch: (params) => prefetchLines(readLinesView(params)),
})

export const meta = () => privateMeta(t('Statement lines'))
export const clientLoader = route.clientLoader
export default route.Component
