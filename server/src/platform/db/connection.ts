import pg from 'pg'
import { type OpenTransaction, runTransaction, send, type TransactionOptions } from './client.ts'
import { type Address, DatabaseHosts } from './database-hosts.ts'
import { breaksConnection, isStalePlan } from './errors.ts'
import { BY_KEY } from './plans.ts'
import { PoolClients, type PoolUse } from './pool-clients.ts'
import { requireUsableSession } from './require-usable-session.ts'

export type { PoolUse } from './pool-clients.ts'

import { type Argument, nameText, Query, type Result, type Row, type Run, type Statement } from './query.ts'
import { types } from './types.ts'

/** Where the database is: a URL, or the parts of one. */
export type Connection = { url: string } | Address

/** For reads that run inside a transaction or outside of one. */
export interface Reader {
  <Rows extends readonly object[] = Row[]>(strings: TemplateStringsArray, ...args: readonly Argument[]): Query<Rows>
  /** Text as it is: several statements at once when awaited, or a part of another statement. */
  unsafe<Rows extends readonly object[] = Row[]>(text: string): Query<Rows>
  /** The database's time, as a part of a statement: at the start of the transaction. Tests move it. */
  now(): TimeInSql
}

/** A time that the database computes. What deletes takes nothing else, so that no server's clock can delete too early. */
export type TimeInSql = Query<readonly object[]>

export interface Tx extends Reader {
  /** Tells a transaction from a pool, whose statements each commit by themselves. */
  readonly inTransaction: true
  /** Sends a statement without waiting for its result: if it fails, the transaction does. Not before BEGIN was answered. */
  send(strings: TemplateStringsArray, ...args: readonly Argument[]): void
}

type Work<T> = (tx: Tx) => T | PromiseLike<T>

export interface Sql extends Reader {
  begin<T>(work: Work<T>): Promise<T>
  begin<T>(options: TransactionOptions, work: Work<T>): Promise<T>
  /** Waits for running statements, but not longer than this; then their connections are closed. */
  end(options?: { timeoutMs?: number }): Promise<void>
  /** Closes all connections and refuses statements at once, until `resume`: the database does not answer. */
  suspend(): void
  resume(): void
  /** How many connections are open and busy now, and how many callers wait for one. */
  use(): PoolUse
}

/** The role that requests run under: it may not change or delete what must never change. */
export const APPLICATION_ROLE = 'openteller_app'

type PoolOptions = {
  max: number
  role?: string
  /** For statements that all find their rows by key. */
  byKey?: boolean
  /** Tests set it, in place of the database's own clock. */
  clock?: () => Date
}

const END_TIMEOUT_MS = 5_000
const IDLE_TIMEOUT_MS = 300_000
const KEEP_ALIVE_MS = 60_000
const MAX_LIFETIME_SECONDS = 3_600

const SETTINGS = {
  application_name: 'openteller',
  // A server that stalls while it holds a lock must not block the others for long.
  idle_in_transaction_session_timeout: '5000',
  statement_timeout: '15000',
  lock_timeout: '8000',
}

export function openPool(connection: Connection, { max, role, byKey = false, clock }: PoolOptions): Sql {
  const settings = { ...SETTINGS, ...(byKey ? BY_KEY : {}), ...(role ? { role } : {}) }
  const hosts = new DatabaseHosts(connection)
  const { options, ...login } = hosts.login
  const pool = new pg.Pool({
    ...login,
    // A role named in the URL would lift the restrictions of ours: the last setting wins.
    options: [options, ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)].join(' '),
    max,
    types,
    pipeline: true,
    Client: hosts.Client,
    onConnect: (client) => requireUsableSession(client, { role, hosts }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
  })
  return createSql(new PoolClients(pool, hosts.count), clock)
}

function createSql(pool: PoolClients, clock: PoolOptions['clock']): Sql {
  async function runOnce(statement: Statement): Promise<Result<Row[]>> {
    const client = await pool.checkOut()
    try {
      const result = await send(client, statement)
      pool.release(client, false)
      return result
    } catch (error) {
      pool.release(client, breaksConnection(error))
      if (isStalePlan(error)) return runOnce({ ...statement, ...nameText(statement.text) })
      throw error
    }
  }

  async function begin<T>(...args: [Work<T>] | [TransactionOptions, Work<T>]): Promise<T> {
    const [options, work] = args.length === 2 ? args : [{}, args[0]]
    const client = await pool.checkOut()
    return runTransaction(
      client,
      (broken) => pool.release(client, broken),
      options,
      (transaction) => work(createTx(transaction, clock)),
    )
  }

  return Object.assign(createReader(runOnce, clock), {
    begin,
    end: ({ timeoutMs = END_TIMEOUT_MS } = {}) => pool.end(timeoutMs),
    suspend: () => pool.suspend(),
    resume: () => pool.resume(),
    use: () => pool.use(),
  })
}

function createTx({ run, noteError, hasBegun }: OpenTransaction, clock: PoolOptions['clock']): Tx {
  return Object.assign(createReader(run, clock), {
    inTransaction: true as const,
    send(strings: TemplateStringsArray, ...args: readonly Argument[]) {
      if (!hasBegun())
        throw new Error('This statement could run outside of its transaction: BEGIN is not answered yet.')
      new Query(strings, args, run).catch(noteError)
    },
  })
}

function createReader(run: Run, clock: PoolOptions['clock']): Reader {
  const tag = (strings: TemplateStringsArray, ...args: Argument[]) => new Query(strings, args, run)
  const unsafe = (text: string) => new Query([text], [], run, { prepared: false })
  const now = () => (clock ? tag`${clock()}::timestamptz` : tag`now()`)
  return Object.assign(tag, { unsafe, now }) as Reader
}
