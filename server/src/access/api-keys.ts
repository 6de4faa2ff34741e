import { column } from '../platform/db/arrays.ts'
import { Batcher } from '../platform/db/batcher.ts'
import type { Reader, Sql } from '../platform/db/connection.ts'
import { isUnavailable } from '../platform/db/errors.ts'
import { type ApiKey, hashApiKey, hasValidChecksum, toScopes } from './api-key.ts'
import { isKeyAlive } from './key-lifetime.ts'
import type { Session } from './session.ts'
import { hasSecondFactor } from './sessions.ts'

/** Noting every use would turn every read into a write. */
const TOUCH_INTERVAL_MS = 60_000

type StaffRule = { staffSecondFactor: 'required' | 'optional' }
type Lookup = { keyHash: Buffer; at: Date }
type KeyRow = {
  hash: string
  id: string
  person_id: string
  name: string
  scopes: string
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
  role: Session['role']
  status: Session['status']
  has_second_factor: boolean
  staff_only: boolean
}

/** Authenticates requests by API key. Without a cache: a revoked key, or a role that was taken away, counts at once on all servers. */
export class ApiKeys {
  readonly #sql: Sql
  readonly #now: () => Date
  readonly #staffMustEnrol: boolean
  /** Lookups that arrive while others run are batched: under load one statement serves many. */
  readonly #lookups = new Batcher<Lookup, ApiKey | null>((lookups) => this.#readBatch(lookups))

  constructor(sql: Sql, now: () => Date, { staffSecondFactor }: StaffRule) {
    this.#sql = sql
    this.#now = now
    this.#staffMustEnrol = staffSecondFactor === 'required'
  }

  async authenticate(key: string): Promise<ApiKey | null> {
    return hasValidChecksum(key) ? this.#lookups.submit({ keyHash: hashApiKey(key), at: this.#now() }) : null
  }

  async #readBatch(lookups: readonly Lookup[]): Promise<(ApiKey | null)[]> {
    const rows = await this.#sql<KeyRow[]>`
      select encode(k.key_hash, 'hex') as hash, k.id, k.person_id, k.name, k.scopes, k.expires_at, k.revoked_at, k.last_used_at,
             p.role, p.status, p.staff_only, ${hasSecondFactor(this.#sql)} as has_second_factor
      from api_keys k join people p on p.id = k.person_id
      where k.key_hash = any(${column(lookups, ({ keyHash }) => keyHash)}::bytea[])`
    const byHash = new Map(rows.map((row) => [row.hash, row]))
    const used = new Map<string, Date>()
    const results = lookups.map(({ keyHash, at }) => {
      const row = byHash.get(keyHash.toString('hex'))
      if (!row || !isKeyAlive({ expiresAt: row.expires_at, revokedAt: row.revoked_at }, at)) return null
      if (!row.last_used_at || at.getTime() - row.last_used_at.getTime() > TOUCH_INTERVAL_MS) used.set(row.id, at)
      return toApiKey(row, this.#staffMustEnrol)
    })
    if (used.size > 0) await this.#touch([...used])
    return results
  }

  /** A database that takes no writes, as in a failover, still serves reads: the next call notes the use. */
  async #touch(used: [id: string, at: Date][]): Promise<void> {
    try {
      await touchKeys(this.#sql, used)
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
  }
}

/** SKIP LOCKED: another server is noting the same use, or the key is being revoked. */
const touchKeys = (sql: Reader, used: readonly [id: string, at: Date][]) => sql`
  update api_keys k set last_used_at = greatest(k.last_used_at, touch.at)
  from unnest(${column(used, ([id]) => id)}::uuid[], ${column(used, ([, at]) => at)}::timestamptz[]) as touch (id, at)
  cross join lateral (
    select id from api_keys where id = touch.id and revoked_at is null for update skip locked) as free
  where k.id = free.id`

const toApiKey = (row: KeyRow, staffMustEnrol: boolean): ApiKey => ({
  kind: 'api_key',
  name: row.name,
  id: row.id,
  personId: row.person_id,
  role: row.role,
  status: row.status,
  mustEnrol: staffMustEnrol && row.role !== 'User' && !row.has_second_factor,
  staffOnly: row.staff_only,
  scopes: toScopes(row.scopes),
})
