import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { callFile } from '../../../shared/api/call.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { saveFile } from '../../../shared/save-file.ts'
import { showError } from '../../../shared/show-error.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { toFilters } from './transactions-query.ts'
import { sortOf, type TransactionsView } from './transactions-view.ts'

/** A large bank's file takes minutes to read. */
const TIMEOUT_MS = 10 * 60_000

/** Exports what is filtered; the server records it in the audit log. */
export function ExportButton({ view }: { view: TransactionsView }) {
  const download = useMutation({
    mutationFn: () => {
      const given = Object.entries({ ...toFilters(view), sort: sortOf(view) }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value]],
      )
      return callFile(`/admin/transactions/export?${new URLSearchParams(given)}`, { timeoutMs: TIMEOUT_MS })
    },
    onSuccess: (file) => saveFile(file, `transactions-${new Date().toISOString().slice(0, 10)}.csv`),
    onError: (error) => showError(error),
  })
  return (
    <Button variant="secondary" busy={download.isPending} onClick={() => download.mutate()}>
      {!download.isPending && <Download aria-hidden className="size-4.5" />}
      {download.isPending ? t('Exporting...') : t('Export CSV')}
    </Button>
  )
}
