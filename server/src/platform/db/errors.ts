import pg from 'pg'

export const LOCK_NOT_AVAILABLE = '55P03'

export const sqlState = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** The name of the constraint that a statement violated. */
export const violatedConstraint = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'constraint' in error ? String(error.constraint) : ''

/** A migration changed what a statement returns after a connection had prepared it. */
export const isStalePlan = (error: unknown): boolean =>
  sqlState(error) === '0A000' && /cached plan must not change result type/.test((error as Error).message)

/** A COMMIT was answered with ROLLBACK (SQLSTATE transaction_rollback). */
export const ROLLED_BACK = '40000'

/** An earlier statement of the same transaction failed. */
export const isAborted = (error: unknown): boolean => ['25P02', ROLLED_BACK].includes(sqlState(error))

/** Serialization failure and deadlock: the database rolled the whole transaction back, so it may simply run again. */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes(sqlState(error)) || isStalePlan(error)

/** A statement that waited or ran for too long: the connection itself is fine. */
const CANCELLED = [LOCK_NOT_AVAILABLE, '57014']

/** The database could not be reached, or the connection broke: the outcome of the statement is unknown. */
export function isUnavailable(error: unknown): boolean {
  const code = sqlState(error)
  return (
    /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN)/.test(code) ||
    // Connection exceptions, out of connections or disk, shutting down or starting, read-only after a failover.
    /^(08|53|57P|25006$|25P03$)/.test(code) ||
    CANCELLED.includes(code)
  )
}

/** The server closes the connection, or no longer serves writes on it. */
export const breaksConnection = (error: unknown): boolean =>
  isUnavailable(error) && !CANCELLED.includes(sqlState(error))

/** The driver reports these with a message only. */
const CONNECTION_ERRORS: [message: RegExp, code: string][] = [
  [/^timeout expired|connection timeout|timeout exceeded/, 'CONNECT_TIMEOUT'],
  [/^Connection terminated|^Client has encountered a connection error/, 'CONNECTION_CLOSED'],
  [/^Client was closed|^Cannot use a pool after calling end/, 'CONNECTION_ENDED'],
  [/^Received unexpected \w+ message/, 'CONNECTION_CLOSED'],
  [/SSL connection/, 'CONNECTION_REFUSED'],
]

/** The driver's error with a code that `isUnavailable` knows. */
export function withCode(error: Error): Error {
  if (sqlState(error) !== '') return error
  const code = CONNECTION_ERRORS.find(([message]) => message.test(error.message))?.[1]
  return code ? Object.assign(error, { code }) : error
}

/** The error of a COMMIT. Unless it comes from PostgreSQL itself, the outcome is unknown, whatever the system calls it. */
export const commitError = (error: Error): Error =>
  error instanceof pg.DatabaseError || isUnavailable(withCode(error))
    ? error
    : Object.assign(new Error(`Connection terminated: ${error.message}`, { cause: error }), {
        code: 'CONNECTION_CLOSED',
      })
