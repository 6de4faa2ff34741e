import { classNames } from './class-names.ts'

/** The shape of what is still on its way. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span
    aria-hidden="true"
    // Its own rounding weighs nothing: of two, the stylesheet's order would choose otherwise, and not the caller.
    className={classNames('block bg-ink/8 motion-safe:animate-breathe [:where(&)]:rounded-lg', className)}
  />
)
