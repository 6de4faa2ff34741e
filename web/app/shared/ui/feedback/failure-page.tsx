import { t } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'

/** Shown by the error boundary when rendering fails. */
export function FailurePage() {
  return (
    <main className="measure grid min-h-[80dvh] place-content-center justify-items-center gap-5 py-16 text-center">
      <h1 className="display text-4xl">{t('Something went wrong')}</h1>
      <p className="max-w-md text-muted">
        {t('This page ran into a problem. Your account isn’t affected. Reloading usually helps.')}
      </p>
      <Button onClick={() => window.location.reload()}>{t('Reload page')}</Button>
    </main>
  )
}
