/** A parameter of a statement. Objects are excluded: a json column takes its text. */
export type Value = string | number | bigint | boolean | Date | Uint8Array | null | readonly Value[]

/** A column has the type that the caller declares: `sql<{ id: string }[]>`. */
// biome-ignore lint/suspicious/noExplicitAny: a statement without declared columns.
export type Row = Record<string, any>
/** The rows of a statement, and the number of rows that it returned or changed. */
export type Result<Rows> = Rows & { readonly count: number }

export type Argument = Value | Query<readonly object[]>

/** A statement without a name is not prepared. */
type NamedText = { text: string; name?: string }
export type Statement = NamedText & { values?: unknown[] }
export type Run = (statement: Statement) => Promise<Result<Row[]>>

// biome-ignore lint/suspicious/noExplicitAny: as in the signature of a promise.
type OnError<B> = ((error: any) => B | PromiseLike<B>) | null

/** Each connection holds every statement that it ever prepared, so their number is bounded. */
const MAX_PREPARED = 2_000
let names = new Map<string, NamedText>()
/** The same for templates without fragments, whose text never changes. */
let templates = new WeakMap<readonly string[], NamedText>()
let preparedEver = 0

/**
 * A statement from a tagged template: sent once it is awaited, or part of another statement that it is an argument of.
 * Every other argument becomes a parameter.
 */
export class Query<Rows extends readonly object[]> implements Promise<Result<Rows>> {
  readonly [Symbol.toStringTag] = 'Query'
  readonly #strings: readonly string[]
  readonly #arguments: readonly Argument[]
  readonly #run: Run
  readonly #prepared: boolean
  #result: Promise<Result<Rows>> | undefined

  constructor(strings: readonly string[], args: readonly Argument[], run: Run, { prepared = true } = {}) {
    this.#strings = strings
    this.#arguments = args
    this.#run = run
    this.#prepared = prepared
  }

  // biome-ignore lint/suspicious/noThenProperty: a query is awaited.
  then<A = Result<Rows>, B = never>(
    onResult?: ((result: Result<Rows>) => A | PromiseLike<A>) | null,
    onError?: OnError<B>,
  ): Promise<A | B> {
    return this.#send().then(onResult, onError)
  }

  catch<B = never>(onError?: OnError<B>): Promise<Result<Rows> | B> {
    return this.#send().catch(onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Result<Rows>> {
    return this.#send().finally(onEnd)
  }

  /** The text that is sent, for looking at its plan. */
  get text(): string {
    return this.#build([])
  }

  #send(): Promise<Result<Rows>> {
    try {
      this.#result ??= this.#run(this.#toStatement()) as Promise<Result<Row[]>> as Promise<never>
    } catch (error) {
      this.#result = Promise.reject(error)
    }
    return this.#result
  }

  #toStatement(): Statement {
    if (!this.#prepared) return { text: this.text }
    const args = this.#arguments
    if (args.some((argument) => argument instanceof Query)) {
      const values: unknown[] = []
      const { text, name } = nameText(this.#build(values))
      return { text, name, values }
    }
    let known = templates.get(this.#strings)
    if (!known) {
      known = nameText(this.#build([]))
      templates.set(this.#strings, known)
    }
    return { text: known.text, name: known.name, values: (args as readonly Value[]).map(toParameter) }
  }

  /** The text, with its parameters appended to `values`. */
  #build(values: unknown[]): string {
    let text = this.#strings[0] ?? ''
    this.#arguments.forEach((argument, index) => {
      text += argument instanceof Query ? argument.#build(values) : `$${values.push(toParameter(argument))}`
      text += this.#strings[index + 1]
    })
    return text
  }
}

export function nameText(text: string): NamedText {
  const known = names.get(text)
  if (known) return known
  if (names.size >= MAX_PREPARED) return { text }
  const named = { text, name: `s${++preparedEver}` }
  names.set(text, named)
  return named
}

/** Every statement is prepared again under another name: a migration changed what a prepared one returns. */
export function renameStatements(): void {
  names = new Map()
  templates = new WeakMap()
}

function toParameter(value: Value | undefined): unknown {
  if (value === undefined) throw new TypeError('A parameter of a statement is undefined. For NULL, pass null.')
  return value instanceof Date ? value.toISOString() : value
}
