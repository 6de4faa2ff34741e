import { emailKey } from '#contract/fields.ts'
import type { Passwords } from '../../crypto/passwords.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { verifyLoginAttempt } from '../../people/login-attempts.ts'
import { Refusal } from '../../runtime/refusal.ts'
import { startSession } from '../../sessions/start-session.ts'

type Attempt = { email: string; password: string; userAgent: string; address: string; at: Date }
type Person = { id: string; password_hash: string }

/** An unknown email gets the same response after the same work as a wrong password. */
export async function logIn(
  sql: Sql,
  passwords: Passwords,
  attempt: Attempt,
): Promise<{ token: string; personId: string }> {
  const account = emailKey(attempt.email)
  let person: Person | undefined
  const right = await verifyLoginAttempt(sql, { account, address: attempt.address, at: attempt.at }, async () => {
    ;[person] = await sql<Person[]>`select id, password_hash from people where email_key = ${account}`
    return passwords.verify(person?.password_hash ?? null, attempt.password)
  })
  if (!person || !right) throw new Refusal('wrong_credentials')
  return { token: await enter(sql, person, attempt), personId: person.id }
}

/**
 * Starts a session only if the verified password is still current: the lock waits for a concurrent reset, and a later
 * reset finds this session and ends it.
 */
function enter(sql: Sql, { id, password_hash }: Person, attempt: Attempt): Promise<string> {
  return inTransaction(sql, async (tx) => {
    const [unchanged] = await tx`
      select id from people where id = ${id} and password_hash = ${password_hash} for share`
    if (!unchanged) throw new Refusal('wrong_credentials')
    return startSession(tx, id, attempt.at, attempt)
  })
}
