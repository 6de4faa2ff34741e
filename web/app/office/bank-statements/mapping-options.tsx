import type { CsvMapping } from '#contract/csv-mapping.ts'
import { TextField } from '../../shared/ui/field.tsx'
import { SelectField } from '../../shared/ui/select-field.tsx'

type Props = { mapping: CsvMapping; onChange: (mapping: CsvMapping) => void }

/** How the bank writes rows, dates and amounts. */
export function MappingOptions({ mapping, onChange }: Props) {
  const set = (changed: Partial<CsvMapping>) => onChange({ ...mapping, ...changed })
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <SelectField
        label="Columns end with"
        value={mapping.delimiter}
        onChange={(event) => set({ delimiter: event.target.value as CsvMapping['delimiter'] })}
      >
        <option value=",">Comma</option>
        <option value=";">Semicolon</option>
        <option value={'\t'}>Tab</option>
        <option value="|">Vertical bar</option>
      </SelectField>
      <TextField
        type="number"
        label="Rows to skip"
        min={0}
        max={100}
        value={mapping.skipRows}
        onChange={(event) => set({ skipRows: Math.min(100, Math.max(0, Math.trunc(Number(event.target.value)) || 0)) })}
      />
      <SelectField
        label="Dates"
        value={mapping.dateOrder}
        onChange={(event) => set({ dateOrder: event.target.value as CsvMapping['dateOrder'] })}
      >
        <option value="ymd">Year first</option>
        <option value="dmy">Day first</option>
        <option value="mdy">Month first</option>
      </SelectField>
      <SelectField
        label="Decimals"
        value={mapping.decimal}
        onChange={(event) => set({ decimal: event.target.value as CsvMapping['decimal'] })}
      >
        <option value=".">1,234.56</option>
        <option value=",">1.234,56</option>
      </SelectField>
    </div>
  )
}
