import { useMutation } from '@tanstack/react-query'
import { FileText, Share2 } from 'lucide-react'
import type { Text } from '#contract/text.ts'
import { callFile } from '../api/call.ts'
import { t } from '../i18n/i18n.ts'
import { showError } from '../show-error.ts'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { shareOrSave, sharesFiles } from './share-file.ts'

type Props = Pick<ButtonVariant, 'variant'> & {
  /** Below /api. */
  path: string
  fileName: string
  label: Text
  className?: string
}

/** Makes a PDF document and shares or saves it. */
export function DocumentButton({ path, fileName, label, variant = 'secondary', className }: Props) {
  const document = useMutation({
    mutationFn: async () => shareOrSave(await callFile(path), fileName),
    onError: (error) => showError(error),
  })
  const Icon = sharesFiles([new File([], fileName, { type: 'application/pdf' })]) ? Share2 : FileText
  return (
    <Button
      variant={variant}
      className={className}
      busy={document.isPending}
      onClick={() => document.mutate()}
      aria-label={t('{label} (PDF)', { label })}
    >
      {!document.isPending && <Icon aria-hidden className="size-4.5" />}
      {label}
    </Button>
  )
}
