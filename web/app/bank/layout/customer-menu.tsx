import { Send } from 'lucide-react'
import { t } from '../../shared/i18n/i18n.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { customerEntries, sendEntry } from './menu-entries.ts'
import { MenuLink } from './menu-link.tsx'

/** The entries of one's own account, with Send above them. */
export const CustomerMenu = ({ compact = false }: { compact?: boolean }) => (
  <>
    <ButtonLink to={sendEntry.to} className="mx-1">
      <Send aria-hidden className="size-4.5" strokeWidth={1.9} />
      {t(sendEntry.name)}
    </ButtonLink>
    <nav aria-label={t('Account')} className="grid gap-1">
      {customerEntries.map((entry) => (
        // A page of settings belongs to Settings; every page is below the dashboard.
        <MenuLink key={entry.to} {...entry} end={entry.to === '/dashboard'} compact={compact} />
      ))}
    </nav>
  </>
)
