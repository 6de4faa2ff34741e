import { NavLink } from 'react-router'
import type { Role } from '#contract/permissions.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { hasPagesBelow, officePagesOf } from '../../shared/office-pages.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { fadesPages } from '../../shared/ui/page/page-transition.ts'
import { barItemClass, barLabelClass } from './bar-classes.ts'

/** What staff use most, in the bar at the bottom of a phone. The rest is in the menu beside it. */
export const OfficeBar = ({ role }: { role: Role }) =>
  officePagesOf(role).map((page) => {
    const { to, name, bar, icon: Icon } = page
    return (
      bar && (
        <NavLink
          key={to}
          to={to}
          viewTransition={fadesPages()}
          end={hasPagesBelow(page)}
          // The name of the page: the bar has room for a short one only.
          aria-label={t(name)}
          className={({ isActive }) => classNames(barItemClass, isActive ? 'text-accent' : 'text-muted')}
        >
          <Icon aria-hidden className="size-5.5" strokeWidth={1.9} />
          <span className={barLabelClass}>{t(bar)}</span>
        </NavLink>
      )
    )
  })
