import type { CsvMapping } from '#contract/external-money/csv-mapping.ts'
import type { Text } from '#contract/text.ts'
import { msg } from '#contract/text-id.ts'
import { t } from '../../../shared/i18n/i18n.ts'

/** What a column of a CSV file can hold, with the words of the dialog, in the order of its list. */
export const COLUMN_ROLES = {
  bookedOn: msg('Booking date'),
  valueOn: msg('Value date'),
  amount: msg('Amount'),
  credit: msg('Credited amount'),
  debit: msg('Debited amount'),
  direction: msg('Debit or credit'),
  fee: msg('Fee'),
  status: msg('Status'),
  balance: msg('Balance'),
  currency: msg('Currency'),
  name: msg('Name'),
  number: msg('Account number'),
  reference: msg('End-to-end ID'),
  bankReference: msg('Bank reference'),
  text: msg('Text'),
} as const
export type ColumnRole = keyof typeof COLUMN_ROLES

const ROLES = Object.keys(COLUMN_ROLES) as ColumnRole[]

/** What the mapping says about one column. */
export const roleOf = (mapping: Partial<CsvMapping>, column: number): ColumnRole | '' =>
  ROLES.find((role) => (role === 'text' ? mapping.text?.includes(column) : mapping[role] === column)) ?? ''

/** Gives a column its role. Only texts may be in several columns: another column with this role loses it. */
export function assignRole(mapping: CsvMapping, column: number, role: ColumnRole | ''): CsvMapping {
  const cleared: Partial<CsvMapping> = { ...mapping, text: mapping.text.filter((other) => other !== column) }
  for (const other of ROLES) if (other !== 'text' && cleared[other] === column) delete cleared[other]
  if (role === 'text') cleared.text = [...(cleared.text ?? []), column].sort((a, b) => a - b)
  else if (role) cleared[role] = column
  return cleared as CsvMapping
}

/** What is still missing before a file can be read; undefined when nothing is. */
export function missingColumn(mapping: Partial<CsvMapping>): Text | undefined {
  if (mapping.bookedOn === undefined) return t('Choose the column of the booking date.')
  const hasAmount = [mapping.amount, mapping.credit, mapping.debit].some((column) => column !== undefined)
  return hasAmount ? undefined : t('Choose the column of the amount, or those of credits and debits.')
}
