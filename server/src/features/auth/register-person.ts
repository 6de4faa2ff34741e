import type { User } from '#contract/people.ts'
import type { Passwords } from '../../crypto/passwords.ts'
import type { Sql } from '../../db/connection.ts'
import { inTransaction } from '../../db/transaction.ts'
import { insertPerson, requireUser } from '../../people/person.ts'

type Registration = { fullName: string; email: string; password: string; status: User['status']; at: Date }

/** The password is hashed before the transaction: hashing is slow on purpose and must not extend locks. */
export async function registerPerson(sql: Sql, passwords: Passwords, registration: Registration): Promise<User> {
  const { fullName, email, status, at } = registration
  const passwordHash = await passwords.hash(registration.password)
  return inTransaction(sql, async (tx) => {
    const id = await insertPerson(tx, { fullName, email, passwordHash, role: 'User', status, at })
    return requireUser(tx, id)
  })
}
