import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Transaction } from '#contract/transactions.ts'
import { saveFile } from '../../shared/save-file.ts'
import { tellError } from '../../shared/tell-error.ts'
import { Button } from '../../shared/ui/button.tsx'
import { type TransactionFilters, transactionPage } from './transaction-queries.ts'
import { transactionsCsv } from './transactions-csv.ts'

const PAGE_SIZE = '100'

/** Exactly what is filtered, to its last page, whatever part of it is on the screen. */
export function ExportButton({ filters, disabled }: { filters: TransactionFilters; disabled: boolean }) {
  const [loaded, setLoaded] = useState<number | null>(null)

  async function exportAll() {
    const all: Transaction[] = []
    setLoaded(0)
    try {
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof transactionPage>> = await transactionPage(filters, cursor, {
          limit: PAGE_SIZE,
        })
        all.push(...page.items)
        setLoaded(all.length)
        cursor = page.next
      } while (cursor)
      saveFile(new Blob([transactionsCsv(all)], { type: 'text/csv;charset=utf-8' }), fileName())
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

const fileName = () => `transactions-${new Date().toISOString().slice(0, 10)}.csv`
