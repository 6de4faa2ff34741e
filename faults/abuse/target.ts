import { randomBytes } from 'node:crypto'
import type { Status } from '#contract/customers/people.ts'
import type { Role } from '#contract/permissions.ts'
import { startSession } from '#server/access/start-session.ts'
import { insertPerson } from '#server/customers/person.ts'
import { closeAccounts } from '#server/ledger/close-accounts.ts'
import { createPin, hashCode, hashPin, setCode } from '#server/ledger/secrets.ts'
import { deriveKeys, type Keys } from '#server/platform/crypto/keys.ts'
import { createPasswords, type Passwords } from '#server/platform/crypto/passwords.ts'
import { APPLICATION_ROLE, openPool, type Sql } from '#server/platform/db/connection.ts'
import type { Answer, TestBank } from '../../server/test/example-requests.ts'
import { CHANGED_BY_REFUSALS, createUpload, databaseFingerprint } from '../../server/test/money.ts'
import { HttpClient, type ResponseObserver } from '../http-client.ts'
import { type AttackedBank, startAttackedBank } from './attacked-bank.ts'

export type Person = { id: string; email: string; token: string }
type PersonOptions = {
  role?: Role
  status?: Status
  /** Without one this person can't sign in, which saves the hashing. */
  password?: string
  pin?: string
  code?: string
  balance?: number
}

const RESPONSE_WITHIN_MS = 60_000

/** Columns that may change though a request is refused: activity. */
const IGNORED_COLUMNS: Record<string, string[]> = {
  sessions: ['last_seen_at'],
  api_keys: ['last_used_at'],
}

type TargetOptions = { appSecret: string; smtpUrl: string; onResponse: ResponseObserver }

/** A bank to attack: its process, a client, and access to its tables, which an attacker does not have. */
export class AttackTarget {
  readonly server: AttackedBank
  readonly client: HttpClient
  readonly keys: Keys
  readonly #passwords: Passwords
  /** As the application's role. */
  sql!: Sql
  /** As the owner of the tables. */
  owner!: Sql
  #admin: Person | null = null

  private constructor(server: AttackedBank, { appSecret, onResponse }: TargetOptions) {
    this.server = server
    this.client = new HttpClient({
      address: () => server.address,
      timeoutMs: RESPONSE_WITHIN_MS,
      onResponse,
      retryStaleConnections: true,
    })
    this.keys = deriveKeys(appSecret)
    this.#passwords = createPasswords(this.keys)
  }

  static async open(options: TargetOptions): Promise<AttackTarget> {
    const server = await startAttackedBank({
      APP_SECRET: options.appSecret,
      SMTP_URL: options.smtpUrl,
      // The rate limit is by address, and all requests here share one. The limits on guessing secrets stay on.
      RATE_LIMIT: 'off',
    })
    const target = new AttackTarget(server, options)
    await target.#connect()
    return target
  }

  async #connect(): Promise<void> {
    const connection = await this.server.connection()
    this.sql = openPool(connection, { max: 4, role: APPLICATION_ROLE })
    this.owner = openPool(connection, { max: 2 })
  }

  async disconnect(): Promise<void> {
    await Promise.all([this.sql.end({ timeoutMs: 1_000 }), this.owner.end({ timeoutMs: 1_000 })])
  }

  async person(options: PersonOptions = {}): Promise<Person> {
    const { role = 'User', status = 'Active', password, pin, code, balance } = options
    const email = `${randomBytes(6).toString('hex')}@abuse.example`
    const at = new Date()
    const passwordHash = password === undefined ? 'none' : await this.#passwords.hash(password)
    const person = await this.sql.begin(async (tx) => {
      const id = await insertPerson(tx, { fullName: 'Ada Example', email, passwordHash, role, status, at })
      if (pin) await createPin(tx, id, hashPin(this.keys.pin, id, pin))
      if (code) await setCode(tx, id, hashCode(this.keys.pin, id, code), new Date(at.getTime() + 86_400_000))
      if (status === 'Closed') await closeAccounts(tx, id, at)
      return { id, email, token: await startSession(tx, id, at, { userAgent: 'abuse', address: '127.0.0.1' }) }
    })
    if (balance) await this.fund(person, balance)
    return person
  }

  async fund({ id: userId }: Person, amount: number): Promise<void> {
    this.#admin ??= await this.person({ role: 'Admin' })
    const response = await this.client.call(this.#admin.token, 'POST', '/admin/fund', { userId, amount, confirm: true })
    if (response.status !== 201) throw new Error(`Could not fund: ${response.status} ${response.text}`)
  }

  /** Stores an upload without processing an image; returns its URL. */
  upload(person: Person): Promise<string> {
    return createUpload({ sql: this.sql, now: () => new Date() }, person)
  }

  /** The bank as the requests that are made from the contract's examples need it. */
  testBank(): TestBank {
    const { sql, owner, keys, server } = this
    return {
      sql,
      owner,
      keys,
      now: () => new Date(),
      origin: `http://localhost:${new URL(server.address).port}`,
      person: ({ balanceCents = 0n, ...options } = {}) =>
        this.person({ pin: '1234', balance: Number(balanceCents) / 100, ...options }),
      call: async (method, path, { token, query = {}, body, headers }) => {
        const search = new URLSearchParams(query).toString()
        const response = await this.client.send({
          method,
          path: `/api${path}${search && `?${search}`}`,
          headers: {
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
        })
        const { status: statusCode, text, bytes: rawPayload, json } = response
        return { statusCode, body: text, rawPayload, json: json as Answer['json'] }
      },
    }
  }

  /**
   * The tables that the work changed. Background jobs are paused meanwhile: they may still have to deliver what earlier attacks
   * caused, and a change of theirs must not be taken for one of the work.
   */
  async changedTables(work: () => Promise<void>): Promise<string[]> {
    await this.server.pauseJobs()
    try {
      const before = await this.#snapshot()
      await work()
      const after = await this.#snapshot()
      return Object.keys({ ...before, ...after }).filter((table) => before[table] !== after[table])
    } finally {
      await this.server.resumeJobs()
    }
  }

  /** A hash of each table, without what refused requests may change. */
  async #snapshot(): Promise<Record<string, string>> {
    const hashes = await databaseFingerprint({ owner: this.owner }, CHANGED_BY_REFUSALS)
    for (const [table, columns] of Object.entries(IGNORED_COLUMNS)) {
      const [row] = await this.owner<{ hash: string }[]>`
        select count(*) || ' ' || md5(coalesce(string_agg(r, E'\n' order by r), '')) as hash
        from (select (to_jsonb(t) - ${columns}::text[])::text as r from ${this.owner.unsafe(table)} t) rows`
      hashes[table] = row?.hash ?? ''
    }
    return hashes
  }

  /** Kills the server and starts it again, on the same data and port. */
  async restart(): Promise<void> {
    await this.server.kill()
    await this.disconnect()
    await this.server.start()
    this.client.reset()
    await this.#connect()
  }

  async close(): Promise<void> {
    this.client.close()
    await this.disconnect()
    await this.server.remove()
  }
}
