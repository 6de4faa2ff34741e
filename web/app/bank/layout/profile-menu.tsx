import { ChevronDown } from 'lucide-react'
import type { User } from '#contract/customers/people.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { loadOnInteraction } from '../../shared/ui/loading/load-on-interaction.tsx'
import { Avatar } from '../avatar.tsx'

const OpenMenu = loadOnInteraction(() => import('./profile-menu-items.tsx').then((module) => module.ProfileMenuItems))

export function ProfileMenu({ user }: { user: User }) {
  return (
    <OpenMenu
      user={user}
      trigger={
        <button
          type="button"
          aria-haspopup="menu"
          className="ms-1 flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface py-1 pe-3 ps-1 max-[24.5rem]:pe-1 transition-colors hover:border-edge"
        >
          <span className="sr-only">{t('Profile menu')}</span>
          <Avatar fullName={user.fullName} image={user.image} />
          <ChevronDown aria-hidden className="size-4 text-muted max-[24.5rem]:hidden" />
        </button>
      }
    />
  )
}
