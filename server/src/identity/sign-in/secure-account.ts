import { disownSession, findSessionToDisown } from '../../access/end-session.ts'
import { findEmailChangeSince } from '../../customers/email-changes.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import { record } from '../../ledger/record.ts'
import type { Notification } from '../../ledger/types.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { readLink } from '../../platform/crypto/signed-links.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { restoreEmail } from '../email/restore-email.ts'
import { openResetLink, signResetToken } from '../password/reset-links.ts'
import { removeIntruder } from '../remove-intruder.ts'

type Deps = { sql: Sql; keys: Pick<Keys, 'link'> }

/**
 * The owner says that a sign-in was not theirs. Everyone is locked out at once; the old password, which the thief has, ends
 * here and not only when the owner has set a new one. An address that was changed since is restored: the thief could request
 * a reset link there. Factors added and a PIN set since are removed, transfers
 * still pending are cancelled and scheduled payments paused, if made since.
 */
export async function secureAccount(
  { sql, keys }: Deps,
  token: string,
  { at, requestId }: { at: Date; requestId: string },
): Promise<{ personId: string; resetToken: string }> {
  const link = readLink(keys.link, 'secure account', token, at)
  const personId = link && (await findSessionToDisown(sql, link.id))
  if (!personId) throw new Refusal('link_expired')
  const reset = await inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    const signedInAt = await disownSession(tx, link.id, at)
    if (!signedInAt) throw new Refusal('link_expired')
    await tx`update people set password_hash = null, updated_at = ${at} where id = ${personId}`
    const change = await findEmailChangeSince(tx, personId, signedInAt, at)
    const restored = change && (await restoreEmail(tx, personId, change, at))
    const secretsSince = restored && restored.suspectSince < signedInAt ? restored.suspectSince : signedInAt
    const { stopped, auditEntries, notifications } = await removeIntruder(tx, {
      personId,
      secretsSince,
      paymentsSince: signedInAt,
      at,
      requestId,
    })
    const reset = await openResetLink(tx, personId, at)
    const told: Notification = restored
      ? { personId, kind: 'email.restored', data: { email: restored.email, resetId: reset.id, ...stopped }, at }
      : { personId, kind: 'account.secured', data: stopped, at }
    await record(tx, { auditEntries, notifications: [...notifications, told] })
    return reset
  })
  return { personId, resetToken: signResetToken(keys.link, reset) }
}
