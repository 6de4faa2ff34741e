import { Camera, FileUp } from 'lucide-react'
import { useEffect, useId } from 'react'
import { t } from '../../shared/i18n/i18n.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { SelectedFile } from '../upload/selected-file.tsx'
import { useUpload } from '../upload/use-upload.ts'

/** `imageUrl` is null until the file is uploaded; `chosen` is true from the moment a file is selected. */
export type SlotState = { chosen: boolean; imageUrl: string | null }
type Props = { id: number; name: string; onChange: (id: number, state: SlotState) => void }

/** One page of a document: from the camera of a phone, or from a file. */
export function DocumentSlot({ id, name, onChange }: Props) {
  const { upload, send, clear } = useUpload('image or pdf')
  const imageUrl = upload.state === 'done' ? upload.imageUrl : null
  const chosen = upload.state !== 'none'
  useEffect(() => onChange(id, { chosen, imageUrl }), [onChange, id, chosen, imageUrl])
  if (upload.state !== 'none')
    return <SelectedFile upload={upload} onRetry={() => void send(upload.file)} onClear={clear} />
  return (
    <div className="grid gap-2 rounded-2xl border-2 border-dashed border-edge/60 p-4 sm:grid-cols-2">
      <FileInput label={t('Take a photo')} describes={name} camera onFile={send} className="sm:pointer-fine:hidden" />
      <FileInput label={t('Choose a file')} describes={name} onFile={send} className="sm:pointer-fine:col-span-2" />
    </div>
  )
}

type FileInputProps = {
  label: string
  describes: string
  camera?: boolean
  onFile: (file: File) => unknown
  className?: string
}

function FileInput({ label, describes, camera = false, onFile, className }: FileInputProps) {
  const id = useId()
  const Icon = camera ? Camera : FileUp
  return (
    <label
      htmlFor={id}
      className={classNames(
        'flex min-h-13 cursor-pointer items-center justify-center gap-2 rounded-xl border border-edge/60 px-4 font-semibold hover:border-accent',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        camera && 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
        className,
      )}
    >
      <Icon aria-hidden className="size-5" />
      {label}
      <span className="sr-only"> {t('of {describes}', { describes })}</span>
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
