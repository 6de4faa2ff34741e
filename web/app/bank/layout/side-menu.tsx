import { Send } from 'lucide-react'
import { Link, NavLink, useLocation } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { localPath } from '../../shared/i18n/local-path.ts'
import { officePagesOf } from '../../shared/office-pages.ts'
import { isActiveStaff } from '../../shared/session/permitted.tsx'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { Brand } from '../../shared/ui/page/brand.tsx'
import { fadesPages } from '../../shared/ui/page/page-transition.ts'
import { ThemeSwitch } from '../../shared/ui/page/theme-switch.tsx'
import { EntryCount } from './entry-count.tsx'
import { customerEntries, isBelow, type MenuEntry, sendEntry } from './menu-entries.ts'

export function SideMenu({ user }: { user: User }) {
  return (
    <aside aria-label={t('Side menu')} className="hidden border-e border-line bg-surface lg:block print:hidden">
      {/* The demonstration ribbon above it is 2rem high. */}
      <div className="sticky top-0 flex h-dvh demonstration:h-[calc(100dvh-2rem)] flex-col gap-8 overflow-y-auto px-4 py-5">
        <Link to={localPath('/')} className="rounded-xl px-3 py-1">
          <Brand />
        </Link>
        <ButtonLink to={sendEntry.to} className="mx-1">
          <Send aria-hidden className="size-4.5" strokeWidth={1.9} />
          {t(sendEntry.name)}
        </ButtonLink>
        <nav aria-label={t('Account')} className="grid gap-1">
          {customerEntries.map((entry) => (
            <MenuLink key={entry.to} {...entry} />
          ))}
        </nav>
        {isActiveStaff(user) && (
          <nav aria-label={t('Administration')} className="grid gap-1 border-t border-line pt-6">
            {officePagesOf(user.role).map((entry) => (
              <MenuLink key={entry.to} {...entry}>
                <EntryCount to={entry.to} />
              </MenuLink>
            ))}
          </nav>
        )}
        <div className="mt-auto px-2">
          <ThemeSwitch />
        </div>
      </div>
    </aside>
  )
}

function MenuLink({ to, name, icon: Icon, also, children }: MenuEntry & { children?: Content }) {
  const below = isBelow(also, useLocation().pathname)
  return (
    <NavLink
      to={to}
      viewTransition={fadesPages()}
      // A person's page belongs to Users; every page is below the dashboard.
      end={to === '/dashboard'}
      className={({ isActive }) =>
        classNames(
          'flex min-h-11 items-center gap-3 rounded-xl px-3 font-medium transition-colors',
          isActive || below ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-ink/5 hover:text-ink',
        )
      }
    >
      <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.9} />
      {t(name)}
      {children}
    </NavLink>
  )
}
