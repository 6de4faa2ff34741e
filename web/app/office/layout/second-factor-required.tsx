import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { retryRefusedQueries } from '../../shared/api/factors-query.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { panelClass } from './office-page.tsx'

/** Shown in place of the back office until the administrator has set up a second factor. */
export function SecondFactorRequired() {
  const { pathname, search } = useLocation()
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    await retryRefusedQueries()
    setBusy(false)
  }
  return (
    <section aria-labelledby="second-factor" className={`${panelClass} flex flex-col gap-4 p-5 sm:flex-row sm:p-6`}>
      <span className="grid size-12 shrink-0 place-items-center rounded-full bg-warning-soft text-warning">
        <ShieldAlert aria-hidden className="size-6" strokeWidth={1.8} />
      </span>
      <div className="grid min-w-0 max-w-2xl gap-4">
        <div className="grid gap-1.5">
          <h2 id="second-factor" className="display text-2xl">
            {t('Set up a second factor')}
          </h2>
          <p className="text-muted">
            {t(
              'Everyone who works in the back office needs a passkey or an authenticator app. It takes a minute. Until then the bank refuses all work here; your own account stays open.',
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/dashboard/security" state={{ returnTo: pathname + search }}>
            {t('Set up now')}
          </ButtonLink>
          <Button variant="quiet" busy={busy} onClick={retry}>
            {t('I’ve set one up')}
          </Button>
        </div>
      </div>
    </section>
  )
}
