import type { ExpectedFields, UserUpdates } from '#contract/administration.ts'
import type { User } from '#contract/people.ts'
import type { Tx } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../http/deps.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { AuditEntry, Notification } from '../../ledger/types.ts'
import { changeStanding } from '../../people/change-standing.ts'
import { lockPerson } from '../../people/lock-person.ts'
import { requireUser } from '../../people/person.ts'
import { updatePerson } from '../../people/update-person.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { changeCode } from './change-code.ts'

type Update = { userId: string; updates: UserUpdates; expected?: ExpectedFields | undefined }
type AuditRecords = { auditEntries: AuditEntry[]; notifications: Notification[] }

export function updateUser(
  { sql, keys, ledger }: Pick<Deps, 'sql' | 'keys' | 'ledger'>,
  staff: StaffContext,
  { userId, updates, expected }: Update,
): Promise<User> {
  const { role, status, transactionCode, codeDescription, ...profile } = updates
  return inTransaction(sql, async (tx) => {
    if (!(await lockPerson(tx, userId))) throw new Refusal('not_found')
    if (expected) refuseStale(expected, await requireUser(tx, userId))
    const done = [
      await changeStanding(tx, staff, { personId: userId, role, status }),
      await updateProfile(tx, staff, userId, profile),
      await changeCode(tx, { keys, zone: ledger.zone, staff }, { personId: userId, transactionCode, codeDescription }),
    ]
    const auditEntries = done.flatMap((part) => part.auditEntries)
    const notifications = done.flatMap((part) => part.notifications)
    if (auditEntries.length > 0) await record(tx, { auditEntries, notifications })
    return requireUser(tx, userId)
  })
}

/** Optimistic concurrency: if the user has changed since the administrator loaded it, the update is rejected. */
function refuseStale(expected: ExpectedFields, current: User): void {
  const fields = Object.keys(expected) as (keyof ExpectedFields)[]
  if (fields.some((field) => expected[field] !== current[field])) throw new Refusal('changed_meanwhile', { current })
}

async function updateProfile(
  tx: Tx,
  staff: StaffContext,
  userId: string,
  profile: Omit<UserUpdates, 'role' | 'status' | 'transactionCode' | 'codeDescription'>,
): Promise<AuditRecords> {
  const updated = await updatePerson(tx, userId, profile, staff.at)
  if (!updated?.changed) return { auditEntries: [], notifications: [] }
  const entry = auditEntry(staff, { subjectId: userId, action: 'person.updated', ...updated.changed })
  return { auditEntries: [entry], notifications: updated.notifications }
}
