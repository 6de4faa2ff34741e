import { NavLink, useLocation } from 'react-router'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Content } from '../../shared/ui/content.ts'
import { fadesPages } from '../../shared/ui/page/page-transition.ts'
import { isBelow, type MenuEntry } from './menu-entries.ts'

type Props = MenuEntry & {
  /** Only the address itself is this page, not those below it. */
  end: boolean
  /** For the menu of staff, which has three times as many entries. */
  compact?: boolean
  children?: Content
}

/** An entry of the side menu. */
export function MenuLink({ to, name, icon: Icon, also, end, compact = false, children }: Props) {
  const below = isBelow(also, useLocation().pathname)
  return (
    <NavLink
      to={to}
      viewTransition={fadesPages()}
      end={end}
      className={({ isActive }) =>
        classNames(
          'flex items-center gap-3 rounded-xl px-3 font-medium transition-colors',
          compact ? 'min-h-8 text-[0.9375rem] pointer-coarse:min-h-11' : 'min-h-11',
          isActive || below ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-ink/5 hover:text-ink',
        )
      }
    >
      <Icon aria-hidden className={classNames('shrink-0', compact ? 'size-4.5' : 'size-5')} strokeWidth={1.9} />
      {t(name)}
      {children}
    </NavLink>
  )
}
