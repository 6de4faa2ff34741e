import type { Keys } from '../../crypto/keys.ts'
import type { Passwords } from '../../crypto/passwords.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../../ledger/record.ts'
import { clearAttempts } from '../../people/attempts.ts'
import { lockPerson } from '../../people/lock-person.ts'
import { PER_ACCOUNT } from '../../people/login-attempts.ts'
import { findResetLinkOwner, readResetToken, useResetLink, voidResetLinks } from '../../people/reset-links.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { endSessionsOf } from '../../sessions/end-session.ts'

type Reset = { token: string; password: string; at: Date }

/** Sets the password of the person the link was sent to, ends all their sessions, and returns their id. */
export async function resetPassword(
  sql: Sql,
  keys: Pick<Keys, 'link'>,
  passwords: Passwords,
  { token, password, at }: Reset,
): Promise<string> {
  const link = readResetToken(keys.link, token, at)
  const personId = link && (await findResetLinkOwner(sql, link, at))
  // Hashing is expensive: an invalid link is rejected before it.
  if (!personId) throw new Refusal('link_expired')
  const passwordHash = await passwords.hash(password)
  await inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    if (!(await useResetLink(tx, link, at))) throw new Refusal('link_expired')
    const [person] = await tx<{ email_key: string }[]>`
      update people set password_hash = ${passwordHash}, updated_at = ${at} where id = ${personId} returning email_key`
    await voidResetLinks(tx, personId, at)
    await endSessionsOf(tx, personId, at)
    // Failed attempts were against the old password: a customer locked out by them can log in with the new one.
    if (person) await clearAttempts(tx, PER_ACCOUNT, person.email_key)
    await record(tx, { notifications: [{ personId, kind: 'password.changed', data: {}, at }] })
  })
  return personId
}
