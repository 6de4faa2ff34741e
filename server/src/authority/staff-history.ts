import { appointersOf } from '../ledger/appointers.ts'
import type { StaffHistory } from '../ledger/person.ts'
import type { Reader } from '../platform/db/connection.ts'

/** The columns of `people p` that decide whether a member of staff is a second person. */
export const staffHistory = (sql: Reader) => sql`
  p.role_given_at as "roleGivenAt", p.role_confirmed_at as "roleConfirmedAt", p.factors_changed_at as "factorsChangedAt",
  ${appointersOf(sql)} as appointers`

/** What those columns say. */
export type History = Pick<StaffHistory, 'roleGivenAt' | 'roleConfirmedAt' | 'factorsChangedAt'> & {
  appointers: string[]
}

export type StaffMember = History & { id: string }

export const readStaffHistory = (sql: Reader, ids: readonly string[]) => sql<StaffMember[]>`
  select p.id, ${staffHistory(sql)} from people p where p.id = any(${ids as string[]}::uuid[])`
