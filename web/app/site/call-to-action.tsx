import { ButtonLink } from '../shared/ui/button.tsx'
import { SIGN_UP_PATH } from './site-links.ts'

export function CallToAction() {
  return (
    <section aria-labelledby="start" className="measure pb-20 lg:pb-28">
      <div className="relative overflow-hidden rounded-[2rem] bg-brand px-6 pt-14 pb-56 text-on-brand sm:px-14 md:py-16 lg:py-20">
        <Sunrise />
        <div className="relative grid max-w-xl justify-items-start gap-6 md:max-lg:max-w-[55%]">
          <h2 id="start" className="display text-[clamp(2.1rem,4.6vw,3.4rem)]">
            Start with an account that has nothing to hide.
          </h2>
          <p className="text-lg text-on-brand/90">A name, an e-mail address and a password. The rest can wait.</p>
          <ButtonLink to={SIGN_UP_PATH} size="large" variant="inverse">
            Get Started
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

/** The mark of the bank, grown large: the sun behind an open book. */
function Sunrise() {
  return (
    <svg
      viewBox="0 0 420 320"
      aria-hidden="true"
      className="absolute right-0 bottom-0 h-48 w-auto md:h-60 lg:h-full"
      preserveAspectRatio="xMaxYMax meet"
    >
      <circle cx="236" cy="168" r="92" className="fill-sun" />
      <path
        className="fill-on-brand"
        d="M230 330c-44-34-104-50-168-49V148c64-2 124 14 168 49zM242 330c44-34 104-50 168-49V148c-64-2-124 14-168 49z"
      />
      <g className="fill-none stroke-brand/35" strokeWidth="3" strokeLinecap="round">
        {[0, 1, 2, 3].map((row) => (
          <path key={row} d={`M86 ${182 + row * 27}c42 0 82 8 118 ${26}M386 ${182 + row * 27}c-42 0-82 8-118 ${26}`} />
        ))}
      </g>
    </svg>
  )
}
