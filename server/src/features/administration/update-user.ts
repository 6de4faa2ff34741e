import type { SeenFields, UserUpdates } from '#contract/administration.ts'
import type { User } from '#contract/people.ts'
import type { Tx } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../http/deps.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { AuditEntry, Notification } from '../../ledger/types.ts'
import { lockPerson } from '../../people/lock-person.ts'
import { requireUser } from '../../people/person.ts'
import { updatePerson } from '../../people/update-person.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { changeCode } from './change-code.ts'
import { changeStanding } from './change-standing.ts'

type Update = { userId: string; updates: UserUpdates; expected?: SeenFields | undefined }
type AuditRecords = { acts: AuditEntry[]; told: Notification[] }

export function updateUser(
  { sql, keys, ledger }: Pick<Deps, 'sql' | 'keys' | 'ledger'>,
  acting: StaffContext,
  { userId, updates, expected }: Update,
): Promise<User> {
  const { role, status, transactionCode, codeDescription, ...profile } = updates
  return inTransaction(sql, async (tx) => {
    if (!(await lockPerson(tx, userId))) throw new Refusal('not_found')
    if (expected) refuseStale(expected, await requireUser(tx, userId))
    const done = [
      await updateStanding(tx, acting, userId, { role, status }),
      await updateProfile(tx, acting, userId, profile),
      await changeCode(tx, { keys, zone: ledger.zone, acting }, { personId: userId, transactionCode, codeDescription }),
    ]
    const [acts, told] = [done.flatMap((part) => part.acts), done.flatMap((part) => part.told)]
    if (acts.length > 0) await record(tx, { auditEntries: acts, notifications: told })
    return requireUser(tx, userId)
  })
}

/** Somebody else, or the person themselves, was faster: whoever asks decides again, on what is there now. */
function refuseStale(expected: SeenFields, current: User): void {
  const fields = Object.keys(expected) as (keyof SeenFields)[]
  if (fields.some((field) => expected[field] !== current[field])) throw new Refusal('changed_meanwhile', { current })
}

async function updateStanding(
  tx: Tx,
  acting: StaffContext,
  userId: string,
  wanted: Pick<UserUpdates, 'role' | 'status'>,
): Promise<AuditRecords> {
  const changed = await changeStanding(tx, acting.actorId, { personId: userId, ...wanted }, acting.at)
  if (!changed) return { acts: [], told: [] }
  const { before, after } = changed
  const act = (field: 'role' | 'status') =>
    auditEntry(acting, {
      subjectId: userId,
      action: `person.${field}_changed`,
      before: { [field]: before[field] },
      after: { [field]: after[field] },
    })
  const told = { personId: userId, kind: 'status.changed' as const, data: { status: after.status }, at: acting.at }
  return {
    acts: [...(after.role ? [act('role')] : []), ...(after.status ? [act('status')] : [])],
    // Whoever waits to be verified sees it happen.
    told: after.status ? [told] : [],
  }
}

async function updateProfile(
  tx: Tx,
  acting: StaffContext,
  userId: string,
  profile: Omit<UserUpdates, 'role' | 'status' | 'transactionCode' | 'codeDescription'>,
): Promise<AuditRecords> {
  const updated = await updatePerson(tx, userId, profile, acting.at)
  if (!updated?.changed) return { acts: [], told: [] }
  const act = auditEntry(acting, { subjectId: userId, action: 'person.updated', ...updated.changed })
  return { acts: [act], told: updated.told }
}
