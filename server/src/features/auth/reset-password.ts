import type { Keys } from '../../crypto/keys.ts'
import type { Passwords } from '../../crypto/passwords.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../../ledger/record.ts'
import { clearAttempts } from '../../people/attempts.ts'
import { lockPerson } from '../../people/lock-person.ts'
import { PER_ACCOUNT } from '../../people/login-attempts.ts'
import { readResetToken, useResetLink, voidResetLinks, whoseResetLink } from '../../people/reset-links.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { endSessionsOf } from '../../sessions/end-session.ts'

type Reset = { token: string; password: string; at: Date }

/** Sets the password of whom the link was sent to, ends every session of theirs, and says who it was. */
export async function resetPassword(
  sql: Sql,
  keys: Pick<Keys, 'link'>,
  passwords: Passwords,
  { token, password, at }: Reset,
): Promise<string> {
  const link = readResetToken(keys.link, token, at)
  const personId = link && (await whoseResetLink(sql, link, at))
  // Hashing is dear: a link that is worthless already does not get to it.
  if (!personId) throw new Refusal('link_expired')
  const passwordHash = await passwords.hash(password)
  await inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    if (!(await useResetLink(tx, link, at))) throw new Refusal('link_expired')
    const [person] = await tx<{ email_key: string }[]>`
      update people set password_hash = ${passwordHash}, updated_at = ${at} where id = ${personId} returning email_key`
    await voidResetLinks(tx, personId, at)
    await endSessionsOf(tx, personId, at)
    // A new secret, at which nobody has guessed yet: who was locked out by somebody's guesses gets in again.
    if (person) await clearAttempts(tx, PER_ACCOUNT, person.email_key)
    await record(tx, { notifications: [{ personId, kind: 'password.changed', data: {}, at }] })
  })
  return personId
}
