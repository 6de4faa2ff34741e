import type { User } from '#contract/customers/people.ts'
import { isStaff } from '#contract/permissions.ts'
import { revokeStaffKeysOf } from '../access/revoke-api-keys.ts'
import { standingAllows } from '../access/session.ts'
import { wasVerified } from '../customers/verified.ts'
import { auditEntry, type StaffContext } from '../ledger/audit-entry.ts'
import type { AuditEntry, Notification } from '../ledger/types.ts'
import type { Tx } from '../platform/db/connection.ts'
import { type ChangedFields, changedFields } from '../platform/runtime/changed-fields.ts'
import { Refusal } from '../platform/runtime/refusal.ts'
import { applyStatus, notifyStatus } from './change-status.ts'
import { gainsPower } from './power.ts'
import { decideNameRequest, decideSubmitted } from './verification/verifications.ts'

type StandingUpdate = {
  personId: string
  role?: User['role'] | undefined
  status?: User['status'] | undefined
  /** Of the new status, for staff. */
  reason?: string | undefined
}
type StandingChange = ChangedFields<{ role: User['role']; status: User['status'] }> | null

type PersonStanding = { id: string; role: User['role']; status: User['status']; verified: boolean }

/** Locks in id order, so that two members of staff who demote each other can't deadlock. */
const lockStandings = (tx: Tx, ids: string[], withAllAdmins: boolean) => tx<PersonStanding[]>`
  select id, role, status, ${wasVerified(tx)} as verified from people p
  where id = any(${ids}::uuid[]) ${withAllAdmins ? tx`or role = 'Admin'` : tx``}
  order by id for no key update`

/** The time of the first verification stays, whatever the status is later. */
async function writeStanding(tx: Tx, { id, role, status, verified }: PersonStanding, at: Date): Promise<void> {
  await tx`
    update people set role = ${role}, status = ${status}, updated_at = ${at},
      verified_at = case when ${verified} then coalesce(verified_at, ${at}) end
    where id = ${id}`
}

/** Four eyes need it: what one decides alone for people whom they verified themselves counts as if for one customer. */
async function writeVerifier(tx: Tx, personId: string, actorId: string, at: Date): Promise<void> {
  await tx`update people set verified_by_staff = ${actorId}, verified_by_staff_at = ${at} where id = ${personId}`
}

/** Four eyes need it: who appointed another can't confirm for them, nor they for who appointed them. */
async function writeOrigin(tx: Tx, personId: string, givenBy: string, proposedBy: string | null, at: Date) {
  await tx`
    update people set role_given_by = ${givenBy}, role_proposed_by = ${proposedBy}, role_given_at = ${at}
    where id = ${personId}`
}

/** What the person is told. */
const STATUS_CHANGED = 'The status of your account changed.'

const isActiveAdmin = ({ role, status }: PersonStanding) => role === 'Admin' && status === 'Active'

/**
 * Changes role and status: the only place that does. Returns what the caller must record. The person must be locked by
 * `lockPerson`.
 */
export async function changeStanding(
  tx: Tx,
  staff: StaffContext,
  update: StandingUpdate,
  /** The first of two, where the actor confirms it. */
  proposedBy: string | null = null,
): Promise<{ auditEntries: AuditEntry[]; notifications: Notification[] }> {
  const { personId } = update
  const changed = await applyChange(tx, staff, update, proposedBy)
  if (!changed) return { auditEntries: [], notifications: [] }
  const { before, after } = changed
  const { reason = '' } = update
  const status = before.status && after.status ? { personId, before: before.status, after: after.status, reason } : null
  if (status) await applyStatus(tx, staff, status)
  if (after.role) await revokeStaffKeysOf(tx, personId, staff.at)
  const entry = (field: 'role' | 'status', details = {}) =>
    auditEntry(staff, {
      subjectId: personId,
      action: `person.${field}_changed`,
      before: { [field]: before[field] },
      after: { [field]: after[field], ...details },
    })
  return {
    auditEntries: [
      ...(after.role ? [entry('role')] : []),
      ...(status ? [entry('status', reason ? { reason } : {})] : []),
    ],
    // The customer's open page shows the new status.
    notifications: status ? [notifyStatus(status, staff.at)] : [],
  }
}

/** Power is an Admin's to give and take: so is the status of staff, without which their role is nothing. */
function requireAuthority(actor: PersonStanding | undefined, before: PersonStanding, after: PersonStanding): void {
  if (actor?.id === before.id) throw new Refusal('own_account')
  const ofCustomer = after.status === 'Frozen' && after.role === before.role ? 'people:freeze' : 'people:edit'
  const permission = isStaff(before.role) || isStaff(after.role) ? 'authority:change' : ofCustomer
  if (!actor || !standingAllows(actor, permission)) throw new Refusal('forbidden')
}

/** The last Admin can't be demoted: only an Admin can appoint another. */
async function applyChange(
  tx: Tx,
  { actorId, at }: StaffContext,
  update: StandingUpdate,
  proposedBy: string | null,
): Promise<StandingChange> {
  const { personId, role, status } = update
  const demotes = (role ?? 'Admin') !== 'Admin' || (status ?? 'Active') !== 'Active'
  const standings = await lockStandings(tx, [personId, actorId], demotes)
  const before = standings.find(({ id }) => id === personId)
  if (!before) throw new Refusal('not_found')
  const after = { ...before, role: role ?? before.role, status: status ?? before.status }
  const changed = changedFields(before, after)
  if (!changed) return null
  // Under lock: the actor may have been demoted while waiting for it.
  requireAuthority(
    standings.find(({ id }) => id === actorId),
    before,
    after,
  )
  const demoted = isActiveAdmin(before) && !isActiveAdmin(after)
  if (demoted && !standings.some((other) => other.id !== personId && isActiveAdmin(other)))
    throw new Refusal('last_admin')
  const isActive = after.status === 'Active'
  await writeStanding(tx, { ...after, verified: before.verified || isActive }, at)
  // Unfreezing a verified person verifies nothing; of one who was frozen before, it does.
  if (isActive && (before.status === 'Pending' || !before.verified)) await writeVerifier(tx, personId, actorId, at)
  // A person who is made Active by hand needs no decision about documents any more.
  if (changed.after.status === 'Active')
    await decideSubmitted(tx, personId, { state: 'approved', reason: '', decidedBy: actorId, at })
  // A person who is verified again proves the name with it, and a closed account keeps the one it has.
  if (changed.after.status === 'Pending' || changed.after.status === 'Closed')
    await decideNameRequest(tx, personId, { state: 'rejected', reason: STATUS_CHANGED, decidedBy: actorId, at })
  // Unfreezing gives back the permissions of a role: the member of staff who gave the role stays on record.
  if (changed.after.role && gainsPower(before, after)) await writeOrigin(tx, personId, actorId, proposedBy, at)
  return changed
}
