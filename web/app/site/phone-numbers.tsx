import { verbatim } from '#contract/text.ts'
import { institution } from '../shared/institution.ts'
import { classNames } from '../shared/ui/class-names.ts'
import { useHydrated } from '../shared/ui/loading/use-hydrated.ts'

/**
 * Numbers are separated by commas. The build does not know them yet, so they become links after hydration. Until then a line is as
 * high as a link on a touch screen, so that nothing moves.
 */
export function PhoneNumbers({ plain = false }: { plain?: boolean }) {
  if (!useHydrated())
    return (
      <span dir="ltr" className={classNames('figures', !plain && 'pointer-coarse:leading-12')}>
        {institution.phone}
      </span>
    )
  const numbers = institution.phone.split(',').map((number) => verbatim(number.trim()))
  return (
    <span dir="ltr" className="figures">
      {numbers.map((number, index) => (
        <span key={number}>
          {index > 0 && verbatim(', ')}
          {plain ? (
            <span className="whitespace-nowrap">{number}</span>
          ) : (
            <a
              href={`tel:${number.replace(/[^+\d]/g, '')}`}
              className="pointer-coarse:inline-block pointer-coarse:py-2.5 whitespace-nowrap text-accent underline underline-offset-4"
            >
              {number}
            </a>
          )}
        </span>
      ))}
    </span>
  )
}
