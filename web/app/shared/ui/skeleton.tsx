import { classNames } from './class-names.ts'

/** The shape of what is still on its way. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={classNames('block rounded-lg bg-ink/8 motion-safe:animate-breathe', className)} />
)
