import type { StaffHistory } from '../ledger/person.ts'
import type { Reader } from '../platform/db/connection.ts'

/** The columns of `people p` that decide whether a member of staff is a second person. */
export const staffHistory = (sql: Reader) => sql`
  p.role_given_by as "roleGivenBy", p.role_proposed_by as "roleProposedBy", p.role_given_at as "roleGivenAt",
  p.role_confirmed_at as "roleConfirmedAt", p.factors_changed_at as "factorsChangedAt"`

export type StaffMember = StaffHistory & { id: string }

export const readStaffHistory = (sql: Reader, ids: readonly string[]) => sql<StaffMember[]>`
  select p.id, ${staffHistory(sql)} from people p where p.id = any(${ids as string[]}::uuid[])`
