import { useEffect } from 'react'
import type { Text } from '#contract/text.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { FileInput } from '../upload/file-input.tsx'
import { SelectedFile } from '../upload/selected-file.tsx'
import { useUpload } from '../upload/use-upload.ts'

/** `imageUrl` is null until the file is uploaded; `chosen` is true from the moment a file is selected. */
export type SlotState = { chosen: boolean; imageUrl: string | null }
type Props = { id: number; name: Text; onChange: (id: number, state: SlotState) => void }

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
      <FileInput
        label={t('Take a photo')}
        describes={name}
        camera
        onFile={send}
        className="border-transparent bg-accent text-on-accent hover:bg-accent-strong sm:pointer-fine:hidden"
      />
      <FileInput label={t('Choose a file')} describes={name} onFile={send} className="sm:pointer-fine:col-span-2" />
    </div>
  )
}
