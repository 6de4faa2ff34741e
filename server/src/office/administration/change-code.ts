import { endOfDay } from '#contract/bank-day.ts'
import type { UserUpdates } from '#contract/office/administration.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { describeCode, hashCode, setCode } from '../../ledger/secrets.ts'
import type { AuditEntry, Notification } from '../../ledger/types.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Tx } from '../../platform/db/connection.ts'
import { invalidField, Refusal } from '../../platform/runtime/refusal.ts'
import { readSecrets } from './store.ts'

type CodeUpdate = Pick<UserUpdates, 'transactionCode' | 'codeDescription'> & { personId: string }
type Context = { keys: Pick<Keys, 'pin'>; zone: string; staff: StaffContext }
type AuditRecords = { auditEntries: AuditEntry[]; notifications: Notification[] }

/** The audit log records that a code was set and when it expires, never the code. */
export async function changeCode(tx: Tx, { keys, zone, staff }: Context, update: CodeUpdate): Promise<AuditRecords> {
  const { personId, transactionCode, codeDescription } = update
  const before = await readSecrets(tx, personId)
  const auditEntries: AuditEntry[] = []
  const notifications: Notification[] = []
  if (transactionCode) {
    if (before.closed) throw new Refusal('account_closed')
    const expiresAt = expiryOf(transactionCode.expireDate, zone, staff.at)
    await setCode(tx, personId, hashCode(keys.pin, personId, transactionCode.code), expiresAt)
    auditEntries.push(
      auditEntry(staff, {
        subjectId: personId,
        action: 'code.set',
        before: { code: before.hasCode ? 'set' : 'none', expireDate: before.codeExpiresAt },
        after: { code: 'set', expireDate: expiresAt },
      }),
    )
    notifications.push({ personId, kind: 'code.set', data: { expireDate: expiresAt }, at: staff.at })
  }
  if (codeDescription !== undefined && codeDescription !== before.codeDescription) {
    await describeCode(tx, personId, codeDescription)
    auditEntries.push(
      auditEntry(staff, {
        subjectId: personId,
        action: 'code.described',
        before: { codeDescription: before.codeDescription },
        after: { codeDescription },
      }),
    )
  }
  return { auditEntries, notifications }
}

function expiryOf(expireDate: string, zone: string, at: Date): Date {
  const expiresAt = expireDate.includes('T') ? new Date(expireDate) : endOfDay(expireDate, zone)
  if (expiresAt <= at) throw invalidField('updates.transactionCode.expireDate', 'The expiry date is in the past.')
  return expiresAt
}
