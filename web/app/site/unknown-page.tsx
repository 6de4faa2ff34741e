import NotFoundPage from './not-found-page.tsx'
import { SitePage } from './site-page.tsx'

/** For addresses that match another page by their shape only: '/xx/about'. */
export default function UnknownPage() {
  return (
    <SitePage>
      <NotFoundPage />
    </SitePage>
  )
}
