import { PROPOSALS } from '#contract/authority/proposal-kinds.ts'
import type { StaffUser } from '#contract/customers/people.ts'
import { type ExpectedFields, type UserUpdates, updateUser as updateEndpoint } from '#contract/office/administration.ts'
import {
  lockForStaffAct,
  requireNotOwnAccount,
  requireStanding,
  requireStandingForStaff,
} from '../../authority/own-account.ts'
import { answerProposed } from '../../authority/proposal-response.ts'
import { propose, recordActs } from '../../authority/propose.ts'
import { requireStaffUser } from '../../customers/person.ts'
import type { Deps } from '../../http/deps.ts'
import type { Proposed } from '../../http/route.ts'
import { changeStanding } from '../../identity/change-standing.ts'
import { requireOtherVerifier } from '../../identity/other-verifier.ts'
import { updatePerson } from '../../identity/update-person.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import type { AuditEntry, Notification } from '../../ledger/types.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { changeCode } from './change-code.ts'
import { requireNotClosed, splitUpdates } from './person-proposals.ts'

type Update = {
  userId: string
  updates: UserUpdates
  reason?: string | undefined
  expected?: ExpectedFields | undefined
}
type AuditRecords = { auditEntries: AuditEntry[]; notifications: Notification[] }

export function updateUser(
  { sql, keys, ledger, config }: Pick<Deps, 'sql' | 'keys' | 'ledger' | 'config'>,
  staff: StaffContext,
  { userId, updates, reason, expected }: Update,
): Promise<StaffUser | Proposed> {
  const fourEyes = config.fourEyesAboveCents !== null
  return inTransaction(sql, async (tx) => {
    const act = await lockForStaffAct(tx, staff, userId, updateEndpoint.policy)
    const { actor } = act
    if (staff.actorId !== userId) requireStandingForStaff(act)
    for (const permission of updateEndpoint.alsoNeeds({ updates })) requireStanding(actor, permission)
    const current = await requireStaffUser(tx, userId)
    requireAccountFor(updates, current)
    if (expected) requireExpectedFields(expected, current)
    if (changesAny(Object.keys(updates) as (keyof UserUpdates)[], updates, current)) requireNotClosed(current)
    if (changesOwnPower(updates, current)) requireNotOwnAccount(staff, userId)
    if (updates.status === 'Active' && current.status !== 'Active')
      await requireOtherVerifier(tx, config, staff, userId)
    const { drafts, rest } = fourEyes
      ? await splitUpdates(tx, current, { ...updates, reason }, staff.at)
      : { drafts: [], rest: { ...updates, reason } }
    for (const { kind } of drafts) requireStanding(actor, PROPOSALS[kind])
    const { role, status, reason: _, transactionCode, codeDescription, ...profile } = rest
    const done = [
      await changeStanding(tx, staff, { personId: userId, role, status, reason }),
      await updateProfile(tx, staff, userId, profile),
      await changeCode(tx, { keys, zone: ledger.zone, staff }, { personId: userId, transactionCode, codeDescription }),
    ]
    const auditEntries = done.flatMap((part) => part.auditEntries)
    const notifications = done.flatMap((part) => part.notifications)
    const proposals = []
    for (const draft of drafts) proposals.push(await propose(tx, staff, draft))
    await recordActs(tx, { auditEntries, notifications }, proposals)
    return answerProposed(proposals, staff.at) ?? requireStaffUser(tx, userId)
  })
}

/** Staff without an account have no code; without a role they would be a customer who has none. */
function requireAccountFor(
  { role, transactionCode, codeDescription }: UserUpdates,
  { accountNumber }: StaffUser,
): void {
  const needsOne = role === 'User' || transactionCode !== undefined || codeDescription !== undefined
  if (accountNumber === '' && needsOne) throw new Refusal('no_account')
}

/** Optimistic concurrency: if the user has changed since the administrator loaded it, the update is rejected. */
function requireExpectedFields(expected: ExpectedFields, current: StaffUser): void {
  const fields = Object.keys(expected) as (keyof ExpectedFields)[]
  if (fields.some((field) => expected[field] !== current[field])) throw new Refusal('changed_meanwhile', { current })
}

/** Staff may correct their own phone number here, but none of these. */
function changesOwnPower(updates: UserUpdates, current: StaffUser): boolean {
  const power = ['role', 'status', 'email', 'codeDescription', 'transactionCode', 'fullName', 'dob'] as const
  return changesAny(power, updates, current)
}

/** A given code always counts: the stored one can't be compared. */
const changesAny = (fields: readonly (keyof UserUpdates)[], updates: UserUpdates, current: StaffUser): boolean =>
  fields.some((field) => {
    if (updates[field] === undefined) return false
    return field === 'transactionCode' || updates[field] !== current[field]
  })

async function updateProfile(
  tx: Tx,
  staff: StaffContext,
  userId: string,
  profile: Omit<UserUpdates, 'role' | 'status' | 'transactionCode' | 'codeDescription'>,
): Promise<AuditRecords> {
  const updated = await updatePerson(tx, userId, profile, staff.at)
  if (!updated?.changed) return { auditEntries: [], notifications: [] }
  const entry = auditEntry(staff, { subjectId: userId, action: 'person.updated', ...updated.changed })
  const { fullName, dob } = updated.changed.after
  const renamed = fullName !== undefined || dob !== undefined
  const notification = { personId: userId, kind: 'name.changed' as const, data: {}, at: staff.at }
  return { auditEntries: [entry], notifications: [...updated.notifications, ...(renamed ? [notification] : [])] }
}
