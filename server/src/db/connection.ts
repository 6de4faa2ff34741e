import type Driver from 'postgres'
import { postgres } from './driver.ts'

/** Where the database is: a URL, or the parts of one (the embedded PostgreSQL listens on a socket, which no URL names). */
export type Connection =
  | { url: string }
  | { host: string; port: number; user: string; database: string; password?: string | undefined }

const types = {
  /** Cents, counters and numbers are bigint everywhere. */
  bigint: postgres.BigInt,
  /** A birthday has no time and no zone: it stays the text it is. */
  date: { to: 1082, from: [1082], serialize: (text: string) => text, parse: (text: string) => text },
}
type Types = { bigint: bigint; date: string }

export type Sql = Driver.Sql<Types>
export type Tx = Driver.TransactionSql<Types>
/** For reads that serve inside a transaction and outside of one. */
export type Reader = Sql | Tx

/** The role that requests run under: it may not change or delete what must never change. */
export const APPLICATION_ROLE = 'openteller_app'

type PoolOptions = {
  max: number
  role?: string
  /** For statements that all find their rows by key. */
  byKey?: boolean
}

/**
 * Planned once, and always through the index. Left to itself, PostgreSQL plans a lookup anew for every call, which costs
 * more than the lookup, or keeps a plan from when the table was small, which reads all of it.
 */
const BY_KEY = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

export function openPool(connection: Connection, { max, role, byKey = false }: PoolOptions): Sql {
  const options: Driver.Options<typeof types> = {
    max,
    types,
    // The migrator's "already exists, skipping" and the like are no news.
    onnotice: () => {},
    connect_timeout: 5,
    idle_timeout: 300,
    connection: {
      application_name: 'openteller',
      // A server that stands still while it holds a lock must not stop the others for long.
      idle_in_transaction_session_timeout: 5_000,
      statement_timeout: 15_000,
      lock_timeout: 8_000,
      ...(byKey ? BY_KEY : {}),
      ...(role ? { role } : {}),
    } as Partial<Driver.ConnectionParameters>,
  }
  if (!('url' in connection)) return postgres({ ...options, ...connection } as typeof options)
  const { url, ...place } = placeInQuery(connection.url)
  return postgres(url, { ...options, ...place } as typeof options)
}

/** A socket's folder stands in the query of a URL; the driver would send it to the server as a setting. */
function placeInQuery(text: string): { url: string; host?: string; port?: number } {
  const url = new URL(text)
  const host = url.searchParams.get('host')
  const port = url.searchParams.get('port')
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  return { url: url.href, ...(host ? { host } : {}), ...(port ? { port: Number(port) } : {}) }
}

export const sqlState = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** Serialization failure and deadlock: the database undid the whole transaction, so it may simply run again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error))

/** The database could not be asked, or broke off: nothing is known to have happened. */
export function isUnavailable(error: unknown): boolean {
  const code = sqlState(error)
  return (
    /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/.test(code) ||
    // Connection exceptions, out of connections or disk, shut down or starting, read-only after a failover, cancelled waits.
    /^(08|53|57P|25006$|25P03$|55P03$|57014$)/.test(code)
  )
}
