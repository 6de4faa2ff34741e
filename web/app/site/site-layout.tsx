import { Outlet } from 'react-router'
import { SitePage } from './site-page.tsx'

export default function SiteLayout() {
  return (
    <SitePage>
      <Outlet />
    </SitePage>
  )
}
