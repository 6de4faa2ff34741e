import { randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { deriveKeys } from '../../server/src/crypto/keys.ts'
import { createPasswords } from '../../server/src/crypto/passwords.ts'
import { APPLICATION_ROLE, openPool, type Sql } from '../../server/src/db/connection.ts'
import { createPin, hashCode, hashPin, setCode } from '../../server/src/ledger/secrets.ts'
import { insertPerson } from '../../server/src/people/person.ts'
import { startSession } from '../../server/src/sessions/start-session.ts'
import { everything } from '../../server/test/money.ts'
import { Client, type Watcher } from './client.ts'
import { openServerProcess } from './server-process.ts'

export type Target = Awaited<ReturnType<typeof openTarget>>
export type Person = { id: string; email: string; token: string }
type PersonOptions = {
  role?: 'User' | 'Admin'
  status?: 'Active' | 'Pending'
  /** None: nobody can sign in as this person, which spares the hashing. */
  password?: string
  pin?: string
  code?: string
  balance?: number
}

/** Rows that change although nobody asked for anything: counters of attempts, the housekeeper's, signs of life, mail. */
const HOUSEKEEPING = ['attempts', 'seals', 'sealed_heads', 'book_checks']
const LIVING_COLUMNS: Record<string, string[]> = {
  sessions: ['last_seen_at'],
  outbox: ['mail_at', 'mail_attempts'],
}

/** A bank to attack: its process, a client, and a look at its tables that no attacker has. */
export async function openTarget(options: { appSecret: string; smtpUrl: string; watch: Watcher }) {
  const server = await openServerProcess({
    APP_SECRET: options.appSecret,
    SMTP_URL: options.smtpUrl,
    // Floods are limited by address, and here everybody has the same. What guards a secret can't be switched off.
    RATE_LIMIT: 'off',
  })
  const client = new Client(server.address, options.watch)
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
  const disconnect = () => Promise.all([sql.end({ timeout: 1 }), owner.end({ timeout: 1 })])
  await connect()

  async function person(given: PersonOptions = {}): Promise<Person> {
    const { role = 'User', status = 'Active', password, pin, code, balance } = given
    const email = `${randomBytes(6).toString('hex')}@abuse.example`
    const at = new Date()
    const passwordHash = password === undefined ? 'none' : await passwords.hash(password)
    const made = await sql.begin(async (tx) => {
      const id = await insertPerson(tx, { fullName: 'Ada Example', email, passwordHash, role, status, at })
      if (pin) await createPin(tx, id, hashPin(keys.pin, id, pin))
      if (code) await setCode(tx, id, hashCode(keys.pin, id, code), new Date(at.getTime() + 86_400_000))
      return { id, email, token: await startSession(tx, id, at, { userAgent: 'abuse', address: '127.0.0.1' }) }
    })
    if (balance) await fund(made, balance)
    return made
  }

  async function fund({ id: userId }: Person, amount: number): Promise<void> {
    admin ??= await person({ role: 'Admin' })
    const answer = await client.call(admin.token, 'POST', '/admin/fund', { userId, amount })
    if (answer.status !== 201) throw new Error(`Could not fund: ${answer.status} ${answer.text}`)
  }

  /** An upload as the deposit form makes it, without the work of a picture. Its address. */
  async function upload({ id: ownerId }: Person): Promise<string> {
    const id = newId()
    await sql`
      insert into uploads (id, owner_id, kind, media_type, bytes, file_hash, created_at)
      values (${id}, ${ownerId}, 'image', 'image/png', 'x', sha256(${Buffer.from(id)}), ${new Date()})`
    return `/api/images/${id}`
  }

  /** Of every row in every table, but for what lives by itself: equal before and after means that nothing was changed. */
  async function snapshot(): Promise<Record<string, string>> {
    const prints = await everything({ owner })
    for (const table of HOUSEKEEPING) delete prints[table]
    for (const [table, columns] of Object.entries(LIVING_COLUMNS)) {
      const [row] = await owner<{ print: string }[]>`
        select count(*) || ' ' || md5(coalesce(string_agg(r, E'\n' order by r), '')) as print
        from (select (to_jsonb(t) - ${columns}::text[])::text as r from ${owner(table)} t) rows`
      prints[table] = row?.print ?? ''
    }
    return prints
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
    /** Killed and started again, on the same data and the same port. */
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
