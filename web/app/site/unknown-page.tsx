import NotFoundPage from './not-found-page.tsx'
import { SitePage } from './site-page.tsx'

/** For a page in a language that is not offered, or with two prefixes: '/de/fr/about'. */
export default function UnknownPage() {
  return (
    <SitePage>
      <NotFoundPage />
    </SitePage>
  )
}
