import { useLocation } from 'react-router'
import type { Content } from '../shared/ui/content.ts'
import { SkipLink } from '../shared/ui/page/skip-link.tsx'
import { useFocusContent } from '../shared/ui/page/use-focus-content.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

export function SitePage({ children }: { children: Content }) {
  useFocusContent(useLocation().pathname)
  return (
    <>
      <SkipLink />
      <SiteHeader />
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <SiteFooter />
    </>
  )
}
