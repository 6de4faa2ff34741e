import type { AccessKind } from '#contract/office/access-kinds.ts'
import type { Session } from '../../access/session.ts'
import { column } from '../../platform/db/arrays.ts'
import { Batcher } from '../../platform/db/batcher.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'

/** A repeated read of the same kind within this time is not recorded again. */
export const ACCESS_PERIOD_MS = 15 * 60_000
/** Of the keys that are known to be recorded. A key that was dropped is refused by the unique index. */
const MAX_KNOWN = 50_000

type Reader = Pick<Session, 'id' | 'personId' | 'role'>
type Access = { session: Reader; personId: string; what: AccessKind }
type AccessRow = { id: string; at: Date; period: Date; staffId: string; role: string; sessionId: string } & Omit<
  Access,
  'session'
>

/**
 * Records which member of staff read what of whom. `record` resolves when the row is committed, so a handler that awaits
 * it before it responds never gives out data unrecorded: if the database can't write, the read fails. Reads are not
 * slowed: rows of concurrent requests share a commit, the handler reads meanwhile, and repeated reads write nothing.
 */
export class AccessLog {
  readonly #sql: Sql
  readonly #now: () => Date
  /** Committed in the current period. */
  readonly #known = new Set<string>()
  #period = 0
  readonly #writes = new Batcher<readonly AccessRow[], true>(async (batch) => {
    await this.#insert(batch.flat())
    return batch.map(() => true)
  })

  constructor(sql: Sql, now: () => Date) {
    this.#sql = sql
    this.#now = now
  }

  /** A person's own reads and customers' sessions are not recorded. */
  record({ session, personId, what }: Access): Promise<void> {
    return this.recordAll({ session, personIds: [personId], what })
  }

  /** For a list that shows several people. */
  async recordAll({
    session,
    personIds,
    what,
  }: Omit<Access, 'personId'> & { personIds: Iterable<string> }): Promise<void> {
    if (session.role === 'User') return
    const at = this.#now()
    const periodMs = at.getTime() - (at.getTime() % ACCESS_PERIOD_MS)
    this.#startPeriod(periodMs)
    const period = new Date(periodMs)
    const staff = { staffId: session.personId, role: session.role, sessionId: session.id }
    const rows = [...new Set(personIds)]
      .filter((personId) => personId !== session.personId)
      .map((personId) => ({ id: newIdAt(at), at, period, ...staff, personId, what }))
      .filter((row) => !this.#known.has(keyOf(row)))
    if (rows.length === 0) return
    await this.#writes.submit(rows)
    if (periodMs === this.#period && this.#known.size < MAX_KNOWN) for (const row of rows) this.#known.add(keyOf(row))
  }

  #startPeriod(periodMs: number): void {
    if (periodMs === this.#period) return
    this.#period = periodMs
    this.#known.clear()
  }

  /** Sorted by the unique key: two servers that record the same reads can't deadlock. An unknown person is passed over. */
  async #insert(rows: readonly AccessRow[]): Promise<void> {
    const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    await this.#sql`
      insert into access_log (id, at, staff_id, role, session_id, person_id, what, period)
      select r.* from unnest(
        ${column(sorted, (row) => row.id)}::uuid[], ${column(sorted, (row) => row.at)}::timestamptz[],
        ${column(sorted, (row) => row.staffId)}::uuid[], ${column(sorted, (row) => row.role)}::text[],
        ${column(sorted, (row) => row.sessionId)}::uuid[], ${column(sorted, (row) => row.personId)}::uuid[],
        ${column(sorted, (row) => row.what)}::text[], ${column(sorted, (row) => row.period)}::timestamptz[])
        as r (id, at, staff_id, role, session_id, person_id, what, period)
      where exists (select from people p where p.id = r.person_id)
      on conflict (session_id, person_id, what, period) do nothing`
  }
}

const keyOf = ({ sessionId, personId, what }: AccessRow) => `${sessionId} ${personId} ${what}`
