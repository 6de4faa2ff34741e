export type Element = string | number | bigint | boolean | Date | Uint8Array | null

/**
 * A column of values as one PostgreSQL array literal, for `unnest(${column(rows, (row) => row.id)}::uuid[], …)`.
 * Trailing nulls are left out, because `unnest` pads the shorter of its arrays with them: half of a transaction's columns
 * are null for all rows of most batches.
 */
export function column<Row>(rows: readonly Row[], pick: (row: Row, place: number) => Element): string {
  let text = ''
  let nulls = ''
  let place = 0
  for (const row of rows) {
    const element = pick(row, place++)
    if (element === null) nulls += ',NULL'
    else {
      text += `${nulls},${literal(element)}`
      nulls = ''
    }
  }
  return `{${text.slice(1)}}`
}

/** As one PostgreSQL array literal. */
export const array = (elements: readonly Element[]): string =>
  `{${elements.map((element) => (element === null ? 'NULL' : literal(element))).join()}}`

function literal(element: NonNullable<Element>): string {
  if (typeof element === 'string') return quoted(element)
  if (element instanceof Date) return `"${isoOf(element)}"`
  if (element instanceof Uint8Array) return `"\\\\x${toBuffer(element).toString('hex')}"`
  // Not excluded by the types of rows.
  if (element === undefined || typeof element === 'object')
    throw new TypeError(
      `An element of an array is ${element === undefined ? 'undefined; for NULL, pass null' : 'an object'}.`,
    )
  return String(element)
}

export const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

function quoted(text: string): string {
  if (!text.includes('"') && !text.includes('\\')) return `"${text}"`
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** Formatting a date costs more than everything else here, and the same date appears in many columns and rows. */
const written = new Map<number, string>()
export function isoOf(date: Date): string {
  const ms = date.getTime()
  const known = written.get(ms)
  if (known !== undefined) return known
  const text = date.toISOString()
  if (written.size >= 1_000) written.clear()
  written.set(ms, text)
  return text
}
