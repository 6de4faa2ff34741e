import { Camera, FileUp } from 'lucide-react'
import { useId } from 'react'
import { type Text, verbatim } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'

type Props = {
  label: Text
  describes: Text
  /** Opens the camera. The other input has the gallery and the files. */
  camera?: boolean
  onFile: (file: File) => unknown
  className?: string
}

export function FileInput({ label, describes, camera = false, onFile, className }: Props) {
  const id = useId()
  const Icon = camera ? Camera : FileUp
  return (
    <label
      htmlFor={id}
      className={classNames(
        'flex min-h-13 cursor-pointer items-center justify-center gap-2 rounded-xl border border-edge/60 px-4 font-semibold hover:border-accent',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        className,
      )}
    >
      <Icon aria-hidden className="size-5" />
      {label}
      <span className="sr-only">
        {verbatim(' ')}
        {t('of {describes}', { describes })}
      </span>
      <input
        id={id}
        type="file"
        accept={camera ? 'image/*' : 'image/*,application/pdf'}
        {...(camera ? { capture: 'environment' as const } : {})}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void onFile(file)
        }}
        className="sr-only"
      />
    </label>
  )
}
