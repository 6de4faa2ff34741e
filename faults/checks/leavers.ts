import type { Sql } from '#server/platform/db/connection.ts'
import { type History, isOk } from '../history.ts'

export type LeaverRow = {
  id: string
  role: string
  /** How often they left, by the audit log. */
  left: number
  /** What they still have of before they left. */
  sessions: number
  keys: number
  proposals: number
}

export const readLeavers = (sql: Sql) => sql<LeaverRow[]>`
  select p.id, p.role,
         (select count(*)::int from audit a where a.subject_id = p.id and a.action = 'staff.left') as left,
         (select count(*)::int from sessions s
          where s.person_id = p.id and s.ended_at is null and s.created_at = p.created_at) as sessions,
         (select count(*)::int from api_keys k where k.person_id = p.id and k.revoked_at is null) as keys,
         (select count(*)::int from proposals o where o.proposed_by = p.id and o.state = 'pending') as proposals
  from people p where p.email like 'leaver-%'`

/** Who left did so once, and has no role, no access and no proposal any more; nothing that they begin afterwards is accepted. */
export function checkLeavers(history: History, rows: readonly LeaverRow[]): void {
  const report = (text: string) => history.report('leaving staff', text)
  for (const { id, role, left, sessions, keys, proposals } of rows) {
    const own = history.operations.filter(({ personId }) => personId === id)
    // Of two who end the access, the later one does not find a member of staff.
    const ends = own.filter(
      ({ kind, results }) => kind === 'leave staff' && ['ok', 'not_found'].includes(results[0]?.code ?? ''),
    )
    if (left > 1) report(`${id} left ${left} times`)
    if (ends.length > 0 && left === 0) report(`${ends[0]?.id}: ${id} has not left`)
    if (left > 0 && (role !== 'User' || sessions + keys + proposals > 0))
      report(`${id} left as ${role}, and has ${sessions} sessions, ${keys} keys and ${proposals} proposals`)
    const endedAt = Math.min(...ends.map((end) => end.endedAt))
    for (const act of own.filter(({ kind, startedAt }) => kind === 'journal entry' && startedAt > endedAt))
      if (isOk(act)) report(`${act.id}: ${id} proposed something after leaving`)
  }
}
