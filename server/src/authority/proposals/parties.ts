import type { Permission } from '#contract/permissions.ts'
import { lockAccounts } from '../../ledger/read-state.ts'
import { mayPropose } from '../../ledger/second-person.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import type { Party } from '../proposal.ts'
import { staffHistory } from '../staff-history.ts'

/**
 * Locks the accounts of all who have a part in a decision, in id order, and reads the people. A change of a role holds
 * the same lock, so that none of them changes before the decision is committed.
 */
export async function lockParties(tx: Tx, ids: readonly (string | null)[]): Promise<Map<string, Party>> {
  const people = [...new Set(ids.filter((id) => id !== null))]
  await lockAccounts(tx, people)
  const rows = await tx<Party[]>`
    select p.id, p.role, p.status, p.full_name as "fullName", ${staffHistory(tx)} from people p
    where p.id = any(${people}::uuid[])`
  return new Map(rows.map((row) => [row.id, row]))
}

/** The permission may have been revoked since the request was admitted. */
export function requirePermission(person: Party | undefined, permission: Permission): Party {
  if (!person || !mayPropose(person, permission)) throw new Refusal('forbidden')
  return person
}
