import { column, type Element } from './arrays.ts'
import type { Reader } from './connection.ts'
import type { Query } from './query.ts'

type Column<Row> = readonly [type: string, pick: (row: Row, place: number) => Element]

/**
 * Rows that a statement gets as parameters, for `from ${accountRows(tx, accounts)} as a (id, …)`. Many rows are one array per
 * column, which `unnest` turns into rows. A single one is a list of values: `unnest` costs PostgreSQL 8 µs a column, however
 * few its rows are: a seventh of a lone transfer.
 */
export function parameterRows<Row>(columns: readonly Column<Row>[]) {
  const types = columns.map(([type]) => type)
  const unnested = template('unnest(', types, (type) => `::${type}[]`, ')')
  const listed = template('(values (', types, (type) => `::${type}`, '))')
  return (sql: Reader, rows: readonly Row[]): Query<readonly object[]> => {
    const [only] = rows
    return only !== undefined && rows.length === 1
      ? sql(listed, ...columns.map(([, pick]) => pick(only, 0)))
      : sql(unnested, ...columns.map(([, pick]) => column(rows, pick)))
  }
}

/** The fixed parts of a statement with one parameter per type, as a tagged template has them. */
function template(start: string, types: readonly string[], cast: (type: string) => string, end: string) {
  const parts = types.map((type, index) => cast(type) + (index < types.length - 1 ? ', ' : end))
  return [start, ...parts] as unknown as TemplateStringsArray
}
