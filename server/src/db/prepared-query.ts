import pg from 'pg'
import type { Parameter } from './parameter.ts'
import type { Row } from './query.ts'
import { types } from './types.ts'

type Field = { name: string; dataTypeID: number }
type Shape = { names: string[]; parsers: ((text: string) => unknown)[]; empty: Row }
export type Answer = { rows: Row[]; rowCount: number | null }

/** Of the driver's classes, what its types leave out. */
type DriverConnection = {
  bind(message: { statement: string; values: readonly Parameter[] }): void
  execute(): void
  sync(): void
}
const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: readonly Parameter[],
) => {
  name: string
  readonly text: string
  readonly values: Parameter[]
  readonly callback: (error: Error | null, answer?: Answer) => void
  prepare(connection: DriverConnection): void
}

/** What the statements that a connection has prepared return, by their names. */
const shapes = new WeakMap<DriverConnection, Map<string, Shape>>()

/**
 * A prepared statement whose columns are described once for each connection. The driver has them described and prepares their
 * parsers for every run, which is a tenth of the server's share of a lone transfer. They can't change: PostgreSQL refuses to run
 * a prepared statement that would return others, see `isStalePlan`.
 */
export class PreparedQuery extends DriverQuery {
  #known: Map<string, Shape> | undefined
  #shape: Shape | undefined
  readonly #rows: Row[] = []
  #count = 0
  #unreadable: Error | null = null

  constructor(name: string, text: string, values: readonly Parameter[]) {
    super(text, values)
    this.name = name
  }

  override prepare(connection: DriverConnection): void {
    this.#known = shapes.get(connection)
    if (!this.#known) {
      this.#known = new Map()
      shapes.set(connection, this.#known)
    }
    this.#shape = this.#known.get(this.name)
    if (!this.#shape) {
      super.prepare(connection)
      return
    }
    connection.bind({ statement: this.name, values: this.values })
    connection.execute()
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#shape = toShape(fields)
    this.#known?.set(this.name, this.#shape)
  }

  handleDataRow({ fields: texts }: { fields: readonly (string | null)[] }): void {
    try {
      if (!this.#shape) throw new Error('PostgreSQL sent a row before the description of its columns.')
      this.#rows.push(toRow(this.#shape, texts))
    } catch (error) {
      this.#unreadable ??= error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(/\d+$/.exec(text)?.[0] ?? 0)
  }

  handleReadyForQuery(): void {
    this.callback(this.#unreadable, { rows: this.#rows, rowCount: this.#count })
  }
}

function toShape(fields: readonly Field[]): Shape {
  const names = fields.map(({ name }) => name)
  return {
    names,
    parsers: fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID) as (text: string) => unknown),
    // Not built by assignment: V8 would make it a dictionary, and so each row that starts as its copy.
    empty: JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`),
  }
}

function toRow({ names, parsers, empty }: Shape, texts: readonly (string | null)[]): Row {
  const row = { ...empty }
  for (const [place, name] of names.entries()) {
    const text = texts[place]
    if (typeof text === 'string') row[name] = parsers[place]?.(text)
  }
  return row
}
