import { adminRoute } from '../../layout/admin-route.tsx'

const route = adminRoute({
  // The heading only; each page has its own permission.
  permission: 'people:read',
  load: () => import('./external-money-layout.tsx'),
})

export const clientLoader = route.clientLoader
export default route.Component
