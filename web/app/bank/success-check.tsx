import { CircleCheck } from 'lucide-react'

/** An animated check mark; static with reduced motion. */
export const SuccessCheck = () => (
  <CircleCheck
    aria-hidden
    strokeWidth={1.4}
    // The circle's circumference is 63: with a dash of 64 the short tick appears when the circle is nearly closed.
    className="size-16 text-positive motion-safe:*:animate-draw motion-safe:*:[stroke-dasharray:64]"
  />
)
