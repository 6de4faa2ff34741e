import type { Sql } from '#server/platform/db/connection.ts'

type PersonRow = { id: string; role: string; status: string }
/** In the order in which they were committed: each takes its number under the account's lock. */
type EventRow = {
  person_id: string
  kind: string
  transaction_id: string | null
  order_id: string | null
  change: string | null
}
type ChangeRow = {
  person_id: string
  field: 'role' | 'status'
  before: string
  value: string
  reason: string | null
}
type VerificationRow = { id: string; person_id: string; state: string; reason: string; documents: number }
type ProposalRow = {
  id: string
  subject_id: string
  state: string
  proposed_at: Date
  decided_at: Date | null
  /** Whether the campaign knows that the proposer appointed who confirmed, whatever the bank has stored. */
  by_puppet: boolean
}

/** A third person who confirmed a role. */
type RoleConfirmationRow = { person_id: string; by: string; by_puppet: boolean; by_giver: boolean }

/** What the tables say about people, for the checks of staff acts. */
export type Office = {
  people: PersonRow[]
  events: EventRow[]
  /** Role and status, from the audit log. */
  changes: ChangeRow[]
  uploads: Set<string>
  verifications: VerificationRow[]
  proposals: ProposalRow[]
  roleConfirmations: RoleConfirmationRow[]
}

export async function readOffice(sql: Sql): Promise<Office> {
  const uploads = await sql<{ id: string }[]>`select id from uploads`
  return {
    people: await sql<PersonRow[]>`select id, role, status from people`,
    events: await sql<EventRow[]>`
      select person_id, kind, data ->> 'transactionId' as transaction_id, data ->> 'orderId' as order_id,
             data ->> 'change' as change
      from outbox order by person_id, number`,
    changes: await sql<ChangeRow[]>`
      select subject_id as person_id, split_part(split_part(action, '.', 2), '_', 1) as field,
             coalesce(before ->> 'role', before ->> 'status') as before,
             coalesce(after ->> 'role', after ->> 'status') as value, after ->> 'reason' as reason
      from audit where action in ('person.role_changed', 'person.status_changed') order by chain_id, number`,
    uploads: new Set(uploads.map(({ id }) => id)),
    verifications: await sql<VerificationRow[]>`
      select v.id, v.person_id, v.state, v.reason,
             (select count(*)::int from verification_documents d where d.verification_id = v.id) as documents
      from verifications v order by v.id`,
    proposals: await sql<ProposalRow[]>`
      select p.id, p.subject_id, p.state, p.proposed_at, p.decided_at, coalesce(d.email like 'puppet-%', false) as by_puppet
      from proposals p left join people d on d.id = p.decided_by where p.kind = 'role' order by p.id`,
    roleConfirmations: await sql<RoleConfirmationRow[]>`
      select a.subject_id as person_id, p.full_name as by, p.email like 'puppet-%' as by_puppet,
             p.full_name in (a.before ->> 'givenBy', coalesce(a.before ->> 'proposedBy', '')) as by_giver
      from audit a join people p on p.id = a.actor_id where a.action = 'role.confirmed' order by a.chain_id, a.number`,
  }
}
