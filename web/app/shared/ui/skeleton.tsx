import { classNames } from './class-names.ts'

/** The shape of what is still on its way. */
export const Skeleton = ({ className = '' }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={classNames(
      'block bg-ink/8 motion-safe:animate-breathe',
      // Of two roundings the stylesheet's order would choose, and not the caller.
      !className.includes('rounded-') && 'rounded-lg',
      className,
    )}
  />
)
