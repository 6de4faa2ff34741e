import { verbatim } from '#contract/text.ts'
import { useFile } from '../shared/api/use-file.ts'
import { classNames } from '../shared/ui/class-names.ts'
import { initials } from './initials.ts'

type Props = { fullName: string; image: string; className?: string }

/** The profile picture; initials while it loads or when there is none. Decorative: the name is beside it. */
export function Avatar({ fullName, image, className = 'size-9 text-sm' }: Props) {
  const { src } = useFile(image || null)
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 place-items-center overflow-hidden rounded-full bg-accent-soft font-semibold text-accent',
        className,
      )}
    >
      {src ? <img src={src} alt="" className="size-full object-cover" /> : verbatim(initials(fullName))}
    </span>
  )
}
