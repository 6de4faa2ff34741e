import { Lock } from 'lucide-react'
import { ROLE_NAMES } from '#contract/permissions.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { OfficePage, panelClass } from './office-page.tsx'
import { useCurrentAdmin } from './use-current-admin.ts'

/** Shown in place of a page that the role of this member of staff does not include. */
export function NoPermission() {
  const { role } = useCurrentAdmin()
  return (
    <OfficePage title={t('No access')}>
      <section aria-label={t('No access')} className={`${panelClass} flex flex-col gap-4 p-5 sm:flex-row sm:p-6`}>
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-sunken text-muted">
          <Lock aria-hidden className="size-6" strokeWidth={1.8} />
        </span>
        <div className="grid min-w-0 max-w-2xl justify-items-start gap-4">
          <p>
            {t(
              'Your role, {role}, does not include this page. If you need it for your work, ask an administrator to change your role.',
              { role: t(ROLE_NAMES[role]) },
            )}
          </p>
          <ButtonLink to="/dashboard" variant="secondary">
            {t('Go to the dashboard')}
          </ButtonLink>
        </div>
      </section>
    </OfficePage>
  )
}
