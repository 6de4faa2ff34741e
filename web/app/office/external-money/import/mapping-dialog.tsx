import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CsvMapping } from '#contract/external-money/csv-mapping.ts'
import { joinTexts } from '#contract/text.ts'
import { translateApiText } from '../../../shared/i18n/api-texts.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { SelectField } from '../../../shared/ui/forms/select-field.tsx'
import { OFFICE } from '../../layout/office-query.ts'
import { TableError, TableSkeleton } from '../../parts/table-parts.tsx'
import { useSettled } from '../../search/use-settled.ts'
import { externalAccountsQuery } from '../entries/entries-query.ts'
import { AddAccountForm } from '../statements/add-account-dialog.tsx'
import { missingColumn } from './column-roles.ts'
import { MappingOptions } from './mapping-options.tsx'
import { MappingTable } from './mapping-table.tsx'
import { PreviewEntries } from './preview-entries.tsx'
import { previewStatement } from './preview-statement.ts'
import type { CsvChoice } from './use-import.ts'

type Props = {
  /** Null: closed. */
  file: File | null
  onImport: (file: File, csv: CsvChoice) => void
  onClose: () => void
}

/** Which column of a CSV file holds what. The bank remembers it for files with the same headings. */
export function MappingDialog({ file, onImport, onClose }: Props) {
  // The last file stays visible during the closing animation.
  const last = useRef(file)
  if (file) last.current = file
  const shown = file ?? last.current
  if (!shown) return null
  return (
    <Dialog
      open={file !== null}
      onClose={onClose}
      title={t('Columns of the CSV file')}
      intro={t('Say what each column holds. We remember it for the next file of this bank.')}
      wide
    >
      <MappingForm
        key={`${shown.name} ${shown.lastModified}`}
        file={shown}
        onImport={(csv) => onImport(shown, csv)}
        onClose={onClose}
      />
    </Dialog>
  )
}

const EMPTY: Partial<CsvMapping> = { delimiter: ',', skipRows: 1, dateOrder: 'ymd', decimal: '.', text: [] }

type FormProps = { file: File; onImport: (csv: CsvChoice) => void; onClose: () => void }

function MappingForm({ file, onImport, onClose }: FormProps) {
  const accounts = useQuery(externalAccountsQuery).data
  const [chosenAccount, setAccount] = useState<string>()
  const account = chosenAccount ?? (accounts?.length === 1 ? accounts[0]?._id : undefined) ?? ''
  const [chosen, setMapping] = useState<CsvMapping>()
  const [isTried, setTried] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const complete = chosen && !missingColumn(chosen) ? JSON.stringify(chosen) : ''
  const preview = usePreview(file, account, useSettled(complete))
  const { data } = preview
  // What the server remembered or recognised is where the choice starts.
  const suggested = data?.csv?.mapping
  useEffect(() => {
    if (data) setMapping((now) => now ?? ((suggested ?? EMPTY) as CsvMapping))
  }, [data, suggested])
  if (preview.isError)
    return (
      <TableError
        text={t('The file could not be read.')}
        onRetry={() => void preview.refetch()}
        busy={preview.isFetching}
      />
    )
  if (!data?.csv || !chosen) return <TableSkeleton rows={5} />
  const missing = account ? missingColumn(chosen) : t('Choose the account.')
  const submit = () => {
    setTried(true)
    if (!missing) onImport({ account, mapping: chosen })
  }
  return (
    <div className="grid min-w-0 grid-cols-1 gap-5">
      <SelectField
        label={t('Outside account')}
        hint={t('CSV files don’t name their account.')}
        value={account}
        error={isTried && !account ? t('Choose the account.') : undefined}
        onChange={(event) => setAccount(event.target.value)}
      >
        <option value="">{t('Choose an account')}</option>
        {accounts?.map(({ _id, name, number }) => (
          <option key={_id} value={_id}>
            {joinTexts(', ', name, number)}
          </option>
        ))}
      </SelectField>
      {isAdding ? (
        <section aria-label={t('Add an account')} className="rounded-2xl border border-line p-4">
          <AddAccountForm
            onAdded={({ _id }) => {
              setAccount(_id)
              setAdding(false)
            }}
            onClose={() => setAdding(false)}
          />
        </section>
      ) : (
        <Button variant="quiet" className="-mt-3 justify-self-start" onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4.5" />
          {t('Add an account')}
        </Button>
      )}
      {data.csv.remembered && (
        <p className="rounded-2xl bg-accent-soft px-4 py-3">{t('We remember these columns from an earlier file.')}</p>
      )}
      <MappingTable headings={data.csv.columns} rows={data.csv.rows} mapping={chosen} onChange={setMapping} />
      <MappingOptions mapping={chosen} onChange={setMapping} />
      <PreviewEntries
        entries={complete || data.csv.mapping ? data.lines : []}
        error={complete && data.error ? translateApiText(data.error) : null}
        missing={missingColumn(chosen)}
        isReading={preview.isFetching}
      />
      <div className="grid gap-3">
        {isTried && missing && (
          <p role="alert" className="font-medium text-negative">
            {missing}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button onClick={submit}>{t('Import')}</Button>
          <Button variant="quiet" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Read again with each complete choice, while the last result stays visible. */
const usePreview = (file: File, account: string, mapping: string) =>
  useQuery({
    queryKey: [OFFICE, 'statement preview', file.name, file.lastModified, account, mapping],
    queryFn: ({ signal }) =>
      previewStatement(file, account || null, mapping ? (JSON.parse(mapping) as CsvMapping) : null, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
