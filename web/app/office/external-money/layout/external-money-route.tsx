import { adminRoute } from '../../layout/admin-route.tsx'

const route = adminRoute({
  permission: 'statements:read',
  load: () => import('./external-money-layout.tsx'),
})

export const clientLoader = route.clientLoader
export default route.Component
