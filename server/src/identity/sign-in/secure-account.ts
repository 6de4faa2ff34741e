import type { Keys } from '../../crypto/keys.ts'
import { readLink } from '../../crypto/signed-links.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { endAccess } from '../../identity/end-access.ts'
import { removeFactorsSince } from '../../identity/factors.ts'
import { record } from '../../ledger/record.ts'
import { clearPinSetSince } from '../../ledger/secrets.ts'
import { findEmailChangeSince } from '../../people/email-changes.ts'
import { lockPerson } from '../../people/lock-person.ts'
import { openResetLink, signResetToken } from '../../people/reset-links.ts'
import { restoreEmail } from '../../people/restore-email.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { disownSession, findSessionToDisown } from '../../sessions/end-session.ts'

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
