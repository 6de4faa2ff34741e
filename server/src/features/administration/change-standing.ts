import type { User } from '#contract/people.ts'
import type { Tx } from '../../db/connection.ts'
import { type ChangedFields, changedFields } from '../../ledger/changed-fields.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { lockStandings, type Standing, writeStanding } from './store.ts'

type StandingUpdate = { personId: string; role?: User['role'] | undefined; status?: User['status'] | undefined }
type StandingChange = ChangedFields<{ role: User['role']; status: User['status'] }> | null

const isActiveAdmin = ({ role, status }: Standing) => role === 'Admin' && status === 'Active'

/** Changes role and status. The last administrator can't be demoted: only an administrator can appoint another. */
export async function changeStanding(
  tx: Tx,
  actorId: string,
  update: StandingUpdate,
  at: Date,
): Promise<StandingChange> {
  const { personId, role, status } = update
  const demotes = role === 'User' || status === 'Pending'
  const standings = await lockStandings(tx, personId, demotes)
  const before = standings.find(({ id }) => id === personId)
  if (!before) throw new Refusal('not_found')
  const after = { ...before, role: role ?? before.role, status: status ?? before.status }
  const changed = changedFields(before, after)
  if (!changed) return null
  if (isActiveAdmin(before) && !isActiveAdmin(after)) {
    if (!standings.some((other) => other.id !== personId && isActiveAdmin(other))) throw new Refusal('last_admin')
    // The actor may have been demoted while waiting for the lock.
    if (!standings.some((other) => other.id === actorId && isActiveAdmin(other))) throw new Refusal('forbidden')
  }
  await writeStanding(tx, after, at)
  return changed
}
