import { X509Certificate } from 'node:crypto'
import { type ConnectionOptions, createSecureContext } from 'node:tls'
import pg from 'pg'
import { parse, toClientConfig } from 'pg-connection-string'
import { parseDatabaseUrl } from '../runtime/database-url.ts'
import { StartError } from '../runtime/start-error.ts'

export type Address = { host: string; port: number; user: string; database: string; password?: string | undefined }

/** Ends a connection attempt to a host that accepts connections and then says nothing, as a proxy without a server does. */
const CONNECT_TIMEOUT_MS = 5_000

/** The hosts of a pool. A new connection goes to the one that worked last; after a failure, to the next one. */
export class DatabaseHosts {
  readonly #hosts: pg.ClientConfig[]
  #index = 0
  /** Whether a host that accepts no writes is passed over. */
  readonly needsWrites: boolean
  /** For the pool: the pool's own timeout would also limit how long a caller may wait for a free connection. */
  readonly Client: new (
    config?: pg.ClientConfig,
  ) => pg.Client

  constructor(connection: { url: string } | Address) {
    const parsed = 'url' in connection ? parseDatabaseUrl(connection.url) : { urls: [], needsWrites: false }
    if ('problem' in parsed) throw new Error(`The URL of the database ${parsed.problem}`)
    this.#hosts = 'url' in connection ? parsed.urls.map(toAddress) : [connection]
    this.needsWrites = parsed.needsWrites
    const next = () => this.#hosts[this.#index] ?? {}
    const failed = (client: pg.Client) => this.failed(client)
    this.Client = class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        const { host, port } = next()
        // The pool hides the password from enumeration.
        super({ ...config, host, port, password: config?.password, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
      }

      override connect(): Promise<pg.Client>
      override connect(callback: (error: Error) => void): void
      override connect(callback?: (error: Error) => void) {
        if (!callback) return super.connect()
        super.connect((error: Error) => {
          if (error) failed(this)
          callback(error)
        })
      }
    }
  }

  /** User, password, database and TLS, which all hosts share. */
  get login(): pg.ClientConfig {
    const { host: _host, port: _port, ...login } = this.#hosts[0] ?? {}
    return login
  }

  get count(): number {
    return this.#hosts.length
  }

  /** This connection's host can't be used now. */
  failed({ host, port }: pg.ClientBase & { host?: string; port?: number }): void {
    const tried = this.#hosts[this.#index]
    if (tried?.host === host && tried?.port === port) this.#index = (this.#index + 1) % this.#hosts.length
  }
}

function toAddress(url: string): pg.ClientConfig {
  const { host, port, user, password, database, ssl, options } = parseOrExplain(url)
  // As a client has it: the port is a number, and never missing.
  return { host, port: port ?? 5432, user, password, database, ssl, options }
}

/** Reads the files of `sslrootcert`, `sslcert` and `sslkey`. */
function parseOrExplain(url: string): pg.ClientConfig {
  try {
    const config = toClientConfig(parse(url, { useLibpqCompat: true }))
    if (typeof config.ssl === 'object') requireCertificates(config.ssl)
    return config
  } catch (error) {
    // The URL stays out of the message: it holds a password.
    throw new StartError(`The database of DATABASE_URL can't be used: ${(error as Error).message}`, { cause: error })
  }
}

/** A file without a certificate would only be noticed when no server can be verified, or by a crash. */
function requireCertificates(ssl: ConnectionOptions): void {
  if (typeof ssl.ca === 'string') new X509Certificate(ssl.ca)
  createSecureContext(ssl)
}
