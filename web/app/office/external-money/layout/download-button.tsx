import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { Text } from '#contract/text.ts'
import { callFile } from '../../../shared/api/call.ts'
import { saveFile } from '../../../shared/save-file.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'

/** A journal of years takes longer than other calls. */
const TIMEOUT_MS = 300_000

type Props = {
  /** Below /api, with its query. */
  path: string
  fileName: string
  children: Text
  variant?: 'primary' | 'secondary' | 'quiet'
  disabled?: boolean
  onSaved?: () => unknown
}

/** Saves a file that the server makes. */
export function DownloadButton({ path, fileName, children, variant = 'secondary', disabled = false, onSaved }: Props) {
  const download = useMutation({
    mutationFn: async () => saveFile(await callFile(path, { timeoutMs: TIMEOUT_MS }), fileName),
    onSuccess: () => void onSaved?.(),
    onError: (error) => showError(error),
  })
  return (
    <Button variant={variant} disabled={disabled} busy={download.isPending} onClick={() => download.mutate()}>
      {!download.isPending && <Download aria-hidden className="size-4.5" />}
      {children}
    </Button>
  )
}
