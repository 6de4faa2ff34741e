import { hash, randomBytes } from 'node:crypto'
import { v7 as newId } from 'uuid'
import { column } from '../db/arrays.ts'
import { Batcher } from '../db/batcher.ts'
import type { Reader, Sql, Tx } from '../db/connection.ts'
import { ABSOLUTE_LIMIT_MS, endsAt, type SessionLifetime, shouldTouch } from './lifetime.ts'
import { type SessionTouch, touchSessions } from './touch-sessions.ts'

export type Session = {
  id: string
  tokenHash: Buffer
  personId: string
  role: 'User' | 'Admin'
  status: 'Active' | 'Pending'
}

/** The role counts only while its holder is Active. */
export const isAdmin = ({ role, status }: Pick<Session, 'role' | 'status'>): boolean =>
  role === 'Admin' && status === 'Active'

/** How long a look at a session may be believed. */
const BELIEVED_MS = 800
/** Whose session it is never changes, and whether it still lives the ledger asks itself, in the transaction that moves the money. */
const KNOWN_MS = 10 * 60_000
const MAX_KNOWN = 50_000
/** The name of a scheme has no case (RFC 9110, 11.1). */
const BEARER = /^bearer /i
const TOKEN = /^[A-Za-z0-9_-]{43}$/

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

type Origin = { userAgent: string; address: string }

/** 256 random bits; only their hash is kept. */
export async function startSession(tx: Reader, personId: string, at: Date, origin: Origin): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx`
    insert into sessions (token_hash, id, person_id, created_at, last_seen_at, expires_at, user_agent, address)
    values (${hashToken(token)}, ${newId()}, ${personId}, ${at}, ${at}, ${new Date(at.getTime() + ABSOLUTE_LIMIT_MS)},
            ${origin.userAgent.slice(0, 400)}, ${origin.address})`
  return token
}

export async function endSession(sql: Reader, tokenHash: Buffer, at: Date): Promise<void> {
  await sql`update sessions set ended_at = ${at} where token_hash = ${tokenHash} and ended_at is null`
}

/** `except` keeps the session in which somebody changes their own password. */
export async function endSessionsOf(tx: Tx, personId: string, at: Date, except: Buffer | null = null): Promise<number> {
  const ended = await tx`
    update sessions set ended_at = ${at}
    where person_id = ${personId} and ended_at is null and token_hash is distinct from ${except}`
  return ended.count
}

/** What a call is to the session it comes with. */
export type Calling = {
  /** A page that asks by itself is no sign of life. */
  passive?: boolean
  /** The ledger will look at the session itself, and note the sign of life. */
  ledgerLooks?: boolean
}

type Looked = { session: Session; livesUntil: number; at: number; passive: boolean }
type Look = { tokenHash: Buffer; at: number; passive: boolean }
type Found = { session: Session; livesUntil: number }
type SessionRow = {
  hash: string
  id: string
  person_id: string
  role: Session['role']
  status: Session['status']
  last_seen_at: Date
  expires_at: Date
}

export class Sessions {
  readonly #sql: Sql
  readonly #now: () => Date
  /** By the hex of their hash: the token itself is kept nowhere. */
  readonly #looked = new Map<string, Looked>()
  /** Looks gather while others are under way, as commands of the ledger do: under load one statement serves many. */
  readonly #looks = new Batcher<Look, Found | null>((looks) => this.#lookUp(looks))
  /** How often something was forgotten: a look that began before may have seen what has ended since. */
  #forgotten = 0

  constructor(sql: Sql, now: () => Date) {
    this.#sql = sql
    this.#now = now
  }

  /** The living session of an Authorization header, or null. */
  async authenticate(authorization: string | undefined, { passive = false, ledgerLooks = false }: Calling = {}) {
    const token = authorization && BEARER.test(authorization) ? authorization.slice(7) : ''
    if (!TOKEN.test(token)) return null
    const at = this.#now().getTime()
    const tokenHash = hashToken(token)
    const looked = this.#looked.get(tokenHash.toString('hex'))
    if (looked && at < looked.livesUntil) {
      if (ledgerLooks && at < looked.at + KNOWN_MS) return looked.session
      // A sign of life is noted though a page asked by itself a moment ago.
      if ((passive || !looked.passive) && at < looked.at + BELIEVED_MS) return looked.session
    }
    return this.#look({ tokenHash, at, passive })
  }

  /** Own log out: this server forgets at once, the others within the second. */
  forget(tokenHash: Buffer): void {
    this.#forgotten += 1
    this.#looked.delete(tokenHash.toString('hex'))
  }

  forgetPerson(personId: string): void {
    this.#forgotten += 1
    for (const [hash, { session }] of this.#looked) if (session.personId === personId) this.#looked.delete(hash)
  }

  async #look(look: Look): Promise<Session | null> {
    const { tokenHash, at, passive } = look
    const hash = tokenHash.toString('hex')
    this.#looked.delete(hash)
    const forgotten = this.#forgotten
    const found = await this.#looks.submit(look)
    if (!found) return null
    if (forgotten === this.#forgotten) this.#looked.set(hash, { ...found, passive, at })
    // A look anew puts a session at the end: the first is the one that was looked at longest ago.
    const [oldest] = this.#looked.keys()
    if (oldest && this.#looked.size > MAX_KNOWN) this.#looked.delete(oldest)
    return found.session
  }

  async #lookUp(looks: readonly Look[]): Promise<(Found | null)[]> {
    const rows = await this.#sql<SessionRow[]>`
      select encode(s.token_hash, 'hex') as hash, s.id, s.person_id, s.last_seen_at, s.expires_at, p.role, p.status
      from sessions s join people p on p.id = s.person_id
      where s.token_hash = any(${column(looks, ({ tokenHash }) => tokenHash)}::bytea[]) and s.ended_at is null`
    const byHash = new Map(rows.map((row) => [row.hash, row]))
    const seen: SessionTouch[] = []
    const found = looks.map((look) => {
      const row = byHash.get(look.tokenHash.toString('hex'))
      if (!row) return null
      const life: SessionLifetime = { expiresAt: row.expires_at, lastSeenAt: row.last_seen_at }
      const livesUntil = endsAt(life)
      if (look.at >= livesUntil) return null
      if (!look.passive && shouldTouch(life, look.at)) seen.push({ tokenHash: look.tokenHash, at: new Date(look.at) })
      return { session: toSession(row, look.tokenHash), livesUntil }
    })
    if (seen.length > 0) await touchSessions(this.#sql, seen)
    return found
  }
}

const toSession = ({ id, person_id: personId, role, status }: SessionRow, tokenHash: Buffer): Session => ({
  id,
  tokenHash,
  personId,
  role,
  status,
})
