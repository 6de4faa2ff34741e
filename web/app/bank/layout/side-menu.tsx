import { Suspense } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/customers/people.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { localPath } from '../../shared/i18n/local-path.ts'
import { isActiveStaff } from '../../shared/session/permitted.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx'
import { Brand } from '../../shared/ui/page/brand.tsx'
import { ThemeSwitch } from '../../shared/ui/page/theme-switch.tsx'
import { CustomerMenu } from './customer-menu.tsx'

/** Without it staff still reach their own account. */
const OfficeMenu = lazyPart(
  () => import('./office-menu.tsx').then((module) => module.OfficeMenu),
  () => <CustomerMenu />,
)

export function SideMenu({ user }: { user: User }) {
  const forStaff = isActiveStaff(user)
  return (
    <aside aria-label={t('Side menu')} className="hidden border-e border-line bg-surface lg:block print:hidden">
      {/* The demonstration ribbon above it is 2rem high. */}
      <div
        className={classNames(
          'sticky top-0 flex h-dvh demonstration:h-[calc(100dvh-2rem)] flex-col overflow-y-auto px-4',
          forStaff ? 'gap-3 py-3' : 'gap-8 py-5',
        )}
      >
        <Link to={localPath('/')} className="rounded-xl px-3 py-1">
          <Brand />
        </Link>
        {forStaff ? (
          <Suspense>
            <OfficeMenu user={user} />
          </Suspense>
        ) : (
          <CustomerMenu />
        )}
        <div className="mt-auto px-2">
          <ThemeSwitch />
        </div>
      </div>
    </aside>
  )
}
