import type { Text } from './text.ts'

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/
/** What a spreadsheet treats as a formula. Leading whitespace counts: some programs skip it. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r\n|%]/u

/**
 * Escapes one cell. An apostrophe makes a payee called `=HYPERLINK(…)` text in every spreadsheet; plain numbers stay
 * numbers, so that sums work. Quotes are doubled (RFC 4180).
 */
export function csvCell(text: string): string {
  const escaped = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
  return /["',\r\n;]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** First in a file, so that spreadsheets recognize UTF-8: without it, Excel reads another encoding. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** The names of the columns, in the language of the reader. */
export const csvHead = (names: readonly Text[]): string => BYTE_ORDER_MARK + csvLine(names)

export const csv = (names: readonly Text[], rows: readonly (readonly string[])[]): string =>
  csvHead(names) + rows.map(csvLine).join('')
