import type { User } from '#contract/customers/people.ts'
import type { Locale } from '#contract/locales.ts'
import { rememberDevice } from '../../access/known-devices.ts'
import { insertPerson, requireUser } from '../../customers/person.ts'
import { record } from '../../ledger/record.ts'
import type { Passwords } from '../../platform/crypto/passwords.ts'
import type { Sql } from '../../platform/db/connection.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newIdAt } from '../../platform/runtime/new-id-at.ts'
import type { SecretRules } from '../secret-rules.ts'

type Registration = {
  fullName: string
  email: string
  password: string
  status: User['status']
  deviceId: string
  locale: Locale | null
  at: Date
  signal?: AbortSignal
}

/** The password is hashed before the transaction: hashing is slow on purpose and must not extend locks. */
export async function registerPerson(
  sql: Sql,
  passwords: Passwords,
  rules: SecretRules,
  registration: Registration,
): Promise<User> {
  const { fullName, email, status, deviceId, locale, at, signal } = registration
  await rules.checkPassword(registration.password, { email, fullName })
  const passwordHash = await passwords.hash(registration.password, signal)
  return inTransaction(sql, async (tx) => {
    const emailConfirmationId = newIdAt(at)
    const person = { fullName, email, emailConfirmationId, passwordHash, role: 'User', status, locale, at } as const
    const id = await insertPerson(tx, person)
    // The first log-in from this browser is not one from a new device.
    await rememberDevice(tx, id, deviceId)
    const data = { email, confirmationId: emailConfirmationId, welcome: true }
    await record(tx, { notifications: [{ personId: id, kind: 'email.confirmation_requested', data, at }] })
    return requireUser(tx, id)
  })
}
