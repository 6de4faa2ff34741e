import { OFFICE_PAGES } from '../../../shared/office-pages.ts'
import { adminRoute } from '../../layout/admin-route.tsx'

const route = adminRoute({
  permission: OFFICE_PAGES.externalMoney.permission,
  load: () => import('./external-money-layout.tsx'),
})

export const clientLoader = route.clientLoader
export default route.Component
