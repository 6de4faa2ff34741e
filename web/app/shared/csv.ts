const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/
/** What a spreadsheet takes for a formula. Tabs and line ends count: some programs skip them before they look. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r\n|%]/u

/**
 * A payee called `=HYPERLINK(…)` must arrive as a name and not as a formula: an apostrophe makes it text in every
 * spreadsheet. A plain number is none and stays one, so that sums work. Quotes are doubled, as RFC 4180 has it.
 */
export function csvCell(text: string): string {
  const harmless = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text
  return /["',\r\n;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Begins with a byte order mark, without which a spreadsheet takes the text for something other than UTF-8. */
export const csv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`
