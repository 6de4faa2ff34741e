import { once } from 'node:events'
import pg from 'pg'
import { checkSession } from './check-session.ts'
import { runTransaction, send } from './client.ts'
import { type Address, DatabaseHosts } from './database-hosts.ts'
import { breaksConnection, isStalePlan, isUnavailable, withCode } from './errors.ts'
import { type Argument, nameText, Query, type Result, type Row, type Run, type Statement } from './query.ts'
import { types } from './types.ts'

/** Where the database is: a URL, or the parts of one. */
export type Connection = { url: string } | Address

/** For reads that run inside a transaction or outside of one. */
export interface Reader {
  <Rows extends readonly object[] = Row[]>(strings: TemplateStringsArray, ...args: readonly Argument[]): Query<Rows>
  /** Text as it is: several statements at once when awaited, or a part of another statement. */
  unsafe<Rows extends readonly object[] = Row[]>(text: string): Query<Rows>
}

export interface Tx extends Reader {
  /** Tells a transaction from a pool, whose statements each commit by themselves. */
  readonly inTransaction: true
}

type Work<T> = (tx: Tx) => T | PromiseLike<T>

export interface Sql extends Reader {
  begin<T>(work: Work<T>): Promise<T>
  begin<T>(mode: string, work: Work<T>): Promise<T>
  /** Waits for running statements, but not longer than this; then their connections are closed. */
  end(options?: { timeoutMs?: number }): Promise<void>
}

/** The role that requests run under: it may not change or delete what must never change. */
export const APPLICATION_ROLE = 'openteller_app'

type PoolOptions = {
  max: number
  role?: string
  /** For statements that all find their rows by key. */
  byKey?: boolean
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

/**
 * Planned once, and always through the index. Left to itself, PostgreSQL plans a lookup again for every call, which costs
 * more than the lookup, or keeps a plan from when the table was small, which reads all of it.
 */
const BY_KEY = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

export function openPool(connection: Connection, { max, role, byKey = false }: PoolOptions): Sql {
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
    onConnect: (client) => checkSession(client, { role, hosts }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
  })
  return createSql(pool, hosts.count)
}

function createSql(pool: pg.Pool, hostCount: number): Sql {
  const clients = new Set<pg.PoolClient>()
  const checkedOut = new Set<pg.PoolClient>()
  const waiting = new Set<(error: Error) => void>()
  let ended: Promise<void> | undefined
  pool.on('connect', (client) => {
    clients.add(client)
    // A broken connection gives up its place at once. Its statements are rejected, now and for as long as it is held.
    client.on('error', () => release(client, true))
    client.on('end', () => clients.delete(client))
  })
  // An idle connection broke. The pool has removed it.
  pool.on('error', () => {})

  const checkOut = () => tryEachHost(hostCount, checkOutOnce)
  const checkOutOnce = () =>
    new Promise<pg.PoolClient>((resolve, reject) => {
      waiting.add(reject)
      pool.connect((error, client) => {
        if (!waiting.delete(reject)) return client?.release(true)
        if (client) checkedOut.add(client)
        if (client) resolve(client)
        else reject(withCode(error ?? new Error('Connection terminated')))
      })
    })

  function release(client: pg.PoolClient, broken: boolean): void {
    if (checkedOut.delete(client)) client.release(broken)
  }

  async function runOnce(statement: Statement): Promise<Result<Row[]>> {
    const client = await checkOut()
    try {
      const result = await send(client, statement)
      release(client, false)
      return result
    } catch (error) {
      release(client, breaksConnection(error))
      if (isStalePlan(error)) return runOnce({ ...statement, ...nameText(statement.text) })
      throw error
    }
  }

  async function begin<T>(...args: [Work<T>] | [string, Work<T>]): Promise<T> {
    const [mode, work] = args.length === 2 ? args : ['', args[0]]
    const client = await checkOut()
    const toTx = (run: Run): Tx => Object.assign(createReader(run), { inTransaction: true as const })
    return runTransaction(
      client,
      (broken) => release(client, broken),
      mode,
      (run) => work(toTx(run)),
    )
  }

  async function end({ timeoutMs = END_TIMEOUT_MS } = {}): Promise<void> {
    for (const reject of waiting) reject(withCode(new Error('Cannot use a pool after calling end on the pool')))
    waiting.clear()
    const late = Promise.withResolvers<void>()
    const deadline = setTimeout(late.resolve, timeoutMs)
    const closed = pool.end().then(() => Promise.all([...clients].map((client) => once(client, 'end'))))
    await Promise.race([closed, late.promise])
    clearTimeout(deadline)
    for (const client of clients) client.connection.stream.destroy()
  }

  return Object.assign(createReader(runOnce), {
    begin,
    end(options?: { timeoutMs?: number }) {
      ended ??= end(options)
      return ended
    },
  })
}

/** A failed attempt leaves the next one to the next host. */
async function tryEachHost<T>(tries: number, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (tries <= 1 || !isUnavailable(error)) throw error
    return tryEachHost(tries - 1, attempt)
  }
}

function createReader(run: Run): Reader {
  const tag = (strings: TemplateStringsArray, ...args: Argument[]) => new Query(strings, args, run)
  const unsafe = (text: string) => new Query([text], [], run, { prepared: false })
  return Object.assign(tag, { unsafe }) as Reader
}
