import { emailKey } from '#contract/fields.ts'
import type { Passwords } from '../../crypto/passwords.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { record } from '../../ledger/record.ts'
import { lockPerson } from '../../people/lock-person.ts'
import { verifyLoginAttempt } from '../../people/login-attempts.ts'
import { voidResetLinks } from '../../people/reset-links.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { endSessionsOf } from '../../sessions/end-session.ts'

type Change = {
  personId: string
  tokenHash: Buffer
  password: string
  newPassword: string
  address: string
  at: Date
}

/** Attempts count as login attempts: an unattended browser gives no extra guesses. */
export async function changePassword(sql: Sql, passwords: Passwords, change: Change): Promise<void> {
  const { personId, at } = change
  const [person] = await sql<{ email: string; password_hash: string }[]>`
    select email, password_hash from people where id = ${personId}`
  if (!person) throw new Refusal('not_found')
  const right = await verifyLoginAttempt(sql, { account: emailKey(person.email), address: change.address, at }, () =>
    passwords.verify(person.password_hash, change.password),
  )
  if (!right) throw new Refusal('password_incorrect')
  const newHash = await passwords.hash(change.newPassword)
  await inTransaction(sql, async (tx) => {
    await lockPerson(tx, personId)
    // A concurrent change or reset of the password wins: this request was verified against the old one.
    const changed = await tx`
      update people set password_hash = ${newHash}, updated_at = ${at}
      where id = ${personId} and password_hash = ${person.password_hash}`
    if (changed.count === 0) throw new Refusal('password_incorrect')
    // Open reset links end: an attacker with access to the mailbox could otherwise undo this change.
    await voidResetLinks(tx, personId, at)
    await endSessionsOf(tx, personId, at, change.tokenHash)
    await record(tx, {
      notifications: [{ personId, kind: 'password.changed', data: { elsewhere: true }, at }],
    })
  })
}
