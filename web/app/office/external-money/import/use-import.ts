import { useRef, useState } from 'react'
import type { CsvMapping } from '#contract/external-money/csv-mapping.ts'
import type { ImportedStatement } from '#contract/external-money/statement-import.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { isConfirmationCancelled } from '../../../shared/api/confirmation.ts'
import { uploadForm } from '../../../shared/api/upload-form.ts'
import { reloadOffice } from '../../layout/office-query.ts'
import { type AccountQuestion, accountQuestion, type NamedAccount, namedAccount } from './import-errors.ts'
import { previewStatement } from './preview-statement.ts'

/** What a CSV file does not say itself. */
export type CsvChoice = { account: string; mapping: CsvMapping }

export type ImportState =
  | { kind: 'idle' }
  | { kind: 'running'; file: File; sent: number }
  | { kind: 'done'; file: File; result: ImportedStatement }
  /** CSV: the columns have to be chosen. */
  | { kind: 'mapping'; file: File }
  /** The file names an account that may be one of several. */
  | { kind: 'account'; file: File; question: AccountQuestion }
  | { kind: 'failed'; file: File; error: unknown; csv: CsvChoice | null; unknownAccount: NamedAccount | null }

/** A hundred thousand entries take half a minute; a busy server longer. */
const PROCESSING_MS = 180_000

/** One import at a time, from the file to its result. */
export function useImport() {
  const [state, setState] = useState<ImportState>({ kind: 'idle' })
  const running = useRef(false)

  async function start(file: File, csv: CsvChoice | null = null, outsideAccountId: string | null = null) {
    if (running.current) return
    running.current = true
    setState({ kind: 'running', file, sent: 0 })
    try {
      const onProgress = (sent: number) => setState({ kind: 'running', file, sent })
      const answer = await uploadForm('/admin/bank-statements', formOf(file, csv, outsideAccountId), {
        onProgress,
        processingMs: PROCESSING_MS,
      })
      setState({ kind: 'done', file, result: answer as ImportedStatement })
      void reloadOffice()
    } catch (error) {
      setState(await failureOf(file, csv, error))
    } finally {
      running.current = false
    }
  }
  return {
    state,
    start,
    chooseColumns: (file: File) => setState({ kind: 'mapping', file }),
    chooseAccount: (file: File, { number, currency }: NamedAccount) =>
      setState({ kind: 'account', file, question: { number, currency, numbers: [number], candidates: [] } }),
    reset: () => setState({ kind: 'idle' }),
  }
}

function formOf(file: File, csv: CsvChoice | null, outsideAccountId: string | null): FormData {
  const form = new FormData()
  if (outsideAccountId) form.set('outsideAccountId', outsideAccountId)
  if (csv) {
    form.set('account', csv.account)
    form.set('mapping', JSON.stringify(csv.mapping))
  }
  form.set('file', file, file.name)
  return form
}

async function failureOf(file: File, csv: CsvChoice | null, error: unknown): Promise<ImportState> {
  if (isConfirmationCancelled(error)) return { kind: 'idle' }
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'mapping_required') return { kind: 'mapping', file }
  const question = accountQuestion(error)
  if (question) return { kind: 'account', file, question }
  const unknownAccount = code === 'unknown_account' ? (namedAccount(error) ?? (await readAccount(file))) : null
  return { kind: 'failed', file, error, csv, unknownAccount }
}

const readAccount = async (file: File): Promise<NamedAccount | null> => {
  const preview = await previewStatement(file, null, null).catch(() => null)
  return preview?.account ? { number: preview.account.number, currency: preview.account.currency ?? '' } : null
}
