import { FileText, RotateCcw, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { verbatim } from '#contract/text.ts'
import { useObjectUrl } from '../../shared/api/use-file.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Upload } from './use-upload.ts'

type SelectedFileProps = { upload: Exclude<Upload, { state: 'none' }>; onRetry: () => void; onClear: () => void }

/** The chosen file with its progress, and what to do when the upload failed. */
export function SelectedFile({ upload, onRetry, onClear }: SelectedFileProps) {
  const { file } = upload
  const remove = useRef<HTMLButtonElement>(null)
  const percent = upload.state === 'sending' ? Math.round(upload.progress * 100) : 100
  return (
    <div className="grid grid-cols-1 gap-3 rounded-2xl border border-line bg-surface p-4">
      <div className="flex items-center gap-4">
        <Preview file={file} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{verbatim(file.name)}</p>
          <p
            role="status"
            className={classNames('text-sm', upload.state === 'failed' ? 'text-negative' : 'text-muted')}
          >
            {upload.state === 'sending' && (percent < 100 ? t('Uploading, {percent}%', { percent }) : t('Processing'))}
            {upload.state === 'done' && t('Uploaded')}
            {upload.state === 'failed' && upload.reason}
          </p>
        </div>
        <button
          ref={remove}
          type="button"
          aria-label={t('Remove file')}
          onClick={onClear}
          className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-ink/6 hover:text-ink"
        >
          <Trash2 aria-hidden className="size-5" />
        </button>
      </div>
      {upload.state === 'sending' && (
        <div
          role="progressbar"
          aria-label={t('Upload')}
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
          {t('Try again')}
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
        <img
          src={src}
          alt={t('Selected file')}
          onError={() => setUnreadable(true)}
          className="size-full object-cover"
        />
      ) : (
        <FileText aria-hidden className="size-6 text-muted" />
      )}
    </span>
  )
}
