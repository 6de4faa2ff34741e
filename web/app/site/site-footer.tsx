import { Link } from 'react-router'
import { t } from '../shared/i18n/i18n.ts'
import { LanguageSwitch } from '../shared/i18n/language-switch.tsx'
import { localPath } from '../shared/i18n/local-path.ts'
import { institution } from '../shared/institution.ts'
import { Brand } from '../shared/ui/page/brand.tsx'
import { ThemeSwitch } from '../shared/ui/page/theme-switch.tsx'
import { Newsletter } from './newsletter.tsx'
import { PhoneNumbers } from './phone-numbers.tsx'
import { footerLinks } from './site-links.ts'

export function SiteFooter() {
  return (
    <footer className="bg-night text-on-night">
      <div className="measure grid grid-cols-1 gap-12 py-16 sm:grid-cols-2 lg:grid-cols-[1.2fr_0.6fr_1.3fr]">
        <div className="grid content-start gap-4">
          <Brand />
          <p className="max-w-xs text-on-night-muted">{t('Clear, honest banking.')}</p>
          <p className="text-on-night-muted">
            <PhoneNumbers plain />
            <br />
            {institution.email}
          </p>
        </div>
        <nav aria-label={t('Footer')} className="grid content-start gap-1">
          {footerLinks.map(({ to, name }) => (
            <Link
              key={to}
              to={localPath(to)}
              className="w-fit py-2 pointer-coarse:py-2.5 text-on-night underline-offset-4 hover:underline"
            >
              {t(name)}
            </Link>
          ))}
        </nav>
        <div className="sm:col-span-2 lg:col-span-1">
          <Newsletter />
        </div>
      </div>
      <div className="measure">
        <div className="flex flex-wrap items-center justify-between gap-6 border-t border-night-line py-8 text-sm text-on-night-muted">
          <LegalLines />
          <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
            <Link
              to={localPath('/verify')}
              className="py-2 pointer-coarse:py-3 text-on-night underline-offset-4 hover:underline"
            >
              {t('Check a document')}
            </Link>
            <LanguageSwitch tone="night" />
            <ThemeSwitch tone="night" />
          </div>
        </div>
      </div>
    </footer>
  )
}

/** The legal entity behind the bank. Lines that are not configured are empty and hidden. */
function LegalLines() {
  return (
    <div className="grid max-w-2xl gap-1">
      <p className="demonstration:block hidden">
        {t(
          '{name} is a fictional bank that demonstrates the Openteller software. It has no banking license and holds no real money.',
          { name: institution.name },
        )}
      </p>
      <p className="empty:hidden">{institution.legalName}</p>
      <p className="empty:hidden">{institution.regulator}</p>
      <p className="has-[:empty]:hidden">
        <bdi>{institution.address}</bdi>
      </p>
    </div>
  )
}
