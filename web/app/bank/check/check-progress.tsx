import { formatNumber, t } from '../../shared/i18n/i18n.ts'

/** Before the proof has arrived there is nothing to count. */
export function CheckProgress({ done, total }: { done: number; total: number }) {
  return (
    <div className="grid gap-2">
      <progress
        aria-label={t('Progress of the check')}
        className="h-2 w-full overflow-hidden rounded-full accent-accent"
        {...(total > 0 ? { value: done, max: total } : {})}
      />
      <p className="text-sm text-muted">
        {total > 0
          ? t('{done} of {total} recomputed', {
              done: formatNumber(done),
              total: formatNumber(total),
            })
          : t('Loading the proof...')}
      </p>
    </div>
  )
}
