import { useStartText } from '../../i18n/use-start-text.ts'
import { classNames } from '../class-names.ts'

export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      className={classNames('motion-safe:animate-turn', className)}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.22" strokeWidth="2.5" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}

/** A page whose data is loading. */
export function PageSpinner() {
  const t = useStartText()
  return (
    <main className="grid min-h-[70dvh] place-items-center text-accent">
      <div role="status">
        <Spinner className="size-9" />
        <span className="sr-only">{t('Loading...')}</span>
      </div>
    </main>
  )
}
