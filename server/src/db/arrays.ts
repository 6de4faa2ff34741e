type Element = string | number | bigint | Date | Uint8Array | null

/**
 * A column of values as one PostgreSQL array literal, for `unnest(${column(rows, (row) => row.id)}::uuid[])`.
 * The driver guesses an array's type from its first element and gets it wrong for null, bigint, dates and bytes.
 */
export function column<Row>(rows: readonly Row[], pick: (row: Row) => Element): string {
  return `{${rows.map((row) => literal(pick(row))).join(',')}}`
}

function literal(element: Element): string {
  if (element === null) return 'NULL'
  if (typeof element === 'bigint' || typeof element === 'number') return String(element)
  if (element instanceof Date) return `"${element.toISOString()}"`
  if (element instanceof Uint8Array) return `"\\\\x${Buffer.from(element).toString('hex')}"`
  return `"${element.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
