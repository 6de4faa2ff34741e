import type { Position } from '#contract/paging.ts'
import type { Role } from '#contract/permissions.ts'
import { atMost } from '../../platform/db/at-most.ts'
import type { Reader } from '../../platform/db/connection.ts'

export type AccessRow = { at: Date; id: string; by: string; role: Role; what: string }
type Query = { personId: string; reader: 'person' | 'staff'; cursor?: Position | undefined; limit: number }

/**
 * Reads from the access log and actions from the audit log, merged. Both have an index by person and time, so a page
 * costs the same however long the history is. Returns at least one row more than the limit, if there is one.
 */
export const readAccessLog = (sql: Reader, { personId, reader, cursor, limit }: Query) => {
  const rows = atMost(sql, limit + 1)
  const older = cursor ? sql`and (l.at, l.id) < (${cursor.at}, ${cursor.id})` : sql``
  return sql<AccessRow[]>`
    select e.at, e.id, p.full_name as by, coalesce(e.role, p.role) as role, e.what
    from (
      (select l.at, l.id, l.staff_id, l.role, l.what from access_log l
       where l.person_id = ${personId} ${older} order by l.at desc, l.id desc ${rows})
      union all
      (select l.at, l.id, l.actor_id, null, ${action(sql)} from audit l
       where l.subject_id = ${personId} and l.actor_id <> ${personId} ${reader === 'person' ? shown(sql) : sql``} ${older}
       order by l.at desc, l.id desc ${rows})) e
    join people p on p.id = e.staff_id
    order by e.at desc, e.id desc ${rows}`
}

/** A change of status says which one: `person.frozen`. */
const action = (sql: Reader) => sql`
  case when l.action = 'person.status_changed' then 'person.' || lower(l.after ->> 'status') else l.action end`

/** The person does not see internal notes and tags, nor what was proposed and may never happen. */
const shown = (
  sql: Reader,
) => sql`and l.action not like 'note.%' and l.action not like 'tag.%' and l.action not like 'proposal.%'
  and l.action not like '%proposed'`
