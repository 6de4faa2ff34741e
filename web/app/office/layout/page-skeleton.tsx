import { t } from '../../shared/i18n/i18n.ts'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'

/** Placeholder while a back office page loads its code. */
export const PageSkeleton = () => (
  <div role="status" className="grid gap-5 py-2">
    <Skeleton className="h-9 w-56" />
    <Skeleton className="h-72 w-full rounded-card" />
    <span className="sr-only">{t('Loading...')}</span>
  </div>
)
