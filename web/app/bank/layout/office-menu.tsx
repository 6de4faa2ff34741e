import { ChevronDown, WalletCards } from 'lucide-react'
import { useId, useState } from 'react'
import type { User } from '#contract/customers/people.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { hasPagesBelow, officeMenuOf } from '../../shared/office-pages.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { CustomerMenu } from './customer-menu.tsx'
import { EntryCount } from './entry-count.tsx'
import { MenuLink } from './menu-link.tsx'
import { useIsWork } from './use-in-office.ts'

/** The menu of staff: their work by group, and their own account folded away below it. */
export const OfficeMenu = ({ user: { role, accountNumber } }: { user: Pick<User, 'role' | 'accountNumber'> }) => (
  <>
    <nav aria-label={t('Administration')} className="grid gap-2.5">
      {officeMenuOf(role).map(({ name, pages }) => (
        <div key={name} className="grid gap-px">
          <p className="px-3 pb-0.5 text-xs font-semibold tracking-wide text-muted uppercase">{t(name)}</p>
          {pages.map((page) => (
            <MenuLink key={page.to} {...page} end={hasPagesBelow(page)} compact>
              <EntryCount to={page.to} />
            </MenuLink>
          ))}
        </div>
      ))}
    </nav>
    {accountNumber !== '' && <OwnAccount />}
  </>
)

function OwnAccount() {
  const id = useId()
  const isWork = useIsWork()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const open = chosen ?? !isWork
  return (
    <div className="grid gap-2 border-t border-line pt-2">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setChosen(!open)}
        className="flex min-h-9 items-center gap-3 rounded-xl px-3 text-start text-[0.9375rem] font-medium text-muted transition-colors hover:bg-ink/5 hover:text-ink pointer-coarse:min-h-11"
      >
        <WalletCards aria-hidden className="size-4.5 shrink-0" strokeWidth={1.9} />
        {t('My own account')}
        <ChevronDown aria-hidden className={classNames('ms-auto size-4', open && 'rotate-180')} />
      </button>
      <div id={id} className="grid gap-2 empty:hidden">
        {open && <CustomerMenu compact />}
      </div>
    </div>
  )
}
