import { disownSession, findSessionToDisown } from '../../access/end-session.ts'
import { findEmailChangeSince } from '../../customers/email-changes.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import { record } from '../../ledger/record.ts'
import { clearPinSetSince } from '../../ledger/secrets.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { readLink } from '../../platform/crypto/signed-links.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { restoreEmail } from '../email/restore-email.ts'
import { endAccess } from '../end-access.ts'
import { removeFactorsSince } from '../factors.ts'
import { openResetLink, signResetToken } from '../password/reset-links.ts'

type Deps = { sql: Sql; keys: Pick<Keys, 'link'> }

/**
 * The owner says that a sign-in was not theirs. Everyone is locked out at once; the old password, which the thief has, ends
 * here and not only when the owner has set a new one. An address that was changed since is restored: the thief could request
 * a reset link there. Factors added and a PIN set since are removed.
 */
export async function secureAccount(
  { sql, keys }: Deps,
  token: string,
  at: Date,
): Promise<{ personId: string; resetToken: string }> {
  const link = readLink(keys.link, 'secure account', token, at)
  const personId = link && (await findSessionToDisown(sql, link.id))
  if (!personId) throw new Refusal('link_expired')
  const reset = await inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    const signedInAt = await disownSession(tx, link.id, at)
    if (!signedInAt) throw new Refusal('link_expired')
    await tx`update people set password_hash = null, updated_at = ${at} where id = ${personId}`
    await endAccess(tx, personId, at)
    const change = await findEmailChangeSince(tx, personId, signedInAt, at)
    const restored = change && (await restoreEmail(tx, personId, change, at))
    const suspectSince = restored && restored.suspectSince < signedInAt ? restored.suspectSince : signedInAt
    await removeFactorsSince(tx, personId, suspectSince)
    await clearPinSetSince(tx, personId, suspectSince)
    const reset = await openResetLink(tx, personId, at)
    if (restored) {
      const data = { email: restored.email, resetId: reset.id }
      await record(tx, { notifications: [{ personId, kind: 'email.restored', data, at }] })
    }
    return reset
  })
  return { personId, resetToken: signResetToken(keys.link, reset) }
}
