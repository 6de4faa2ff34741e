import { CircleCheck } from 'lucide-react'

/** The end of a money moment: first the circle is drawn, then the tick. Still where people asked for less motion. */
export const SuccessCheck = () => (
  <CircleCheck
    aria-hidden
    strokeWidth={1.4}
    // The circle is 63 units round: with a dash of 64 the short tick appears only when the circle is nearly closed.
    className="size-16 text-positive motion-safe:*:animate-draw motion-safe:*:[stroke-dasharray:64]"
  />
)
