import { PROPOSAL_KINDS, PROPOSALS } from '#contract/authority/proposal-kinds.ts'
import { isStaff, type Role } from '#contract/permissions.ts'
import { type Session, sessionMay } from '../access/session.ts'
import { confirmerRefusal, PROPOSAL_LIFETIME_MS } from '../ledger/second-person.ts'
import type { Sql } from '../platform/db/connection.ts'
import { type History, readStaffHistory, staffHistory } from './staff-history.ts'

type Row = History & { proposer_id: string; subject_role: Role | null }

/** Whether the transaction `t` moves money of this person, from or to any of their accounts. */
export const isOwn = (sql: Sql, personId: string) => sql`exists (
  select 1 from accounts a where a.owner_id = ${personId} and a.id in (t.account_id, t.party_id))`

/** How many proposals the reader may confirm, by the rules of confirming. Those of others are no work for them. */
export async function countConfirmable(sql: Sql, session: Session, at: Date, limit: number): Promise<number> {
  const kinds = PROPOSAL_KINDS.filter((kind) => sessionMay(session, PROPOSALS[kind]))
  const decides = sessionMay(session, 'money:decide')
  if (kinds.length === 0 && !decides) return 0
  const reader = session.personId
  const since = new Date(at.getTime() - PROPOSAL_LIFETIME_MS)
  const [rows, [me]] = await Promise.all([
    sql<Row[]>`
      select w.proposer_id, w.subject_role, ${staffHistory(sql)}
      from (
        select q.proposed_by as proposer_id, q.proposer_role, q.subject_role from proposals q
        where q.state = 'pending' and q.kind = any(${kinds}::text[]) and q.proposed_at > ${since}
          and q.proposed_by <> ${reader} and q.subject_id is distinct from ${reader}
        union all
        select t.proposed_by, null, null from transactions t
        where ${decides} and t.status = 'Pending' and t.proposed_at > ${since} and t.proposed_by <> ${reader}
          and not ${isOwn(sql, reader)}) w
      join people p on p.id = w.proposer_id
      where p.status = 'Active' and (w.proposer_role is null or w.proposer_role = p.role) limit ${limit}`,
    readStaffHistory(sql, [reader]),
  ])
  if (!me) return 0
  const actsOnStaff = sessionMay(session, 'authority:change')
  return rows.filter(({ proposer_id: id, subject_role: role, ...proposer }) => {
    if (role && isStaff(role) && !actsOnStaff) return false
    return confirmerRefusal(me, { id, ...proposer }, at) === null
  }).length
}
