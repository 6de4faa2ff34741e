import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { deriveKeys } from '#server/crypto/keys.ts'
import { createPasswords } from '#server/crypto/passwords.ts'
import { APPLICATION_ROLE, openPool, type Sql } from '#server/db/connection.ts'
import { createPin, hashCode, hashPin, setCode } from '#server/ledger/secrets.ts'
import { insertPerson } from '#server/people/person.ts'
import { startSession } from '#server/sessions/start-session.ts'
import { everything } from '../../server/test/money.ts'
import { HttpClient, type ResponseObserver } from '../http-client.ts'
import { startAttackedBank } from './attacked-bank.ts'

export type Target = Awaited<ReturnType<typeof openTarget>>
export type Person = { id: string; email: string; token: string }
type PersonOptions = {
  role?: 'User' | 'Admin'
  status?: 'Active' | 'Pending'
  /** Without one this person can't sign in, which saves the hashing. */
  password?: string
  pin?: string
  code?: string
  balance?: number
}

const RESPONSE_WITHIN_MS = 60_000

/** Tables and columns that the bank changes without a request: attempt counters, housekeeping, session activity, mail. */
const IGNORED_TABLES = ['attempts', 'seals', 'sealed_heads', 'book_checks']
const IGNORED_COLUMNS: Record<string, string[]> = {
  sessions: ['last_seen_at'],
  outbox: ['mail_at', 'mail_attempts'],
}

type TargetOptions = { appSecret: string; smtpUrl: string; onResponse: ResponseObserver }

/** A bank to attack: its process, a client, and access to its tables, which an attacker does not have. */
export async function openTarget(options: TargetOptions) {
  const server = await startAttackedBank({
    APP_SECRET: options.appSecret,
    SMTP_URL: options.smtpUrl,
    // The rate limit is by address, and all requests here share one. The limits on guessing secrets stay on.
    RATE_LIMIT: 'off',
  })
  const client = new HttpClient({
    address: () => server.address,
    timeoutMs: RESPONSE_WITHIN_MS,
    onResponse: options.onResponse,
    retryStaleConnections: true,
  })
  const keys = deriveKeys(options.appSecret)
  const passwords = createPasswords(keys)
  let sql: Sql
  let owner: Sql
  let admin: Person | null = null

  async function connect() {
    const connection = await server.connection()
    sql = openPool(connection, { max: 4, role: APPLICATION_ROLE })
    owner = openPool(connection, { max: 2 })
  }
  const disconnect = () => Promise.all([sql.end({ timeoutMs: 1_000 }), owner.end({ timeoutMs: 1_000 })])
  await connect()

  async function person(options: PersonOptions = {}): Promise<Person> {
    const { role = 'User', status = 'Active', password, pin, code, balance } = options
    const email = `${randomBytes(6).toString('hex')}@abuse.example`
    const at = new Date()
    const passwordHash = password === undefined ? 'none' : await passwords.hash(password)
    const created = await sql.begin(async (tx) => {
      const id = await insertPerson(tx, { fullName: 'Ada Example', email, passwordHash, role, status, at })
      if (pin) await createPin(tx, id, hashPin(keys.pin, id, pin))
      if (code) await setCode(tx, id, hashCode(keys.pin, id, code), new Date(at.getTime() + 86_400_000))
      return { id, email, token: await startSession(tx, id, at, { userAgent: 'abuse', address: '127.0.0.1' }) }
    })
    if (balance) await fund(created, balance)
    return created
  }

  async function fund({ id: userId }: Person, amount: number): Promise<void> {
    admin ??= await person({ role: 'Admin' })
    const response = await client.call(admin.token, 'POST', '/admin/fund', { userId, amount })
    if (response.status !== 201) throw new Error(`Could not fund: ${response.status} ${response.text}`)
  }

  /** Stores an upload without processing an image; returns its URL. */
  async function upload({ id: ownerId }: Person): Promise<string> {
    const id = newId()
    await sql`
      insert into uploads (id, owner_id, kind, media_type, bytes, file_hash, created_at)
      values (${id}, ${ownerId}, 'image', 'image/png', 'x', sha256(${Buffer.from(id)}), ${new Date()})`
    return `/api/images/${id}`
  }

  /** A hash of each table, without what the bank changes without a request: equal snapshots mean that nothing changed. */
  async function snapshot(): Promise<Record<string, string>> {
    const hashes = await everything({ owner })
    for (const table of IGNORED_TABLES) delete hashes[table]
    for (const [table, columns] of Object.entries(IGNORED_COLUMNS)) {
      const [row] = await owner<{ hash: string }[]>`
        select count(*) || ' ' || md5(coalesce(string_agg(r, E'\n' order by r), '')) as hash
        from (select (to_jsonb(t) - ${columns}::text[])::text as r from ${owner.unsafe(table)} t) rows`
      hashes[table] = row?.hash ?? ''
    }
    return hashes
  }

  return {
    server,
    client,
    keys,
    person,
    fund,
    upload,
    snapshot,
    get sql() {
      return sql
    },
    get owner() {
      return owner
    },
    /** Kills the server and starts it again, on the same data and port. */
    async restart(): Promise<void> {
      await server.kill()
      await disconnect()
      await server.start()
      client.reset()
      await connect()
    },
    disconnect,
    async close(): Promise<void> {
      client.close()
      await disconnect()
      await server.remove()
    },
  }
}

export function changedTables(before: Record<string, string>, after: Record<string, string>): string[] {
  const tables = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...tables].filter((table) => before[table] !== after[table])
}
