import type { User } from '#contract/people.ts'
import type { Tx } from '../../db/connection.ts'
import { type ChangedFields, changedFields } from '../../ledger/changed-fields.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { lockStandings, type Standing, writeStanding } from './store.ts'

type StandingUpdate = { personId: string; role?: User['role'] | undefined; status?: User['status'] | undefined }
type StandingChange = ChangedFields<{ role: User['role']; status: User['status'] }> | null

const isActiveAdmin = ({ role, status }: Standing) => role === 'Admin' && status === 'Active'

/** Role and status. A bank without an administrator could never have one again, so the last one stays. */
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
    // Who was demoted while waiting for the lock demotes nobody any more.
    if (!standings.some((other) => other.id === actorId && isActiveAdmin(other))) throw new Refusal('forbidden')
  }
  await writeStanding(tx, after, at)
  return changed
}
