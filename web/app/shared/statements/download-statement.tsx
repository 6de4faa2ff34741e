import { Download } from 'lucide-react'
import { useState } from 'react'
import { type StatementFormat, statementFileName } from '#contract/documents/statement-formats.ts'
import { verbatim } from '#contract/text.ts'
import { callFile } from '../api/call.ts'
import { shareOrSave } from '../files/share-file.ts'
import { t } from '../i18n/i18n.ts'
import { showError } from '../show-error.ts'
import { Button } from '../ui/button.tsx'
import { monthName } from '../ui/figures/month-name.ts'
import { loadOnInteraction } from '../ui/loading/load-on-interaction.tsx'

const FormatMenu = loadOnInteraction(() => import('./format-menu.tsx').then((module) => module.FormatMenu))

/** Ten thousand transactions take longer than other calls. */
const TIMEOUT_MS = 120_000

type Props = {
  /** Of the API: '/statements', with the query that names the account. */
  path: string
  query: Record<string, string>
  month: string
  accountNumber: string
  /** In a list each button names its month to screen readers only. */
  inList?: boolean
  /** Staff who may not export get the PDF only. */
  onlyPdf?: boolean
}

/** A menu of the formats; the chosen file is shared or saved. */
export function DownloadStatement({ path, query, month, accountNumber, inList = false, onlyPdf = false }: Props) {
  const [busy, setBusy] = useState(false)
  async function download(format: StatementFormat) {
    setBusy(true)
    try {
      const file = await callFile(`${path}/${month}?${new URLSearchParams({ ...query, format })}`, {
        timeoutMs: TIMEOUT_MS,
      })
      await shareOrSave(file, statementFileName(month, accountNumber, format))
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormatMenu
      onlyPdf={onlyPdf}
      onChoose={download}
      trigger={
        <Button variant={inList ? 'quiet' : 'secondary'} busy={busy} aria-haspopup="menu" className="print:hidden">
          {!busy && <Download aria-hidden className="size-4.5" />}
          <span className={inList ? 'max-sm:sr-only' : ''}>{t('Download')}</span>
          {inList && (
            <span className="sr-only">
              {verbatim(' ')}
              {monthName(month, 'long')}
            </span>
          )}
        </Button>
      }
    />
  )
}
