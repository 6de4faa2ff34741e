import type { CsvMapping } from '#contract/external-money/csv-mapping.ts'
import { verbatim } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { TextField } from '../../../shared/ui/forms/field.tsx'
import { SelectField } from '../../../shared/ui/forms/select-field.tsx'

type Props = { mapping: CsvMapping; onChange: (mapping: CsvMapping) => void }

/** How the bank writes rows, dates and amounts. */
export function MappingOptions({ mapping, onChange }: Props) {
  const set = (changed: Partial<CsvMapping>) => onChange({ ...mapping, ...changed })
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <SelectField
        label={t('Columns end with')}
        value={mapping.delimiter}
        onChange={(event) => set({ delimiter: event.target.value as CsvMapping['delimiter'] })}
      >
        <option value=",">{t('Comma')}</option>
        <option value=";">{t('Semicolon')}</option>
        <option value={'\t'}>{t('Tab')}</option>
        <option value="|">{t('Vertical bar')}</option>
      </SelectField>
      <TextField
        autoComplete="off"
        type="number"
        label={t('Rows to skip')}
        min={0}
        max={100}
        value={mapping.skipRows}
        onChange={(event) => set({ skipRows: Math.min(100, Math.max(0, Math.trunc(Number(event.target.value)) || 0)) })}
      />
      <SelectField
        label={t('Dates')}
        value={mapping.dateOrder}
        onChange={(event) => set({ dateOrder: event.target.value as CsvMapping['dateOrder'] })}
      >
        <option value="ymd">{t('Year first')}</option>
        <option value="dmy">{t('Day first')}</option>
        <option value="mdy">{t('Month first')}</option>
      </SelectField>
      <SelectField
        label={t('Decimals')}
        value={mapping.decimal}
        onChange={(event) => set({ decimal: event.target.value as CsvMapping['decimal'] })}
      >
        <option value=".">{verbatim('1,234.56')}</option>
        <option value=",">{verbatim('1.234,56')}</option>
      </SelectField>
    </div>
  )
}
