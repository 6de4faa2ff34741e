import { classNames } from '../class-names.ts'

/** A placeholder while data loads. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span
    aria-hidden="true"
    // :where() has no specificity, so that the caller's rounding wins.
    className={classNames('block bg-ink/8 motion-safe:animate-breathe [:where(&)]:rounded-lg', className)}
  />
)
