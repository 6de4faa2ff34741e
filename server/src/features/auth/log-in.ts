import { emailKey } from '#contract/fields.ts'
import type { Sql } from '../../db/connection.ts'
import { Refusal } from '../../http/refusal.ts'
import { startSession } from '../../http/sessions.ts'
import type { Passwords } from '../../passwords.ts'
import { countFailures } from './login-attempts.ts'

type Attempt = { email: string; password: string; userAgent: string; address: string; at: Date }

/** An unknown e-mail gets the same answer after the same work as a wrong password. */
export async function logIn(sql: Sql, passwords: Passwords, attempt: Attempt): Promise<string> {
  const key = emailKey(attempt.email)
  const attempts = await countFailures(sql, { account: key, address: attempt.address, at: attempt.at })
  const [person] = await sql<{ id: string; password_hash: string }[]>`
    select id, password_hash from people where email_key = ${key}`
  const right = await passwords.verify(person?.password_hash ?? null, attempt.password)
  if (!person || !right) throw new Refusal('wrong_credentials')
  await attempts.wasRight()
  return startSession(sql, person.id, attempt.at, attempt)
}
