import { findUndoLinkOwner } from '../../customers/email-changes.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import { record } from '../../ledger/record.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { readLink } from '../../platform/crypto/signed-links.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { openResetLink } from '../password/reset-links.ts'
import { removeIntruder } from '../remove-intruder.ts'
import { restoreEmail } from './restore-email.ts'

/**
 * Gives the account back to the address the link was sent to, and returns the id of its owner. The thief keeps nothing: no
 * session, no password, no link, no factor added, no PIN set and no payment waiting since the day before the change. The
 * password is reset through the restored address.
 */
export async function undoEmail(
  sql: Sql,
  keys: Pick<Keys, 'link'>,
  token: string,
  { at, requestId }: { at: Date; requestId: string },
): Promise<string> {
  const link = readLink(keys.link, 'email undo', token, at)
  const personId = link && (await findUndoLinkOwner(sql, link, at))
  if (!personId) throw new Refusal('link_expired')
  await inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    const restored = await restoreEmail(tx, personId, link, at)
    if (!restored) throw new Refusal('link_expired')
    const { email, suspectSince } = restored
    const { stopped, auditEntries, notifications } = await removeIntruder(tx, {
      personId,
      secretsSince: suspectSince,
      paymentsSince: suspectSince,
      at,
      requestId,
    })
    const { id: resetId } = await openResetLink(tx, personId, at)
    const data = { email, resetId, ...stopped }
    await record(tx, {
      auditEntries,
      notifications: [...notifications, { personId, kind: 'email.restored', data, at }],
    })
  })
  return personId
}
