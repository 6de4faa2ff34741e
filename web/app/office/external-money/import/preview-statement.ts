import type { CsvMapping } from '#contract/external-money/csv-mapping.ts'
import type { StatementPreview } from '#contract/external-money/statement-import.ts'
import { uploadForm } from '../../../shared/api/upload-form.ts'

/** The first megabyte is enough for a preview. */
const PREVIEW_BYTES = 1024 * 1024

/** What the file contains, without importing it; with a mapping, the entries that it makes. */
export async function previewStatement(
  file: File,
  account: string | null,
  mapping: CsvMapping | null,
  signal?: AbortSignal,
): Promise<StatementPreview> {
  const form = new FormData()
  if (account) form.set('account', account)
  if (mapping) form.set('mapping', JSON.stringify(mapping))
  form.set('file', file.slice(0, PREVIEW_BYTES), file.name)
  return (await uploadForm('/admin/bank-statements/preview', form, {
    onProgress: () => {},
    signal,
  })) as StatementPreview
}
