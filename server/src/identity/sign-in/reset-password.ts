import type { SecretOwner } from '#contract/identity/secret-rules.ts'
import type { SessionOrigin } from '../../access/start-session.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import { record } from '../../ledger/record.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Passwords } from '../../platform/crypto/passwords.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { markEmailConfirmed } from '../email/email-confirmation.ts'
import { endAccess } from '../end-access.ts'
import { findResetLinkOwner, readResetToken, useResetLink } from '../password/reset-links.ts'
import type { SecretRules } from '../secret-rules.ts'
import { clearLoginAttempts } from './login-attempts.ts'

type PasswordReset = { token: string; password: string; origin: SessionOrigin; at: Date; signal?: AbortSignal }

/** Sets the password of the link's owner, ends all their sessions, forgets their devices, and returns their id. */
export async function resetPassword(
  sql: Sql,
  keys: Pick<Keys, 'link'>,
  passwords: Passwords,
  rules: SecretRules,
  { token, password, origin, at, signal }: PasswordReset,
): Promise<string> {
  const link = readResetToken(keys.link, token, at)
  const personId = link && (await findResetLinkOwner(sql, link, at))
  // Hashing is expensive: an invalid link is rejected before it.
  if (!personId) throw new Refusal('link_expired')
  const [owner] = await sql<SecretOwner[]>`select email, full_name as "fullName" from people where id = ${personId}`
  if (owner) await rules.checkPassword(password, owner)
  const passwordHash = await passwords.hash(password, signal)
  await inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    if (!(await useResetLink(tx, link, at))) throw new Refusal('link_expired')
    const [person] = await tx<{ email_key: string }[]>`
      update people set password_hash = ${passwordHash}, updated_at = ${at} where id = ${personId} returning email_key`
    await endAccess(tx, personId, at)
    if (person) await clearLoginAttempts(tx, { account: person.email_key, ...origin })
    // An invitation went to the address, so it needs no other confirmation, and there was no password to change.
    const isFirst = await markEmailConfirmed(tx, link, at)
    await record(tx, { notifications: [{ personId, kind: 'password.changed', data: isFirst ? { isFirst } : {}, at }] })
  })
  return personId
}
