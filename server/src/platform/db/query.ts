import { type Parameter, toParameter, type Value } from './parameter.ts'

/** A column has the type that the caller declares: `sql<{ id: string }[]>`. */
// biome-ignore lint/suspicious/noExplicitAny: a statement without declared columns.
export type Row = Record<string, any>
/** The rows of a statement, and the number of rows that it returned or changed. */
export type Result<Rows> = Rows & { readonly count: number }

export type Argument = Value | Query<readonly object[]>

/** A statement without a name is not prepared. */
type NamedText = { text: string; name?: string }
export type Statement = NamedText & { values?: readonly Parameter[] }
export type Run = (statement: Statement) => Promise<Result<Row[]>>

// biome-ignore lint/suspicious/noExplicitAny: as in the signature of a promise.
type OnError<B> = ((error: any) => B | PromiseLike<B>) | null

/** Each connection holds every statement that it ever prepared, so their number is bounded. */
const MAX_PREPARED = 2_000
let names = new Map<string, NamedText>()
let preparedEver = 0

/**
 * The statements that start with the same templates. Templates, and the number of parameters before each, determine the text: it
 * is found by them without being written and hashed for every run. Statements with `unsafe` parts, which are new each time, and
 * those beyond the number that is prepared are not among them.
 */
type Templates = { statement?: NamedText; next: WeakMap<readonly string[], Map<number, Templates>> }
let templates: Templates = { next: new WeakMap() }

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
    const values: Parameter[] = []
    const found = this.#find(names.size < MAX_PREPARED ? templates : undefined, values)
    const statement = found?.statement ?? nameText(this.text)
    if (found) found.statement = statement
    return { ...statement, values }
  }

  /** Appends its parameters to `values`, and finds its statement behind those templates; not if a part of it is `unsafe`. */
  #find(before: Templates | undefined, values: Parameter[]): Templates | undefined {
    let found = this.#prepared ? before && nextOf(before, this.#strings, values.length) : undefined
    for (const argument of this.#arguments) {
      if (argument instanceof Query) found = argument.#find(found, values)
      else values.push(toParameter(argument))
    }
    return found
  }

  /** The text, with its parameters appended to `values`. */
  #build(values: Value[]): string {
    let text = this.#strings[0] ?? ''
    this.#arguments.forEach((argument, index) => {
      text += argument instanceof Query ? argument.#build(values) : `$${values.push(argument)}`
      text += this.#strings[index + 1]
    })
    return text
  }
}

function nextOf({ next }: Templates, strings: readonly string[], parameters: number): Templates {
  let byCount = next.get(strings)
  if (!byCount) {
    byCount = new Map()
    next.set(strings, byCount)
  }
  let found = byCount.get(parameters)
  if (!found) {
    found = { next: new WeakMap() }
    byCount.set(parameters, found)
  }
  return found
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
  templates = { next: new WeakMap() }
}
