import { isStaff } from '#contract/permissions.ts'
import { revokeApiKey } from '../../access/revoke-api-keys.ts'
import type { Session } from '../../access/session.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'

export function revokeKey(sql: Sql, { personId, role }: Session, id: string, context: StaffContext): Promise<void> {
  const { at } = context
  return inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    const name = await revokeApiKey(tx, personId, id, at)
    if (name === null) throw new Refusal('not_found')
    const details = { subjectId: null, action: 'api_key.revoked', before: { apiKey: name, apiKeyId: id }, after: {} }
    await record(tx, {
      auditEntries: isStaff(role) ? [auditEntry(context, details)] : [],
      notifications: [{ personId, kind: 'api_key.revoked', data: { name }, at }],
    })
  })
}
