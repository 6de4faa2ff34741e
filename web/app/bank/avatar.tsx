import { useFile } from '../shared/api/use-file.ts'
import { classNames } from '../shared/ui/class-names.ts'
import { initials } from './initials.ts'

type Props = { fullName: string; image: string; className?: string }

/** Decoration beside a name: the initials until the picture has arrived, and when there is none. */
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
      {src ? <img src={src} alt="" className="size-full object-cover" /> : initials(fullName)}
    </span>
  )
}
