import { useMutation } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { callFile } from '../api/call.ts'
import { t } from '../i18n/i18n.ts'
import { showError } from '../show-error.ts'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { shareOrSave } from './share-file.ts'

type Props = Pick<ButtonVariant, 'variant'> & {
  /** Below /api. */
  path: string
  fileName: string
  label: string
  className?: string
}

/** Makes a PDF document and shares or saves it. */
export function DocumentButton({ path, fileName, label, variant = 'secondary', className }: Props) {
  const document = useMutation({
    mutationFn: async () => shareOrSave(await callFile(path), fileName),
    onError: (error) => showError(error),
  })
  return (
    <Button
      variant={variant}
      className={className}
      busy={document.isPending}
      onClick={() => document.mutate()}
      aria-label={t('{label} (PDF)', { label })}
    >
      {!document.isPending && <FileText aria-hidden className="size-4.5" />}
      {label}
    </Button>
  )
}
