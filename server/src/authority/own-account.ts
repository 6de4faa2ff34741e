import { isStaff, type Permission } from '#contract/permissions.ts'
import { type Standing, standingAllows } from '../access/session.ts'
import type { StaffContext } from '../ledger/audit-entry.ts'
import { lockAccounts } from '../ledger/read-state.ts'
import type { Tx } from '../platform/db/connection.ts'
import { Refusal } from '../platform/runtime/refusal.ts'

/** The subject as it is under lock, for rules that depend on their role. */
export type StaffAct = { actor: Standing; subject: Standing }

/**
 * The beginning of every staff act on a person that moves no money. Locks the actor, the subject, and others whose accounts
 * the act writes to, in one statement and in id order, so that two members of staff who act on each other can't deadlock. A change of a role holds the same
 * lock: the actor's permission is read after it and can't be revoked before this act is committed.
 */
export async function lockForStaffAct(
  tx: Tx,
  { actorId }: Pick<StaffContext, 'actorId'>,
  subjectId: string,
  permission: Permission,
  otherIds: readonly string[] = [],
): Promise<StaffAct> {
  const locked = await lockAccounts(tx, [actorId, subjectId, ...otherIds])
  const rows = await tx<(Standing & { id: string })[]>`
    select id, role, status from people where id = any(${[actorId, subjectId]}::uuid[])`
  const [actor, subject] = [actorId, subjectId].map((id) => rows.find((row) => row.id === id))
  if (!actor || !standingAllows(actor, permission)) throw new Refusal('forbidden')
  if (!subject || !locked.some(({ id }) => id === subjectId)) throw new Refusal('not_found')
  return { actor, subject }
}

/** The beginning of a staff act that concerns no person: locks the actor, and others whose accounts the act writes to. */
export async function lockStaff(
  tx: Tx,
  staff: Pick<StaffContext, 'actorId'>,
  permission: Permission,
  otherIds: readonly string[],
): Promise<void> {
  await lockForStaffAct(tx, staff, staff.actorId, permission, otherIds)
}

/** Staff can't act on their own account. The ledger has the same rule for money. */
export function requireNotOwnAccount({ actorId }: Pick<StaffContext, 'actorId'>, subjectId: string): void {
  if (actorId === subjectId) throw new Refusal('own_account')
}

/** Under the lock of `lockForStaffAct`: the secrets, sessions and profile of staff open the office. */
export function requireStandingForStaff({ actor, subject }: StaffAct): void {
  if (isStaff(subject.role)) requireStanding(actor, 'authority:change')
}

/** Under the lock of `lockForStaffAct`: a permission that only some acts need. */
export function requireStanding(actor: Standing, permission: Permission): void {
  if (!standingAllows(actor, permission)) throw new Refusal('forbidden')
}
