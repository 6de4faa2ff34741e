import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { callFile } from '../../shared/api/call.ts'
import { t } from '../../shared/i18n/i18n.ts'
import { saveFile } from '../../shared/save-file.ts'
import { showError } from '../../shared/show-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { SettingsCard } from './settings-card.tsx'

/** Years of transactions and many uploads take a while. */
const TIMEOUT_MS = 10 * 60_000

export function ExportCard() {
  const download = useMutation({
    mutationFn: () => callFile('/users/export', { method: 'POST', timeoutMs: TIMEOUT_MS }),
    onSuccess: (file) => saveFile(file, `my-data-${new Date().toISOString().slice(0, 10)}.zip`),
    onError: (error) => showError(error),
  })
  return (
    <SettingsCard
      title={t('My data')}
      lead={t(
        'Everything we keep about you in one ZIP file: details, transactions, statements, messages and uploads. We tell you by email whenever it is downloaded.',
      )}
    >
      <Button
        variant="secondary"
        className="justify-self-start"
        busy={download.isPending}
        onClick={() => download.mutate()}
      >
        {!download.isPending && <Download aria-hidden className="size-4.5" />}
        {download.isPending ? t('Preparing...') : t('Download everything')}
      </Button>
    </SettingsCard>
  )
}
