import type { z } from 'zod'
import { earliest, justAfter } from '#contract/bank-day.ts'
import type { AuditEntry, listAuditEntries as endpoint } from '#contract/office/audit.ts'
import { atMost } from '../../platform/db/at-most.ts'
import type { Reader, Sql } from '../../platform/db/connection.ts'

type AuditQuery = z.output<typeof endpoint.query>

type AuditRow = {
  id: string
  at: Date
  action: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  request_id: string
  actor_id: string | null
  actor_name: string | null
  subject_id: string | null
  subject_name: string | null
}

type AuditReader = { zone: string; readerId: string }

/** One row more than the limit, so that the caller sees whether there is a next page. */
export async function listAuditEntries(sql: Sql, query: AuditQuery, reader: AuditReader): Promise<AuditEntry[]> {
  return (await selectAuditRows(sql, query, reader)).map(toAuditEntry)
}

/** Only the given filters are in the SQL text, so that PostgreSQL plans each combination separately. */
export const selectAuditRows = (
  sql: Reader,
  { person, actor, action, from, to, cursor, limit }: AuditQuery,
  { zone, readerId }: AuditReader,
) =>
  sql<AuditRow[]>`
    select l.id, l.at, l.action, l.before, l.after, l.request_id,
           who.id as actor_id, who.full_name as actor_name, whom.id as subject_id, whom.full_name as subject_name
    from audit l
    left join people who on who.id = l.actor_id
    left join people whom on whom.id = l.subject_id
    where ${isShown(sql, readerId)}
      ${person ? sql`and l.subject_id = ${person}` : sql``}
      ${actor ? sql`and l.actor_id = ${actor}` : sql``}
      ${action ? sql`and l.action = ${action}` : sql``}
      ${from ? sql`and l.at >= ${earliest(from, zone)}` : sql``}
      ${to ? sql`and l.at < ${justAfter(to, zone)}` : sql``}
      ${cursor ? sql`and (l.at, l.id) < (${cursor.at}, ${cursor.id})` : sql``}
    order by l.at desc, l.id desc ${atMost(sql, limit + 1)}`

/** Members of staff don't find out that there are notes or tags about themselves. */
const isShown = (sql: Reader, readerId: string) => sql`
  (l.subject_id is distinct from ${readerId} or (l.action not like 'note.%' and l.action not like 'tag.%'))`

const toAuditEntry = (row: AuditRow): AuditEntry => ({
  _id: row.id,
  at: row.at.toISOString(),
  actor: row.actor_id && row.actor_name !== null ? { _id: row.actor_id, fullName: row.actor_name } : null,
  subject: row.subject_id && row.subject_name !== null ? { _id: row.subject_id, fullName: row.subject_name } : null,
  action: row.action,
  before: row.before,
  after: row.after,
  requestId: row.request_id,
})
