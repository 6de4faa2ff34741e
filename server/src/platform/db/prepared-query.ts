import pg from 'pg'
import type { Parameter } from './parameter.ts'
import type { Row } from './query.ts'
import { types } from './types.ts'

type Field = { name: string; dataTypeID: number }
type Shape = { names: string[]; parsers: ((text: string) => unknown)[]; empty: Row }
export type Answer = { rows: Row[]; rowCount: number | null }

/** Parts of the driver's classes that its type declarations omit. A test of this file fails when the driver changes them. */
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
 * A prepared statement whose columns are described once for each connection. The driver asks for their description and looks up
 * their parsers on every run. PostgreSQL refuses to run a prepared statement whose columns have changed (`isStalePlan`), so what
 * was described stays true.
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
    if (!this.#shape) this.#known?.set(this.name, NO_COLUMNS)
  }

  handleReadyForQuery(): void {
    this.callback(this.#unreadable, { rows: this.#rows, rowCount: this.#count })
  }
}

const NO_COLUMNS: Shape = { names: [], parsers: [], empty: {} }

function toShape(fields: readonly Field[]): Shape {
  const names = fields.map(({ name }) => name)
  return {
    names,
    parsers: fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID) as (text: string) => unknown),
    empty: Object.fromEntries(names.map((name) => [name, null])),
  }
}

function toRow({ names, parsers, empty }: Shape, texts: readonly (string | null)[]): Row {
  const row = { ...empty }
  for (const [place, name] of names.entries()) {
    const text = texts[place]
    row[name] = typeof text === 'string' ? parsers[place]?.(text) : null
  }
  return row
}
