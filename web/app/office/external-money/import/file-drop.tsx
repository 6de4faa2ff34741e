import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { t } from '../../../shared/i18n/i18n.ts'
import { classNames } from '../../../shared/ui/class-names.ts'

type Props = { onFile: (file: File) => void; disabled: boolean }

/** A file that is chosen, or dropped onto the field. */
export function FileDrop({ onFile, disabled }: Props) {
  const id = useId()
  const [dragOver, setDragOver] = useState(false)
  const selectFirst = (files: FileList | null) => {
    const file = files?.[0]
    if (file && !disabled) onFile(file)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setDragOver(false)
    selectFirst(event.dataTransfer.files)
  }
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={onDrop}
      className={classNames(
        'flex cursor-pointer items-center gap-x-4 rounded-2xl border-2 border-dashed px-5 py-5 transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        dragOver ? 'border-accent bg-accent-soft' : 'border-edge/60 bg-surface hover:border-accent',
      )}
    >
      <FileUp aria-hidden className="size-7 shrink-0 text-accent" strokeWidth={1.6} />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-medium">{t('Choose a bank statement or drop it here')}</span>
        <span className="text-sm text-muted">{t('camt.053, MT940, OFX or CSV, up to 25 MB')}</span>
      </span>
      <input
        id={id}
        type="file"
        disabled={disabled}
        onChange={(event) => {
          selectFirst(event.target.files)
          // The same file can be chosen again, after it was corrected.
          event.target.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}
