import { isStaff } from '#contract/permissions.ts'
import { revokeApiKey } from '../../api-keys/revoke-api-keys.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { auditEntry, type StaffContext } from '../../ledger/audit-entry.ts'
import { record } from '../../ledger/record.ts'
import { lockPerson } from '../../people/lock-person.ts'
import { Refusal } from '../../runtime/refusal.ts'
import type { Session } from '../../sessions/session.ts'

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
