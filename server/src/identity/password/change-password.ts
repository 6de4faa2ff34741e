import { emailKey } from '#contract/fields.ts'
import type { SessionOrigin } from '../../access/start-session.ts'
import { lockPerson } from '../../customers/lock-person.ts'
import { record } from '../../ledger/record.ts'
import type { Passwords } from '../../platform/crypto/passwords.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/runtime/refusal.ts'
import { endAccess } from '../end-access.ts'
import type { SecretRules } from '../secret-rules.ts'
import { verifyLoginAttempt } from '../sign-in/login-attempts.ts'

type Change = {
  personId: string
  tokenHash: Buffer
  password: string
  newPassword: string
  origin: SessionOrigin
  at: Date
  signal?: AbortSignal
}

/** Attempts count as login attempts: an unattended browser gives no extra guesses. */
export async function changePassword(
  sql: Sql,
  passwords: Passwords,
  rules: SecretRules,
  change: Change,
): Promise<void> {
  const { personId, at, signal } = change
  const [person] = await sql<{ email: string; fullName: string; password_hash: string | null }[]>`
    select email, full_name as "fullName", password_hash from people where id = ${personId}`
  if (!person) throw new Refusal('not_found')
  await rules.checkPassword(change.newPassword, person, 'newPassword')
  const attempt = { account: emailKey(person.email), personId, ...change.origin, at, signal }
  const right = await verifyLoginAttempt(sql, attempt, () =>
    passwords.verify(person.password_hash, change.password, signal),
  )
  if (!right) throw new Refusal('password_incorrect')
  const newHash = await passwords.hash(change.newPassword, signal)
  await inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    // A concurrent change or reset of the password wins: this request was verified against the old one.
    const changed = await tx`
      update people set password_hash = ${newHash}, updated_at = ${at}
      where id = ${personId} and password_hash = ${person.password_hash}`
    if (changed.count === 0) throw new Refusal('password_incorrect')
    // Reset links end too: an attacker with access to the mailbox could otherwise undo this change.
    await endAccess(tx, personId, at, change.tokenHash)
    await record(tx, {
      notifications: [{ personId, kind: 'password.changed', data: { elsewhere: true }, at }],
    })
  })
}
