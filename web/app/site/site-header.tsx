import { Menu, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import type { TextId } from '#contract/text-id.ts'
import { t } from '../shared/i18n/i18n.ts'
import { localPath } from '../shared/i18n/local-path.ts'
import { ButtonLink } from '../shared/ui/button.tsx'
import { classNames } from '../shared/ui/class-names.ts'
import type { Content } from '../shared/ui/content.ts'
import { Brand } from '../shared/ui/page/brand.tsx'
import { ThemeSwitch } from '../shared/ui/page/theme-switch.tsx'
import { siteLinks } from './site-links.ts'
import { useScrolledPast } from './use-scrolled-past.ts'
import { WhenSignedIn } from './when-signed-in.tsx'

const SOLID_AFTER_PX = 50

/** Transparent at the top of the page, solid once the page is scrolled. */
export function SiteHeader() {
  const solid = useScrolledPast(SOLID_AFTER_PX)
  return (
    <header
      data-solid={solid}
      className={classNames(
        // Without JavaScript it could not turn solid, so it is not sticky.
        'js:sticky top-[env(safe-area-inset-top)] z-40 border-b transition-colors duration-200',
        solid ? 'border-line bg-paper' : 'border-transparent bg-transparent',
      )}
    >
      <div className="measure flex h-18 items-center justify-between gap-4">
        <Link to={localPath('/')} className="-m-1 min-w-0 rounded-xl p-1">
          <Brand />
        </Link>
        <nav aria-label={t('Main')} className="hidden items-center gap-1 md:flex">
          {siteLinks.map((link) => (
            <SiteLink key={link.to} {...link} />
          ))}
        </nav>
        <div className="hidden items-center gap-3 md:flex">
          <WhenSignedIn otherwise={<SignInLink />}>
            {() => <ButtonLink to="/dashboard">{t('Dashboard')}</ButtonLink>}
          </WhenSignedIn>
        </div>
        <PhoneMenu />
      </div>
    </header>
  )
}

const SignInLink = ({ wide }: { wide?: boolean }) => (
  <ButtonLink to={localPath('/login')} variant={wide ? 'primary' : 'secondary'} className={wide ? 'w-full' : undefined}>
    {t('Sign In')}
  </ButtonLink>
)

function SiteLink({ to, name }: { to: string; name: TextId }) {
  return (
    <NavLink
      to={localPath(to)}
      end={to === '/'}
      prefetch="intent"
      className={({ isActive }) =>
        classNames(
          'rounded-full px-4 py-2.5 text-[0.9375rem] font-medium transition-colors hover:bg-ink/6',
          isActive ? 'text-ink underline decoration-accent decoration-2 underline-offset-8' : 'text-muted',
        )
      }
    >
      {t(name)}
    </NavLink>
  )
}

/** A native disclosure: it works without JavaScript and before hydration. */
function PhoneMenu() {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const lastKey = useRef(key)
  useEffect(() => {
    // Not on mount: the visitor may have opened it before hydration.
    if (lastKey.current === key) return
    lastKey.current = key
    menu.current?.removeAttribute('open')
  }, [key])

  return (
    <details
      ref={menu}
      className="group md:hidden"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        menu.current?.removeAttribute('open')
        menu.current?.querySelector('summary')?.focus()
      }}
    >
      <summary className="grid size-11 cursor-pointer list-none place-items-center rounded-full hover:bg-ink/6 [&::-webkit-details-marker]:hidden">
        <Menu aria-hidden className="size-6 group-open:hidden" />
        <X aria-hidden className="hidden size-6 group-open:block" />
        <span className="sr-only">{t('Menu')}</span>
      </summary>
      <div className="absolute inset-x-0 top-full border-y border-line bg-paper px-5 pt-2 pb-6 shadow-lifted">
        <nav aria-label={t('Main')} className="grid">
          {siteLinks.map(({ to, name }) => (
            <PhoneLink key={to} to={localPath(to)}>
              {t(name)}
            </PhoneLink>
          ))}
          <WhenSignedIn>{() => <PhoneLink to="/dashboard">{t('Dashboard')}</PhoneLink>}</WhenSignedIn>
        </nav>
        <div className="mt-5 flex items-center justify-between gap-4">
          <WhenSignedIn otherwise={<SignInLink wide />}>{() => <span />}</WhenSignedIn>
          <ThemeSwitch />
        </div>
      </div>
    </details>
  )
}

function PhoneLink({ to, children }: { to: string; children: Content }) {
  return (
    <NavLink
      to={to}
      end={to === localPath('/')}
      className={({ isActive }) =>
        classNames('border-b border-line py-4 font-display text-2xl', isActive ? 'text-accent' : 'text-ink')
      }
    >
      {children}
    </NavLink>
  )
}
