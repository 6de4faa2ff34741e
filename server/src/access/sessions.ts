import { column } from '../platform/db/arrays.ts'
import { Batcher } from '../platform/db/batcher.ts'
import type { Reader, Sql } from '../platform/db/connection.ts'
import { hashToken, type Session, tokenKey } from './session.ts'
import { SessionCache } from './session-cache.ts'
import { isAlive, type SessionLifetime, shouldTouch, whereAlive } from './session-lifetime.ts'
import { type SessionTouch, touchSessions } from './touch-sessions.ts'

const TOKEN = /^[A-Za-z0-9_-]{43}$/

export type AuthenticateOptions = {
  /** Sent by a page on its own, not by a person: does not extend the session. */
  passive?: boolean
  /** The ledger checks and touches the session in the transaction that moves the money. */
  checkedByLedger?: boolean
}

type StaffRule = { staffSecondFactor: 'required' | 'optional' }
type Lookup = { tokenHash: Buffer; at: Date; passive: boolean }
type LookupResult = { session: Session; lifetime: SessionLifetime }
type SessionRow = {
  hash: string
  id: string
  person_id: string
  role: Session['role']
  status: Session['status']
  last_seen_at: Date
  expires_at: Date
  fresh_until: Date
  has_second_factor: boolean
  staff_only: boolean
}

/** Authenticates requests by their token: from the cache, or from the database in batches. */
export class Sessions {
  readonly #sql: Sql
  readonly #now: () => Date
  readonly #staffMustEnrol: boolean
  readonly #cache = new SessionCache()
  /** Lookups that arrive while others run are batched: under load one statement serves many. */
  readonly #lookups = new Batcher<Lookup, LookupResult | null>((lookups) => this.#readBatch(lookups))

  constructor(sql: Sql, now: () => Date, { staffSecondFactor }: StaffRule) {
    this.#sql = sql
    this.#now = now
    this.#staffMustEnrol = staffSecondFactor === 'required'
  }

  /** The session of this token if it is alive. */
  async authenticate(token: string | null, options: AuthenticateOptions = {}): Promise<Session | null> {
    const { passive = false, checkedByLedger = false } = options
    if (token === null || !TOKEN.test(token)) return null
    const at = this.#now()
    const key = tokenKey(token)
    return (
      this.#cache.get(key, { at, passive, checkedByLedger }) ??
      (await this.#read(key, { tokenHash: hashToken(token), at, passive }))
    )
  }

  /** After a session was ended: this server refuses it immediately, other servers within a second. */
  forget(tokenHash: Buffer): void {
    this.#cache.delete(tokenHash.toString('hex'))
  }

  forgetPerson(personId: string): void {
    this.#cache.deletePerson(personId)
  }

  async #read(key: string, lookup: Lookup): Promise<Session | null> {
    const { at, passive } = lookup
    const { version } = this.#cache
    const result = await this.#lookups.submit(lookup)
    if (!result) return null
    this.#cache.set(key, { ...result, readAt: at, passive }, version)
    return result.session
  }

  async #readBatch(lookups: readonly Lookup[]): Promise<(LookupResult | null)[]> {
    const earliest = new Date(Math.min(...lookups.map(({ at }) => at.getTime())))
    const rows = await this.#sql<SessionRow[]>`
      select encode(s.token_hash, 'hex') as hash, s.id, s.person_id, s.last_seen_at, s.expires_at, s.fresh_until, p.role,
             p.status, p.staff_only, ${hasSecondFactor(this.#sql)} as has_second_factor
      from sessions s join people p on p.id = s.person_id
      where s.token_hash = any(${column(lookups, ({ tokenHash }) => tokenHash)}::bytea[])
        and ${whereAlive(this.#sql, earliest)}`
    const byHash = new Map(rows.map((row) => [row.hash, row]))
    const touches: SessionTouch[] = []
    const results = lookups.map(({ tokenHash, at, passive }) => {
      const row = byHash.get(tokenHash.toString('hex'))
      if (!row) return null
      const lifetime: SessionLifetime = { expiresAt: row.expires_at, lastSeenAt: row.last_seen_at }
      if (!isAlive(lifetime, at)) return null
      if (!passive && shouldTouch(lifetime, at)) touches.push({ tokenHash, at })
      return { session: toSession(row, tokenHash, this.#staffMustEnrol), lifetime }
    })
    if (touches.length > 0) await touchSessions(this.#sql, touches)
    return results
  }
}

/** A condition on `people p`. Customers' sessions don't need it, so that their lookups don't pay for it. */
export const hasSecondFactor = (sql: Reader) => sql`
  p.role <> 'User' and (exists (select from passkeys k where k.person_id = p.id)
    or exists (select from totp_factors t where t.person_id = p.id and t.confirmed_at is not null))`

const toSession = (row: SessionRow, tokenHash: Buffer, staffMustEnrol: boolean): Session => ({
  kind: 'session',
  id: row.id,
  tokenHash,
  personId: row.person_id,
  role: row.role,
  status: row.status,
  freshUntil: row.fresh_until,
  hasSecondFactor: row.has_second_factor,
  mustEnrol: staffMustEnrol && row.role !== 'User' && !row.has_second_factor,
  staffOnly: row.staff_only,
})
