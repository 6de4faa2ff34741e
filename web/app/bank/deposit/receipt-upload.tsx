import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { FileInput } from '../upload/file-input.tsx'
import { SelectedFile } from '../upload/selected-file.tsx'
import type { Upload } from '../upload/use-upload.ts'

type Props = { upload: Upload; onFile: (file: File) => void; onClear: () => void }

export function ReceiptUpload({ upload, onFile, onClear }: Props) {
  return (
    <section aria-label={t('Receipt')} className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold">{t('Upload your receipt')}</h3>
      {upload.state === 'none' ? (
        <div className="grid gap-3">
          <DropZone onFile={onFile} />
          <FileInput
            label={t('Take a photo')}
            describes={t('Receipt')}
            camera
            onFile={onFile}
            className="sm:pointer-fine:hidden"
          />
        </div>
      ) : (
        <SelectedFile upload={upload} onRetry={() => onFile(upload.file)} onClear={onClear} />
      )}
    </section>
  )
}

function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const id = useId()
  const [dragOver, setDragOver] = useState(false)
  const selectFirst = (files: FileList | null | undefined) => {
    const file = files?.[0]
    if (file) onFile(file)
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
        'grid cursor-pointer justify-items-center gap-2 rounded-2xl border-2 border-dashed p-7 text-center transition-colors',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        dragOver ? 'border-accent bg-accent-soft' : 'border-edge/60 hover:border-accent',
      )}
    >
      <FileUp aria-hidden className="size-7 text-accent" strokeWidth={1.6} />
      <span className="font-medium">{t('Choose a file or drop it here')}</span>
      <span className="text-sm text-muted">{t('Image or PDF, up to 10 MB')}</span>
      <input
        id={id}
        type="file"
        accept="image/*,application/pdf"
        onChange={(event) => {
          selectFirst(event.target.files)
          event.target.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}
