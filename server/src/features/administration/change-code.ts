import type { UserUpdates } from '#contract/administration.ts'
import { endOfDay } from '#contract/bank-day.ts'
import type { Keys } from '../../crypto/keys.ts'
import type { Tx } from '../../db/connection.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { describeCode, hashCode, setCode } from '../../ledger/secrets.ts'
import type { AuditEntry, Notification } from '../../ledger/types.ts'
import { invalidField } from '../../runtime/refusal.ts'
import { readSecrets } from './store.ts'

type CodeUpdate = Pick<UserUpdates, 'transactionCode' | 'codeDescription'> & { personId: string }
type Context = { keys: Pick<Keys, 'pin'>; zone: string; acting: StaffContext }
type AuditRecords = { acts: AuditEntry[]; told: Notification[] }

/** The log says that a code was set and until when, never which. */
export async function changeCode(tx: Tx, { keys, zone, acting }: Context, wanted: CodeUpdate): Promise<AuditRecords> {
  const { personId, transactionCode, codeDescription } = wanted
  const before = await readSecrets(tx, personId)
  const acts: AuditEntry[] = []
  const told: Notification[] = []
  if (transactionCode) {
    const expiresAt = expiryOf(transactionCode.expireDate, zone, acting.at)
    await setCode(tx, personId, hashCode(keys.pin, personId, transactionCode.code), expiresAt)
    acts.push(
      auditEntry(acting, {
        subjectId: personId,
        action: 'code.set',
        before: { code: before.hasCode ? 'set' : 'none', expireDate: before.codeExpiresAt },
        after: { code: 'set', expireDate: expiresAt },
      }),
    )
    told.push({ personId, kind: 'code.set', data: { expireDate: expiresAt }, at: acting.at })
  }
  if (codeDescription !== undefined && codeDescription !== before.codeDescription) {
    await describeCode(tx, personId, codeDescription)
    acts.push(
      auditEntry(acting, {
        subjectId: personId,
        action: 'code.described',
        before: { codeDescription: before.codeDescription },
        after: { codeDescription },
      }),
    )
  }
  return { acts, told }
}

function expiryOf(expireDate: string, zone: string, at: Date): Date {
  const expiresAt = expireDate.includes('T') ? new Date(expireDate) : endOfDay(expireDate, zone)
  if (expiresAt <= at) throw invalidField('updates.transactionCode.expireDate', 'The expiry date is in the past.')
  return expiresAt
}
