import type pg from 'pg'
import { breaksConnection, commitError, isAborted, isStalePlan, ROLLED_BACK, withCode } from './errors.ts'
import { type Answer, PreparedQuery } from './prepared-query.ts'
import { type Result, type Row, type Run, renameStatements, type Statement } from './query.ts'

/** Sends a statement behind those that are still running on the connection, without waiting for them. */
export function send(
  client: pg.Client,
  statement: Statement,
  onError?: (error: Error) => void,
): Promise<Result<Row[]>> {
  return new Promise((resolve, reject) => {
    writeTogether(client)
    const done = (error: Error | null, result: Answer | Answer[]) => {
      if (!error) return resolve(toRows(result))
      if (isStalePlan(error)) renameStatements()
      onError?.(error)
      reject(withCode(error))
    }
    const { name, text, values = [] } = statement
    if (name === undefined) client.query(text, [...values], done)
    else client.query(new PreparedQuery(name, text, values), done)
  })
}

/** Statements that are sent in the same turn of the event loop leave in one write. */
function writeTogether({ connection: { stream } }: pg.Client): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** The rows of a single statement; empty for a multi-statement text. */
function toRows(result: Answer | Answer[]): Result<Row[]> {
  const { rows, rowCount } = Array.isArray(result) ? { rows: [], rowCount: 0 } : result
  return Object.defineProperty(rows, 'count', { value: rowCount ?? 0 }) as unknown as Result<Row[]>
}

export type TransactionOptions = {
  /** Isolation and access, as after BEGIN. */
  mode?: string
  /**
   * BEGIN is sent with the first statements, which saves a round trip. They must only read: should BEGIN fail alone, because it
   * is cancelled, they run outside of a transaction. Later ones are not sent then.
   */
  readsFirst?: boolean
}

/** What the work of a transaction sends its statements with. */
export type OpenTransaction = {
  run: Run
  /** For the error of a statement that the work does not wait for. */
  noteError: (error: Error) => void
  hasBegun: () => boolean
}

/**
 * Runs the work in a transaction: commits, or rolls back on error. COMMIT is sent right behind statements that the work did not
 * wait for: if one of them fails, so does the transaction, with its error. Always releases the connection.
 */
export async function runTransaction<T>(
  client: pg.Client,
  release: (broken: boolean) => void,
  { mode = '', readsFirst = false }: TransactionOptions,
  work: (transaction: OpenTransaction) => T | PromiseLike<T>,
): Promise<T> {
  let open = true
  let hasBegun = false
  let broken = false
  let firstError: unknown
  const noteError = (error: Error) => {
    firstError ??= error
  }
  const run: Run = (statement) => {
    if (!open) return Promise.reject(new Error('The transaction of this statement is over.'))
    return firstError === undefined ? send(client, statement, noteError) : Promise.reject(firstError)
  }
  try {
    const begun = send(client, { text: `begin ${mode}` }, noteError).then(() => {
      hasBegun = true
    })
    // Reported below, unless the work fails first.
    begun.catch(() => {})
    if (!readsFirst) await begun
    const result = await work({ run, noteError, hasBegun: () => hasBegun })
    open = false
    await begun
    // An error on this side never reached PostgreSQL, which would commit the rest.
    if (firstError !== undefined) throw firstError
    await commit(client)
    return result
  } catch (thrown) {
    open = false
    // Statements sent behind a failed one fail too, and so does COMMIT; their errors hide the cause, such as a deadlock.
    const error = isAborted(thrown) ? (firstError ?? thrown) : thrown
    broken = !(await rollback(client)) || breaksConnection(error)
    throw error
  } finally {
    release(broken)
  }
}

/** PostgreSQL answers COMMIT with ROLLBACK when a statement had failed, even if its error was caught. */
function commit(client: pg.Client): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query('commit', (error: Error | null, result?: pg.QueryResult) => {
      if (error) reject(commitError(error))
      else if (result?.command === 'COMMIT') resolve()
      else
        reject(
          Object.assign(new Error('The transaction was rolled back: a statement had failed.'), { code: ROLLED_BACK }),
        )
    })
  })
}

/** False when the connection can't be used any more. */
const rollback = (client: pg.Client): Promise<boolean> =>
  send(client, { text: 'rollback' }).then(
    () => true,
    () => false,
  )
