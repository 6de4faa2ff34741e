import { FileText, FileUp, RotateCcw, Trash2 } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useObjectUrl } from '../../shared/api/use-file.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Upload } from '../upload/use-upload.ts'

type Props = { upload: Upload; onFile: (file: File) => void; onClear: () => void }

export function ReceiptUpload({ upload, onFile, onClear }: Props) {
  return (
    <section aria-label="Receipt" className="grid grid-cols-1 gap-3">
      <h3 className="font-semibold">Upload your receipt</h3>
      {upload.state === 'none' ? (
        <DropZone onFile={onFile} />
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
      <span className="font-medium">Choose a file or drop it here</span>
      <span className="text-sm text-muted">Image or PDF, up to 10 MB</span>
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

type SelectedFileProps = { upload: Exclude<Upload, { state: 'none' }>; onRetry: () => void; onClear: () => void }

function SelectedFile({ upload, onRetry, onClear }: SelectedFileProps) {
  const { file } = upload
  const remove = useRef<HTMLButtonElement>(null)
  const percent = upload.state === 'sending' ? Math.round(upload.progress * 100) : 100
  return (
    <div className="grid grid-cols-1 gap-3 rounded-2xl border border-line bg-surface p-4">
      <div className="flex items-center gap-4">
        <Preview file={file} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{file.name}</p>
          <p
            role="status"
            className={classNames('text-sm', upload.state === 'failed' ? 'text-negative' : 'text-muted')}
          >
            {upload.state === 'sending' && (percent < 100 ? `Uploading, ${percent}%` : 'Processing')}
            {upload.state === 'done' && 'Uploaded'}
            {upload.state === 'failed' && upload.reason}
          </p>
        </div>
        <button
          ref={remove}
          type="button"
          aria-label="Remove file"
          onClick={onClear}
          className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink"
        >
          <Trash2 aria-hidden className="size-5" />
        </button>
      </div>
      {upload.state === 'sending' && (
        <div
          role="progressbar"
          aria-label="Upload"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="h-1.5 overflow-hidden rounded-full bg-line"
        >
          <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
        </div>
      )}
      {upload.state === 'failed' && (
        <Button variant="secondary" onClick={onRetry} className="justify-self-start">
          <RotateCcw aria-hidden className="size-4.5" />
          Try again
        </Button>
      )}
    </div>
  )
}

function Preview({ file }: { file: File }) {
  const [unreadable, setUnreadable] = useState(false)
  const src = useObjectUrl(file)
  const picture = file.type.startsWith('image/') && src && !unreadable
  return (
    <span className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-xl border border-line bg-sunken">
      {picture ? (
        <img src={src} alt="Selected file" onError={() => setUnreadable(true)} className="size-full object-cover" />
      ) : (
        <FileText aria-hidden className="size-6 text-muted" />
      )}
    </span>
  )
}
