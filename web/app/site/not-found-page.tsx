import { Link } from 'react-router'
import { t } from '../shared/i18n/i18n.ts'
import { localPath } from '../shared/i18n/local-path.ts'
import { ButtonLink } from '../shared/ui/button.tsx'
import { notFoundMeta } from '../shared/ui/page/page-meta.ts'
import { siteLinks } from './site-links.ts'
import { WhenSignedIn } from './when-signed-in.tsx'

export const meta = notFoundMeta

export default function NotFoundPage() {
  return (
    <div className="measure grid min-h-[60dvh] content-center justify-items-start gap-6 py-20">
      <p className="eyebrow">{t('Page not found')}</p>
      <h1 className="display text-[clamp(2.5rem,6vw,4rem)]">{t('We can’t find that page.')}</h1>
      <p className="max-w-lg text-lg text-muted">
        {t('The address may be mistyped, or the page may have moved. Your account isn’t affected.')}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={localPath('/')}>{t('Go home')}</ButtonLink>
        <WhenSignedIn otherwise={<LogInLink />}>
          {() => (
            <ButtonLink to="/dashboard" variant="secondary">
              {t('Dashboard')}
            </ButtonLink>
          )}
        </WhenSignedIn>
      </div>
      <ul className="flex flex-wrap gap-x-6 gap-y-2 pt-2">
        {siteLinks.slice(1).map(({ to, name }) => (
          <li key={to}>
            <Link to={localPath(to)} className="py-2 text-accent underline underline-offset-4">
              {t(name)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const LogInLink = () => (
  <ButtonLink to={localPath('/login')} variant="secondary">
    {t('Log in')}
  </ButtonLink>
)
