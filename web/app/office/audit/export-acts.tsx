import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Act } from '#contract/audit.ts'
import { saveFile } from '../../shared/save-file.ts'
import { tellError } from '../../shared/tell-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { actsCsv } from './acts-csv.ts'
import { actsPage } from './audit-query.ts'
import type { AuditView } from './audit-view.ts'

/** Exactly what is filtered, to its last page, whatever part of it is on the screen. */
export function ExportActs({ view, disabled }: { view: AuditView; disabled: boolean }) {
  const [loaded, setLoaded] = useState<number | null>(null)

  async function exportAll() {
    const all: Act[] = []
    setLoaded(0)
    try {
      for (let cursor: string | null = null, more = true; more; ) {
        const page: Awaited<ReturnType<typeof actsPage>> = await actsPage(view, cursor, { limit: '100' })
        all.push(...page.items)
        setLoaded(all.length)
        cursor = page.next
        more = cursor !== null
      }
      saveFile(new Blob([actsCsv(all)], { type: 'text/csv;charset=utf-8' }), fileName())
    } catch (error) {
      tellError(error)
    } finally {
      setLoaded(null)
    }
  }

  const busy = loaded !== null
  return (
    <Button look="secondary" disabled={disabled} busy={busy} onClick={exportAll}>
      {!busy && <Download aria-hidden className="size-4.5" />}
      {busy ? `Exporting ${loaded}` : 'Export CSV'}
    </Button>
  )
}

const fileName = () => `audit-${new Date().toISOString().slice(0, 10)}.csv`
