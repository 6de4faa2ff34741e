import { Download } from 'lucide-react'
import { useState } from 'react'
import { t } from './i18n/i18n.ts'
import { saveFile } from './save-file.ts'
import { showError } from './show-error.ts'
import { Button } from './ui/button.tsx'

const PAGE_SIZE = '100'

type Props<Item> = {
  /** File name without date: 'audit' saves audit-2026-01-05.csv. */
  name: string
  load: (cursor: string | null, more: { limit: string }) => Promise<{ items: Item[]; next: string | null }>
  toCsv: (items: Item[]) => string
  disabled: boolean
}

/** Exports all pages of the filtered list. */
export function ExportCsvButton<Item>({ name, load, toCsv, disabled }: Props<Item>) {
  const [loaded, setLoaded] = useState<number | null>(null)

  async function exportAll() {
    const all: Item[] = []
    setLoaded(0)
    try {
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof load>> = await load(cursor, { limit: PAGE_SIZE })
        all.push(...page.items)
        setLoaded(all.length)
        cursor = page.next
      } while (cursor)
      const day = new Date().toISOString().slice(0, 10)
      saveFile(new Blob([toCsv(all)], { type: 'text/csv;charset=utf-8' }), `${name}-${day}.csv`)
    } catch (error) {
      showError(error)
    } finally {
      setLoaded(null)
    }
  }

  const busy = loaded !== null
  return (
    <Button variant="secondary" className="print:hidden" disabled={disabled} busy={busy} onClick={exportAll}>
      {!busy && <Download aria-hidden className="size-4.5" />}
      {busy ? t('Exporting {loaded}', { loaded }) : t('Export CSV')}
    </Button>
  )
}
