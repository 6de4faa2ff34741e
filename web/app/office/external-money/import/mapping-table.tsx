import type { CsvMapping } from '#contract/external-money/csv-mapping.ts'
import type { Text } from '#contract/text.ts'
import { t } from '../../../shared/i18n/i18n.ts'
import { classNames } from '../../../shared/ui/class-names.ts'
import { inputClass } from '../../../shared/ui/forms/field.tsx'
import { assignRole, COLUMN_ROLES, type ColumnRole, roleOf } from './column-roles.ts'

type Props = {
  headings: Text[]
  /** The first rows with transactions. */
  rows: Text[][]
  mapping: CsvMapping
  onChange: (mapping: CsvMapping) => void
}

/** The first rows of the file, with a choice above each column. Wide files scroll in their own box. */
export function MappingTable({ headings, rows, mapping, onChange }: Props) {
  const width = Math.max(headings.length, ...rows.map((row) => row.length), 1)
  const columns = Array.from({ length: width }, (_, column) => column)
  return (
    <section
      aria-label={t('Columns of the file')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-2xl border border-line"
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="bg-sunken">
            {columns.map((column) => (
              <th key={column} scope="col" className="min-w-36 p-2 text-start font-normal">
                <select
                  aria-label={t('Column {number} holds', { number: column + 1 })}
                  value={roleOf(mapping, column)}
                  onChange={(event) => onChange(assignRole(mapping, column, event.target.value as ColumnRole | ''))}
                  className={classNames(inputClass, 'h-10 px-2 text-sm', !roleOf(mapping, column) && 'text-muted')}
                >
                  <option value="">{t('Not used')}</option>
                  {Object.entries(COLUMN_ROLES).map(([role, name]) => (
                    <option key={role} value={role}>
                      {t(name)}
                    </option>
                  ))}
                </select>
                <span className="mt-1.5 block truncate px-1 font-medium">{headings[column]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no identity
              key={index}
              className="border-t border-line"
            >
              {columns.map((column) => (
                <td
                  key={column}
                  className={classNames(
                    'figures max-w-56 truncate px-3 py-1.5',
                    roleOf(mapping, column) ? 'font-medium' : 'text-muted',
                  )}
                >
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
